import { describe, expect, test } from 'vitest';
import { withOdds } from '#shared/testing/examples.ts';
import { plainQuote } from '../testing/games.ts';
import { matchOdds, type NamedGame, type QuotedEvent } from './match-odds.ts';

const start = new Date('2026-11-01T18:00:00Z').getTime();
const hours = (count: number) => new Date(start + count * 3_600_000);

const game = (id: string, wanted: Partial<NamedGame> = {}): NamedGame => ({
  id,
  sport: 'NFL',
  competition: null,
  startsAt: hours(0),
  homeCity: 'Buffalo',
  homeName: 'Bills',
  awayCity: 'Kansas City',
  awayName: 'Chiefs',
  ...wanted,
});
const event = (id: string, wanted: Partial<QuotedEvent> = {}): QuotedEvent => ({
  id,
  sport: 'NFL',
  competition: null,
  startsAt: hours(0),
  home: 'Buffalo Bills',
  away: 'Kansas City Chiefs',
  quote: plainQuote,
  ...wanted,
});
/** The game of each event that was matched, and the reason of each that was not. */
function matchOf(events: QuotedEvent[], games: NamedGame[]) {
  const numbered = events.map((one, place) => ({ ...one, quote: withOdds(plainQuote, { totalPoints: place + 1 }) }));
  const { matched, unmatched } = matchOdds(numbered, games);
  return {
    matched: Object.fromEntries(matched.map(({ gameId, quote }) => [events[(quote.total?.line ?? 0) - 1]?.id, gameId])),
    unmatched: Object.fromEntries(unmatched.map(({ eventId, reason }) => [eventId, reason])),
  };
}

test('an event is the game of its league, both its teams and its start', () => {
  expect(matchOf([event('e')], [game('g'), game('h', { homeCity: 'New York', homeName: 'Jets' })])).toEqual({
    matched: { e: 'g' },
    unmatched: {},
  });
});

test('starts may be twelve hours apart, in baseball three', () => {
  expect(matchOf([event('e', { startsAt: hours(12) })], [game('g')]).matched).toEqual({ e: 'g' });
  expect(matchOf([event('e', { startsAt: hours(-12.1) })], [game('g')])).toEqual({
    matched: {},
    unmatched: { e: 'Kansas City Chiefs at Buffalo Bills: no game starts near it' },
  });
  const [baseball, ballgame] = [event('e', { sport: 'MLB', startsAt: hours(3) }), game('g', { sport: 'MLB' })];
  expect(matchOf([baseball], [ballgame]).matched).toEqual({ e: 'g' });
  expect(matchOf([{ ...baseball, startsAt: hours(3.1) }], [ballgame]).matched).toEqual({});
});

test.each<[string, Partial<QuotedEvent>, string]>([
  ['another team', { away: 'Denver Broncos' }, 'Denver Broncos at Buffalo Bills: no such game'],
  [
    'the sides turned round',
    { home: 'Kansas City Chiefs', away: 'Buffalo Bills' },
    'Buffalo Bills at Kansas City Chiefs: home and away are swapped',
  ],
  ['another sport', { sport: 'CFB' }, 'Kansas City Chiefs at Buffalo Bills: no such game'],
  ['another competition', { competition: 'Premier League' }, 'Kansas City Chiefs at Buffalo Bills: no such game'],
  ['half a name', { home: 'Bills' }, 'Kansas City Chiefs at Bills: no such game'],
])('an event of %s is reported and not guessed', (_what, wanted, reason) => {
  expect(matchOf([event('e', wanted)], [game('g')])).toEqual({ matched: {}, unmatched: { e: reason } });
});

describe('a doubleheader', () => {
  const first = game('first', { sport: 'MLB' });
  const second = game('second', { sport: 'MLB', startsAt: hours(2.5) });
  const early = event('early', { sport: 'MLB', startsAt: hours(0.1) });
  const late = event('late', { sport: 'MLB', startsAt: hours(2.9) });

  test('is matched in the order of the starts, however the lists are ordered', () => {
    const both = { matched: { early: 'first', late: 'second' }, unmatched: {} };
    expect(matchOf([early, late], [first, second])).toEqual(both);
    expect(matchOf([late, early], [second, first])).toEqual(both);
  });

  test('with one event for two games close together is not guessed', () => {
    const reason = 'Kansas City Chiefs at Buffalo Bills: fits more than one way';
    expect(matchOf([early], [first, second])).toEqual({ matched: {}, unmatched: { early: reason } });
    expect(matchOf([early, late], [second])).toEqual({ matched: {}, unmatched: { early: reason, late: reason } });
  });

  test('of games far apart is two single ones', () => {
    const night = game('night', { sport: 'MLB', startsAt: hours(6) });
    expect(matchOf([early], [first, night]).matched).toEqual({ early: 'first' });
    expect(matchOf([event('e', { sport: 'MLB', startsAt: hours(6.2) })], [first, night]).matched).toEqual({
      e: 'night',
    });
  });

  test('whose games start at the same time has no order', () => {
    const { matched } = matchOf([early, late], [first, { ...second, startsAt: first.startsAt }]);
    expect(matched).toEqual({});
  });
});

test('two events of one game are not guessed', () => {
  expect(matchOf([event('a'), event('b', { startsAt: hours(1) })], [game('g')]).matched).toEqual({});
});

test('games of a series on following days are each their own', () => {
  const days = [0, 24, 48];
  const games = days.map((day) => game(`game ${day}`, { sport: 'MLB', startsAt: hours(day) }));
  const events = days.map((day) => event(`event ${day}`, { sport: 'MLB', startsAt: hours(day + 0.2) }));
  expect(matchOf(events, games).matched).toEqual({ 'event 0': 'game 0', 'event 24': 'game 24', 'event 48': 'game 48' });
});
