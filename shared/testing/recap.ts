import type { Recap } from '#shared/api/weeks.ts';
import { fromWhole } from '#shared/domain/money.ts';

const person = (name: string) => ({ userId: name, name });

export const people = (...names: string[]) => names.map(person);

/** A row of a recap's table: state only the fields that matter. */
export function aRecapRow(name: string, part: Partial<Recap['rows'][number]> = {}): Recap['rows'][number] {
  return {
    ...person(name),
    net: fromWhole(0),
    wins: 0,
    losses: 0,
    pushes: 0,
    rank: 1,
    rankBefore: 1,
    balance: fromWhole(1_000),
    ...part,
  };
}

/** The recap of a week that Priya won: state only the fields that matter. */
export function aRecap(part: Partial<Recap> = {}): Recap {
  return {
    number: 12,
    startsAt: '2026-11-17T11:00:00.000Z',
    endsAt: '2026-11-24T11:00:00.000Z',
    frozenAt: '2026-11-24T12:00:00.000Z',
    bets: 5,
    winners: people('Priya'),
    net: fromWhole(214),
    rows: [
      aRecapRow('Priya', {
        net: fromWhole(214),
        wins: 4,
        losses: 1,
        rank: 3,
        rankBefore: 7,
        balance: fromWhole(1_109),
      }),
      aRecapRow('Luca', { rank: 7, rankBefore: 8, balance: fromWhole(871) }),
      aRecapRow('Maya', { net: fromWhole(-42), losses: 1, rank: 2, rankBefore: 1, balance: fromWhole(1_298) }),
    ],
    bestHit: null,
    biggestSingle: null,
    nearestMiss: null,
    longestStreak: null,
    tookTheLead: null,
    footnotes: [],
    ...part,
  };
}
