import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { aSlateGameView, noOdds } from '#shared/testing/wire.ts';
import { OddsAnnouncer } from './odds-announcer.tsx';
import { type SlateGame, slateGame } from './slate-game.ts';

const page = rootBeforeEach();
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** An open game of this away team with this total. */
const game = (away: string, total: number) =>
  slateGame({ ...aSlateGameView, id: away, awayTeamName: away, totalPoints: total });
const words = () => page.area.textContent;

/** Renders the slate and lets `seconds` pass. */
async function show(seconds: number, ...games: SlateGame[]): Promise<void> {
  await page.render(<OddsAnnouncer games={games} />);
  await act(async () => vi.advanceTimersByTime(seconds * 1_000));
}

test('the first odds are no move, and a move is announced with its game', async () => {
  await show(60, game('Chiefs', 47.5));
  expect(words()).toBe('');
  await show(1, game('Chiefs', 48));
  expect(words()).toBe('Odds moved: Chiefs at Bills.');
});

test('a game or a market that gets its first odds has not moved', async () => {
  const none = slateGame({ ...aSlateGameView, id: 'Jets', awayTeamName: 'Jets', ...noOdds });
  await show(1, none);
  await show(60, slateGame({ ...aSlateGameView, id: 'Jets', awayTeamName: 'Jets', totalPoints: null }));
  await show(60, game('Jets', 47.5));
  expect(words()).toBe('');
  await show(60, game('Jets', 48));
  expect(words()).toBe('Odds moved: Jets at Bills.');
});

test('further moves are announced together, once, 30 s after the last message', async () => {
  const slate = (total: number) => ['Chiefs', 'Jets', 'Colts'].map((away) => game(away, total));
  await show(1, ...slate(47.5));
  await show(1, game('Chiefs', 48), game('Jets', 47.5), game('Colts', 47.5));
  for (const total of [48.5, 49, 49.5, 50, 50.5]) {
    await show(5, ...slate(total));
    expect(words()).toBe('Odds moved: Chiefs at Bills.');
  }
  await show(5, ...slate(51));
  expect(words()).toBe('Odds moved in 3 games.');
});

test('a game that closed, and odds that moved back, are not announced', async () => {
  const closed = slateGame({ ...aSlateGameView, id: 'Jets', spreadHome: null, moneylineHome: null, totalPoints: null });
  await show(1, game('Jets', 47.5), game('Chiefs', 47.5));
  await show(1, closed, game('Chiefs', 47.5));
  expect(words()).toBe('');
  await show(1, game('Jets', 47.5), game('Chiefs', 50));
  expect(words()).toBe('Odds moved: Chiefs at Bills.');
  await show(5, game('Jets', 60), game('Chiefs', 50));
  await show(60, game('Jets', 47.5), game('Chiefs', 50));
  expect(words()).toBe('Odds moved: Chiefs at Bills.');
});

test('the same words are a new element, so that they are read again', async () => {
  await show(1, game('Chiefs', 47.5));
  await show(40, game('Chiefs', 48));
  const read = page.area.querySelector('span');
  await show(1, game('Chiefs', 49));
  expect(words()).toBe('Odds moved: Chiefs at Bills.');
  expect(page.area.querySelector('span')).not.toBe(read);
});
