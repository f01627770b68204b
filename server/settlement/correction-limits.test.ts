import { describe, expect, test } from 'vitest';
import type { Group } from '#shared/api/groups.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { atTime } from '../testing/at-time.ts';
import { after, correctionActs, ended, type Outcome, settled } from '../testing/corrections.ts';
import { final } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { endLeague } from '../testing/leagues.ts';
import { ledgerCounts } from '../testing/ledger-asserts.ts';
import type { Player, World } from '../testing/world.ts';
import { listDisputedGames } from './overdue.ts';
import { type ByHand, setResult } from './set-result.ts';
import { settleGames } from './settle.ts';

const minute = 60_000;
const hour = 60 * minute;

let world: World;
let player: Player;
let league: Group;
const { aListedGame, finish, pollAt, place, ticketGrades, funds } = correctionActs(() => ({ world, player, league }));

leagueBeforeEach((made) => {
  ({ world, player, league } = made);
});

describe('a correction that only an admin may accept', () => {
  const hourly = (seen: FeedGame): [number, FeedGame][] => [0, 1, 2, 60, 120].map((minute) => [minute, seen]);
  const byHand = (game: FeedGame, home: number, away: number): ByHand => {
    const outcome = { isVoid: false, home, away, halfInnings: null } as const;
    return { gameId: game.id, outcome, reason: 'By the box score', setById: null };
  };
  const waiting = async (game: FeedGame) =>
    (await listDisputedGames(world.database.db)).filter((each) => each.game.id === game.id);

  /** A won bet in a league that has ended; the feed then repeats a score without the points of both teams. */
  async function disputedAfterTheEnd(): Promise<FeedGame> {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await endLeague(world.database.db, league);
    await pollAt(hourly(final(game, 0, 0)));
    return game;
  }

  test.each<[string, (game: FeedGame) => FeedGame]>([
    ['it takes points from both teams', (game) => final(game, 0, 0)],
    ['it takes points from both teams', (game) => final({ ...game, home: game.away, away: game.home }, 19, 20)],
    ['it calls off a game that was played', (game) => ({ ...game, status: 'canceled' })],
  ])('moves nothing and is listed: %s', async (why, corrected) => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await pollAt(hourly(corrected(game)));
    expect(await funds()).toEqual(settled(after.won));
    expect(await waiting(game)).toMatchObject([{ result: { rev: 1 }, why: `an admin’s word, since ${why}` }]);
    await pollAt([[1, ended(game, 'won')]]); // the feed takes it back
    expect(await waiting(game)).toEqual([]);
  });

  test('is settled at once when an admin accepts it, and its league can then be final', async () => {
    const game = await disputedAfterTheEnd();
    expect(await finalizeLeagues(world.database)).toBe(0);
    await setResult(atTime(world.database, world.clock.now), byHand(game, 0, 0), 1);
    expect([await ticketGrades(), await funds(), await waiting(game)]).toEqual([['lost'], settled(after.lost), []]);
    expect(await finalizeLeagues(world.database)).toBe(1);
  });

  test('is over when an admin lets the old result stand, whatever the feed repeats', async () => {
    const game = await disputedAfterTheEnd();
    await setResult(atTime(world.database, world.clock.now), byHand(game, 24, 20), 1);
    await pollAt(hourly(final(game, 0, 0)));
    expect([await ticketGrades(), await funds(), await waiting(game)]).toEqual([['won'], settled(after.won), []]);
    expect(await finalizeLeagues(world.database)).toBe(1);
  });

  test('lapses 72 hours after the first result, and its league no longer waits', async () => {
    const game = await disputedAfterTheEnd();
    expect(await finalizeLeagues(world.database)).toBe(0);
    await world.database.pool.query(
      "update corrections set until = clock_timestamp() - interval '1 second' where game_id = $1",
      [game.id],
    );
    expect(await waiting(game)).toEqual([]);
    expect(await finalizeLeagues(world.database)).toBe(1);
  });
});

describe('72 hours', () => {
  /** Polls the game twice as it is so long after now, and settles. */
  async function finishAfter(ms: number, game: FeedGame, outcome: Outcome) {
    world.clock.now = new Date(world.clock.now.getTime() + ms);
    return finish(game, outcome);
  }

  test('after the first result a correction still counts, and after that none', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await finishAfter(72 * hour - 11 * minute, game, 'lost');
    expect(await funds()).toEqual(settled(after.lost));
    const before = await ledgerCounts(world.database.db);
    expect(await finishAfter(2 * minute, game, 'won')).toEqual({ games: 0, legs: 0, tickets: 0 });
    expect(await ledgerCounts(world.database.db)).toEqual(before);
    expect([await ticketGrades(), await funds()]).toEqual([['lost'], settled(after.lost)]);
  });

  test('are not counted anew by a correction', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await finishAfter(50 * hour, game, 'lost');
    await finishAfter(23 * hour, game, 'push');
    expect(await funds()).toEqual(settled(after.lost));
  });

  test('end for a correction that is not confirmed within them', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    await pollAt([
      [72 * 60 - 5, ended(game, 'lost')],
      [72 * 60, ended(game, 'lost')],
      [72 * 60 + 6, ended(game, 'lost')],
    ]);
    expect(await funds()).toEqual(settled(after.won));
  });

  test('hold for a correction that comes in time and is settled late', async () => {
    const game = await aListedGame();
    await place(game);
    await finish(game, 'won');
    world.clock.now = new Date(world.clock.now.getTime() + 71 * hour);
    await world.confirm(ended(game, 'lost'));
    await settleGames(world.database, new Date(world.clock.now.getTime() + 240 * hour), 0);
    expect(await funds()).toEqual(settled(after.lost));
  });
});
