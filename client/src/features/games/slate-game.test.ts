import { expect, test } from 'vitest';
import type { SlateGameView } from '#shared/api/games.ts';
import { aSlateGameView } from '#shared/testing/wire.ts';
import { betsWords, offersOn, pickOf, slateGame, spokenOffer, takesBets, withoutOldOdds } from './slate-game.ts';

const view = aSlateGameView;
const before = new Date('2026-11-22T17:59:59Z');
const start = new Date('2026-11-22T18:00:00Z');

function namesOn(given: SlateGameView): string[] {
  const game = slateGame(given);
  return offersOn(game).map((offer) => spokenOffer(game, offer));
}

test('odds are read with their signs as words, and with their game', () => {
  expect(namesOn(view)).toEqual([
    'Chiefs minus 3.5 at minus 110, Chiefs at Bills',
    'Bills plus 3.5 at minus 110, Chiefs at Bills',
    'Chiefs moneyline at minus 180, Chiefs at Bills',
    'Bills moneyline at plus 152, Chiefs at Bills',
    'Over 47.5 at minus 108, Chiefs at Bills',
    'Under 47.5 at minus 112, Chiefs at Bills',
  ]);
});

test('a draw and a line of zero have names of their own', () => {
  expect(namesOn({ ...view, sport: 'Soccer', moneylineDraw: 240 })).toContain('Draw at plus 240, Chiefs at Bills');
  expect(namesOn({ ...view, spreadHome: 0, spreadAway: 0 })).toContain("Bills pick'em at minus 110, Chiefs at Bills");
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

test('a pick on a college team is named by its school', () => {
  const game = slateGame({ ...view, sport: 'CFB', awayTeamCity: 'Ole Miss', awayTeamName: 'Rebels' });
  const [offer] = offersOn(game);
  expect(offer && pickOf(game, offer).label).toBe('Spread Ole Miss');
  expect(offer && spokenOffer(game, offer)).toBe('Ole Miss minus 3.5 at minus 110, Ole Miss at Buffalo');
});

test.each([
  ['postponed', true, 'Played in time, bets stand; else stakes return.'],
  ['suspended', true, 'Finished in time, bets stand; else stakes return.'],
  ['canceled', true, 'All bets on it are void: stakes return.'],
  ['scheduled', false, 'No bets until the time is set; placed ones stand.'],
  ['scheduled', true, null],
  ['live', true, null],
  ['final', true, null],
] as const)('on a game that is %s, its time known: %s, bets %s', (status, timeKnown, words) => {
  expect(betsWords({ ...view, status, timeKnown })).toBe(words);
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

test('odds close at their instant, not before, and the game stays on the slate', () => {
  const game = slateGame({ ...view, oddsCloseAt: before.toISOString() });
  const earlier = new Date(before.getTime() - 1);
  expect(withoutOldOdds(game, earlier)).toBe(game);
  expect(takesBets(withoutOldOdds(game, earlier), earlier)).toBe(true);
  expect(offersOn(withoutOldOdds(game, before))).toEqual([]);
  expect(withoutOldOdds(game, before)).toMatchObject({ id: game.id, moneylineHome: null, quoteSource: null });
  expect(offersOn(withoutOldOdds(slateGame(view), start))).not.toEqual([]);
});
