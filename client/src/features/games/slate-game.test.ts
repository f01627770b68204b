import { expect, test } from 'vitest';
import type { GameView } from '#shared/api/games.ts';
import { aGameView } from '#shared/testing/wire.ts';
import { offersOn, pickOf, slateGame, spokenOffer, takesBets } from './slate-game.ts';

const view = aGameView;
const before = new Date('2026-11-22T17:59:59Z');
const start = new Date('2026-11-22T18:00:00Z');

function namesOn(given: GameView): string[] {
  const game = slateGame(given);
  return offersOn(game).map((offer) => spokenOffer(game, offer));
}

test('odds are read with their signs as words', () => {
  expect(namesOn(view)).toEqual([
    'Chiefs minus 3.5 at minus 110',
    'Bills plus 3.5 at minus 110',
    'Chiefs moneyline at minus 180',
    'Bills moneyline at plus 152',
    'Over 47.5 at minus 108',
    'Under 47.5 at minus 112',
  ]);
});

test('a draw and a line of zero have names of their own', () => {
  expect(namesOn({ ...view, sport: 'Soccer', moneylineDraw: 240 })).toContain('Draw at plus 240');
  expect(namesOn({ ...view, spreadHome: 0, spreadAway: 0 })).toContain("Bills pick'em at minus 110");
});

test('a pick carries what the button showed', () => {
  const game = slateGame(view);
  const [offer] = offersOn(game);
  expect(offer && pickOf(game, offer)).toEqual({
    gameId: 'espn:1',
    sport: 'NFL',
    market: 'spread',
    side: 'away',
    line: -3.5,
    price: -110,
    label: 'Spread Chiefs',
    game: 'KC @ BUF',
    startsAt: start,
  });
});

test('a game is available for betting until its start, and only with something to back', () => {
  expect(takesBets(slateGame(view), before)).toBe(true);
  expect(takesBets(slateGame(view), start)).toBe(false);
  const unquoted = { ...view, spreadHome: null, moneylineHome: null, totalPoints: null };
  expect(takesBets(slateGame(unquoted), before)).toBe(false);
});

test('a game that a refetch did not change has the same Date, so that its card does not render again', () => {
  expect(slateGame({ ...view }).startsAt).toBe(slateGame({ ...view }).startsAt);
});
