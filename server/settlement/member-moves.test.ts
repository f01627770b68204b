import { describe, expect, test } from 'vitest';
import { cents } from '#shared/domain/money.ts';
import { memberMoves } from './member-moves.ts';

type Funds = Parameters<typeof memberMoves>[0][number];
type Change = Parameters<typeof memberMoves>[1]['changes'][number];

/** A member with the funds after the changes, in hundredths. */
const member = (userId: string, available: number, pending = 0): Funds => ({
  userId,
  displayName: userId,
  firstName: null,
  email: `${userId}@example.com`,
  available,
  pending,
  removedAt: null,
});

/** An open ticket of 100.00 that is now won. */
const won = (userId: string, back: number): Change => ({
  ticket: {
    isLeagueFinal: false,
    frozenUntil: null,
    showsLegs: false,
    leagueId: 'league',
    id: 'ticket',
    userId,
    stake: 10_000,
    grade: null,
    back: null,
    round: 0,
    placedAt: new Date(0),
    legs: [],
  },
  moved: { entries: [{ kind: 'payout', amount: cents(back) }], pending: cents(-10_000) },
});

describe('who has other money or another rank', () => {
  test('is listed with the sum of all changes, best first', () => {
    const funds = [member('Ann', 100_000), member('Bob', 118_182), member('Cleo', 90_000, 10_000)];
    expect(
      memberMoves(funds, { changes: [won('Bob', 19_091), won('Bob', 19_091)], unchanged: [] }, 'after').members,
    ).toEqual([
      {
        userId: 'Bob',
        userName: 'Bob',
        available: { before: 80_000, after: 118_182 },
        total: { before: 100_000, after: 118_182 },
        rank: { before: 1, after: 1 },
      },
      {
        userId: 'Ann',
        userName: 'Ann',
        available: { before: 100_000, after: 100_000 },
        total: { before: 100_000, after: 100_000 },
        rank: { before: 1, after: 2 },
      },
      {
        userId: 'Cleo',
        userName: 'Cleo',
        available: { before: 90_000, after: 90_000 },
        total: { before: 100_000, after: 100_000 },
        rank: { before: 1, after: 2 },
      },
    ]);
  });

  test('is found by reading each change once, however many members there are', () => {
    let reads = 0;
    const changes = Array.from({ length: 50 }, (_, number) => {
      const { ticket, moved } = won(`Player${number}`, 19_091);
      const counted = {
        get ticket() {
          reads += 1;
          return ticket;
        },
        moved,
      };
      return counted;
    });
    const funds = Array.from({ length: 1_000 }, (_, number) => member(`Player${number}`, 100_000));
    expect(memberMoves(funds, { changes, unchanged: [] }, 'after').members).toHaveLength(changes.length);
    expect(reads).toBe(changes.length);
  });
});
