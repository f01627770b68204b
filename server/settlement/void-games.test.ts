import { describe, expect, test } from 'vitest';
import type { Group } from '#shared/api/groups.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { final, live } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { as, eastern, plus, timedActs, untouched } from '../testing/timed-polls.ts';
import type { Player, World } from '../testing/world.ts';

const minute = 60_000;
const hour = 60 * minute;

let world: World;
let player: Player;
let league: Group;
const { poll, pollTwice, settle, pollAndSettle, aListedGame, bet, legs, funds } = timedActs(() => ({
  world,
  player,
  league,
}));

leagueBeforeEach(
  (made) => {
    ({ world, player, league } = made);
  },
  { settings: { endDate: '2060-01-01T00:00:00Z' } },
);

describe.each([
  ['cancelled', 'STATUS_CANCELED'],
  ['forfeited', 'STATUS_FORFEIT'],
  ['abandoned', 'STATUS_ABANDONED'],
])('a game that is %s', (_word, statusWord) => {
  const startsAt = eastern('2040-11-18 13:00');

  test.each([
    ['before its start', -24 * hour, false],
    ['while it is played', hour, true],
  ])('%s is void at once, at its second poll', async (_when, ms, hasBegun) => {
    const game = await aListedGame('NFL', startsAt);
    await bet(game);
    const at = plus(startsAt, ms);
    if (hasBegun) await poll(plus(at, -minute), as(game, 'live'));
    const off = as(game, 'canceled', { statusWord });
    await pollAndSettle(at, off);
    expect(await legs()).toEqual(['open']);
    await pollAndSettle(plus(at, minute), off);
    expect(await legs()).toEqual(['void: canceled']);
    expect(await funds()).toEqual(untouched);
  });

  test('after one poll that had it as final is void at its second poll', async () => {
    const game = await aListedGame('NFL', startsAt);
    await bet(game);
    await pollAndSettle(plus(startsAt, 3 * hour), final(game, 24, 10));
    const off = as(game, 'canceled', { statusWord });
    await pollAndSettle(plus(startsAt, 3 * hour + minute), off);
    expect(await legs()).toEqual(['open']);
    await pollAndSettle(plus(startsAt, 3 * hour + 2 * minute), off);
    expect(await legs()).toEqual(['void: canceled']);
    expect(await funds()).toEqual(untouched);
  });

  test('in one poll between two finals changes nothing', async () => {
    const game = await aListedGame('NFL', startsAt);
    await bet(game);
    await pollAndSettle(plus(startsAt, 3 * hour), final(game, 24, 10));
    await pollAndSettle(plus(startsAt, 3 * hour + minute), as(game, 'canceled', { statusWord }));
    await pollAndSettle(plus(startsAt, 3 * hour + 2 * minute), final(game, 24, 10));
    expect(await legs()).toEqual(['open']);
    await pollAndSettle(plus(startsAt, 3 * hour + 3 * minute), final(game, 24, 10));
    expect(await legs()).toEqual(['won: moneyline']);
  });

  test('and announced again takes no new bets, which no result would settle', async () => {
    const game = await aListedGame('NFL', startsAt);
    await bet(game);
    await pollTwice(plus(startsAt, -48 * hour), as(game, 'canceled', { statusWord }));
    await settle(plus(startsAt, -48 * hour));
    const again = { ...game, startsAt: plus(startsAt, 24 * 7 * hour) };
    await pollTwice(plus(startsAt, -47 * hour), again);
    expect(await bet(again)).toBe(409);
  });
});

describe('home and away that are swapped', () => {
  const startsAt = eastern('2040-11-18 13:00');
  const swapped = (game: FeedGame): FeedGame => ({ ...game, home: game.away, away: game.home });

  test('at the confirmed final make the bet void', async () => {
    const game = await aListedGame('NFL', startsAt);
    await bet(game, 'total', 'over');
    await pollTwice(plus(startsAt, 3 * hour), final(swapped(game), 30, 24));
    await settle(plus(startsAt, 3 * hour));
    expect(await legs()).toEqual(['void: home-and-away-swapped']);
    expect(await funds()).toEqual(untouched);
  });

  test('for a while and back again by the final change nothing', async () => {
    const game = await aListedGame('NFL', startsAt);
    await bet(game);
    await pollAndSettle(plus(startsAt, hour), live(swapped(game), 0, 7));
    await pollAndSettle(plus(startsAt, 3 * hour), final(swapped(game), 10, 24));
    await pollTwice(plus(startsAt, 3 * hour + minute), final(game, 24, 10));
    await settle(plus(startsAt, 4 * hour));
    expect(await legs()).toEqual(['won: moneyline']);
  });

  test('are judged once: a correction has the home team of the first result', async () => {
    const game = await aListedGame('NFL', startsAt);
    await bet(game);
    await pollTwice(plus(startsAt, 3 * hour), final(swapped(game), 10, 24));
    await settle(plus(startsAt, 3 * hour));
    await pollTwice(plus(startsAt, 5 * hour), final(game, 24, 10));
    await settle(plus(startsAt, 5 * hour));
    expect(await legs()).toEqual(['void: home-and-away-swapped']);
  });
});
