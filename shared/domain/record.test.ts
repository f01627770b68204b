import { expect, test } from 'vitest';
import { ching } from '#shared/testing/examples.ts';
import { bettingRecord, type RecordedTicket } from './record.ts';

const won: RecordedTicket = { stake: ching(100), grade: 'won', back: ching(190.91) };
const lost: RecordedTicket = { stake: ching(50), grade: 'lost', back: ching(0) };
const pushed: RecordedTicket = { stake: ching(30), grade: 'push', back: ching(30) };
const voided: RecordedTicket = { stake: ching(20), grade: 'void', back: ching(20) };
const open: RecordedTicket = { stake: ching(10), grade: null, back: ching(0) };

test('a record counts wins, losses, stakes and profit', () => {
  expect(bettingRecord([won, lost, open])).toEqual({
    bets: 3,
    wins: 1,
    losses: 1,
    winRate: 50,
    wagered: ching(160),
    net: ching(40.91),
  });
});

test('pushes and voids count as settled in the win rate, and change nothing else', () => {
  expect(bettingRecord([won, pushed, voided])).toEqual({
    bets: 3,
    wins: 1,
    losses: 0,
    winRate: 33.3,
    wagered: ching(150),
    net: ching(90.91),
  });
});

test('open tickets count as bets and wagered, not in the win rate', () => {
  expect(bettingRecord([won, open, open])).toMatchObject({
    bets: 3,
    winRate: 100,
    wagered: ching(120),
    net: ching(90.91),
  });
});

test('nothing has a win rate before it is settled', () => {
  expect(bettingRecord([])).toEqual({ bets: 0, wins: 0, losses: 0, winRate: null, wagered: 0, net: 0 });
  expect(bettingRecord([open]).winRate).toBeNull();
});

test.each([
  [1, 2, 33.3],
  [2, 1, 66.7],
  [1, 5, 16.7],
  [1, 15, 6.3],
  [7, 0, 100],
  [0, 4, 0],
])('%i won and %i lost are a win rate of %d', (wins, losses, rate) => {
  const tickets = [...Array.from({ length: wins }, () => won), ...Array.from({ length: losses }, () => lost)];
  expect(bettingRecord(tickets).winRate).toBe(rate);
});

test('tickets of one grade count together as they do one by one', () => {
  const three = { stake: ching(300), grade: 'won', back: ching(572.73), tickets: 3 } as const;
  expect(bettingRecord([three, lost])).toEqual(bettingRecord([won, won, won, lost]));
});
