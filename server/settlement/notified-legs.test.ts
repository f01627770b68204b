import { beforeEach, describe, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { leagueTopic, userTopic } from '#shared/api/events.ts';
import { type Group, updateGroup } from '#shared/api/groups.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { aBet, aLeg, aParlay, final } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { endLeague } from '../testing/leagues.ts';
import type { Player, World } from '../testing/world.ts';

let world: World;
let player: Player;
let league: Group;

leagueBeforeEach((made) => {
  ({ world, player, league } = made);
});

describe('a graded leg of a parlay', () => {
  let games: [FeedGame, FeedGame];
  beforeEach(async () => {
    games = [await world.addGame(), await world.addGame()];
    await player.call(placeParlay, { body: aParlay(league, '10', [aLeg(games[0]), aLeg(games[1])]) });
  });

  /** Decides the game, and returns who is notified: leagues and users. */
  async function notified(game: FeedGame, home: number): Promise<string[]> {
    const { pool } = world.database;
    await pool.query('delete from changes');
    await world.finish(final(game, home, 14));
    const { rows } = await pool.query<{ topic: string }>("select topic from changes where topic !~ '^sport:'");
    return rows.map(({ topic }) => topic);
  }

  test('is notified to its bettor alone while the parlay stays open and hidden', async () => {
    expect(await notified(games[0], 30)).toEqual([userTopic(player.user.id)]);
    expect(await notified(games[0], 0)).toEqual([leagueTopic(league.id)]); // corrected: the parlay is lost
    expect(await notified(games[0], 30)).toEqual([leagueTopic(league.id)]); // corrected again: the parlay is open again
    expect(await notified(games[1], 30)).toEqual([leagueTopic(league.id)]);
  });

  test('is notified to the league if it shows started bets', async () => {
    await player.call(updateGroup, { params: { id: league.id }, body: { reveal: 'started' } });
    expect(await notified(games[0], 30)).toEqual([leagueTopic(league.id)]);
  });

  test('is notified to a league that has ended, and says what it waits for', async () => {
    await endLeague(world.database.db, league);
    expect(await notified(games[0], 30)).toEqual([leagueTopic(league.id)]);
  });

  test('is notified to the league if the parlay is lost already, which shows it whole', async () => {
    await world.finish(final(games[0], 0, 30));
    expect(await notified(games[1], 30)).toEqual([leagueTopic(league.id)]);
  });

  test('is notified by the league’s change alone if a bet of the league is settled with it', async () => {
    await player.call(placeBet, { body: aBet(league, games[0], '10') });
    expect(await notified(games[0], 30)).toEqual([leagueTopic(league.id)]);
  });
});
