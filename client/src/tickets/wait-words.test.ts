import { expect, test } from 'vitest';
import type { Bet } from '#shared/api/bets.ts';
import { aBet, aGameView, scoresOf } from '#shared/testing/wire.ts';
import { ticketsOf } from './ticket.ts';
import { waitWords } from './wait-words.ts';

const before = new Date('2026-11-22T17:59:59Z');
const live: Partial<Bet> = { game: { ...aGameView, status: 'live', ...scoresOf(20, 17) } };
const final: Partial<Bet> = { game: { ...aGameView, status: 'final', ...scoresOf(20, 17) } };

function words(now: Date, ...legs: Partial<Bet>[]): string | undefined {
  const parlay = legs.length > 1 ? { parlayId: 'p', legCount: legs.length } : {};
  const [ticket] = ticketsOf(legs.map((leg, at) => aBet({ legNumber: at + 1, ...parlay, ...leg })));
  return ticket && waitWords(ticket, now);
}

test('a single on a game to come waits for its start, and past the start for the feed to say so', () => {
  expect(words(before, {})).toBe('Waits for the game: Today, 1:00 PM ET');
  expect(words(new Date(aGameView.gameTime), {})).toBe('Waits for the game to start');
  const unannounced = { game: { ...aGameView, timeKnown: false } };
  expect(words(new Date(aGameView.gameTime), unannounced)).toBe('Waits for the game: Today, time TBA');
});

test.each([
  ['live', 'Waits for the end of the game'],
  ['final', 'Waits for the final score to be confirmed'],
  ['suspended', 'Waits for the game to go on: void if it is not finished in time'],
  ['postponed', 'Waits for the postponed game: void if it is not played in time'],
  ['canceled', 'Waits to be called off: the stake then comes back'],
] as const)('a single on a game that is %s: %s', (status, text) => {
  expect(words(before, { game: { ...aGameView, status } })).toBe(text);
});

test('a parlay counts its legs, says which to go are under way, and leaves out what is none', () => {
  expect(words(before, {}, {})).toBe('0 of 2 in, 2 to go');
  expect(words(before, { status: 'won', ...final }, { status: 'won', ...final }, {}, {})).toBe('2 of 4 in, 2 to go');
  expect(words(before, { status: 'won' }, { status: 'push' }, live, final, {})).toBe(
    '1 of 5 in, 1 pushed, 3 to go: 1 live, 1 to be confirmed',
  );
});
