import { expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { saveChat } from '#shared/api/chat.ts';
import { deleteGroup, type Group, joinGroup, leaderboard, listGroups, updateGroup } from '#shared/api/groups.ts';
import { askToJoin } from '#shared/api/join-requests.ts';
import { setReaction } from '#shared/api/remark-calls.ts';
import { leagueStatement } from '#shared/api/statement.ts';
import { settleGames } from '../settlement/settle.ts';
import { atTime } from '../testing/at-time.ts';
import { aBet, aLeg, aParlay, final } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { endLeague } from '../testing/leagues.ts';
import { expectLedgerBalances, fundsOf } from '../testing/ledger-asserts.ts';
import { aWriter } from '../testing/notices.ts';
import type { Player, World } from '../testing/world.ts';
import { finalizeLeagues } from './standings.ts';
import { freezeWeeks } from './weeks.ts';

let world: World;
let owner: Player;
let friend: Player;
let league: Group;

leagueBeforeEach(async (made) => {
  ({ world, player: owner, league } = made);
  friend = await world.member(league);
});

const remove = (player: Player) => player.call(deleteGroup, { params: { id: league.id } });
const later = () => new Date(Date.now() + 24 * 3_600_000);

/** The number of rows of the league in every table; tables without any are left out. */
async function rowsLeft(): Promise<Record<string, number>> {
  const { rows: tables } = await world.database.pool.query<{ name: string }>(`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'league_id' and table_name <> 'audit_log'`);
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['members', 'tickets', 'legs', 'ledger', 'settlements', 'final_standings', 'join_codes']),
  );
  const counted = await Promise.all(
    [...tables.map(({ name }) => [name, 'league_id']), ['leagues', 'id']].map(async ([table, key]) => {
      const { rows } = await world.database.pool.query(
        `select count(*)::int as count from ${table} where ${key} = $1`,
        [league.id],
      );
      return [table, rows[0].count] as const;
    }),
  );
  return Object.fromEntries(counted.filter(([, count]) => count > 0));
}

async function auditLines() {
  const { rows } = await world.database.pool.query(
    'select actor_id, action, detail, at from audit_log where league_id = $1',
    [league.id],
  );
  return rows;
}

test('a deleted league leaves nothing but its line in the audit log', async () => {
  const [won, open] = [await world.addGame(), await world.addGame()];
  const { reply: bet } = await friend.call(placeBet, { body: aBet(league, won, '100') });
  await world.finish(final(won, 30, 0));
  const params = { id: league.id, ticketId: bet.remarks?.ticketId ?? '' };
  await owner.call(setReaction, { params, body: { reaction: 'fire' } });
  await freezeWeeks(atTime(world.database, new Date(Date.now() + 15 * 24 * 3_600_000)));
  expect(await rowsLeft()).toMatchObject({ league_weeks: 1, ticket_reactions: 1 });
  await owner.call(placeParlay, { body: aParlay(league, '300', [aLeg(open), aLeg(await world.addGame())]) });
  await friend.call(placeBet, { body: aBet(league, open, '50') });
  const other = await world.league(friend);
  await friend.call(placeBet, { body: aBet(other, open, '70') });

  const { status, reply } = await remove(owner);
  expect([status, reply]).toEqual([200, { message: 'The league has been deleted.' }]);
  expect(await rowsLeft()).toEqual({});
  expect(await auditLines()).toEqual([
    {
      actor_id: owner.user.id,
      action: 'league-deleted',
      at: expect.any(Date),
      detail: {
        ...{ name: league.name, members: 2, available: 174_091, pending: 35_000 },
        ...{ tickets: 3, openTickets: 2, staked: 45_000 },
      },
    },
  ]);

  for (const player of [owner, friend]) {
    const standings = await player.call(leaderboard, { params: { id: league.id } });
    expect([standings.status, standings.refusal?.code]).toEqual([404, 'league-not-found']);
    expect((await player.call(placeBet, { body: aBet(league, open, '10') })).status).toBe(404);
    expect((await player.call(joinGroup, { body: { joinCode: league.joinCode } })).status).toBe(404);
    expect((await remove(player)).status).toBe(404);
  }
  expect((await owner.call(listGroups)).reply).toEqual([]);
  expect((await friend.call(listGroups)).reply.map(({ group }) => group.id)).toEqual([other.id]);

  await world.finish(final(open, 30, 0));
  expect(await fundsOf(world.database.db, other.id, friend.user.id)).toEqual({ available: 106_364, pending: 0 });
  await expectLedgerBalances(world.database.db);
});

test('a league that is final goes with its frozen standings', async () => {
  await endLeague(world.database.db, league);
  await finalizeLeagues(world.database);
  expect(await rowsLeft()).toMatchObject({ final_standings: 2 });
  expect((await remove(owner)).status).toBe(200);
  expect(await rowsLeft()).toEqual({});
});

test('a league goes with all that running it, its chat and its awards have left', async () => {
  const { pool } = world.database;
  const stranger = await world.signUp('Sue');
  const params = { id: league.id };
  await owner.call(updateGroup, { params, body: { approvesJoins: true } });
  await stranger.call(askToJoin, { body: { joinCode: league.joinCode } });
  await owner.call(saveChat, { params, body: { service: 'groupme', address: '0123456789abcdef0123456789' } });
  await pool.query('insert into chat_posts values ($1, gen_random_uuid(), 1, now())', [league.id]);
  await pool.query(`insert into awards (league_id, week, user_id, kind, facts) values ($1, 1, $2, 'week-won', '{}')`, [
    league.id,
    owner.user.id,
  ]);
  await friend.call(leagueStatement, { params });
  await aWriter(world.database).run();
  expect(await rowsLeft()).toMatchObject({
    league_log: 2,
    join_requests: 1,
    league_chats: 1,
    chat_posts: 1,
    awards: 1,
    statement_entries: 1,
    notifications: 2,
  });
  expect((await remove(owner)).status).toBe(200);
  expect(await rowsLeft()).toEqual({});
});

test('ten deletions at once are one', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => remove(owner)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  expect(await auditLines()).toHaveLength(1);
});

test('a refused deletion leaves every row', async () => {
  await friend.call(placeBet, { body: aBet(league, await world.addGame(), '100') });
  const before = await rowsLeft();
  expect((await remove(friend)).status).toBe(403);
  expect((await remove(await world.signUp())).status).toBe(404);
  expect((await world.visitor().raw('DELETE', `/api/groups/${league.id}`)).status).toBe(401);
  expect(await rowsLeft()).toEqual(before);
  expect(await auditLines()).toEqual([]);
});

test('a hundred bets in flight are placed or refused, never broken, and leave no orphans', async () => {
  const game = await world.addGame();
  const bets = Array.from({ length: 100 }, (_, at) =>
    (at % 2 ? owner : friend).call(placeBet, { body: aBet(league, game, '10') }),
  );
  await Promise.race(bets);
  const deleting = remove(owner);
  const statuses = (await Promise.all(bets)).map(({ status }) => status);
  expect((await deleting).status).toBe(200);
  expect(statuses.filter((status) => status !== 201 && status !== 404)).toEqual([]);
  expect(await rowsLeft()).toEqual({});
  expect((await friend.call(placeBet, { body: aBet(league, game, '10') })).status).toBe(404);
  await expectLedgerBalances(world.database.db);
});

test('a settlement in flight ends whole before or finds nothing after', async () => {
  const leagues = await Promise.all(Array.from({ length: 6 }, () => world.league(owner)));
  const games = await Promise.all(Array.from({ length: 3 }, () => world.addGame()));
  for (const each of leagues) {
    for (const game of games) {
      await owner.call(placeBet, { body: aBet(each, game, '10') });
      await owner.call(placeBet, { body: aBet(each, game, '10', 'spread', 'away') });
    }
    await owner.call(placeParlay, {
      body: aParlay(
        each,
        '10',
        games.map((game) => aLeg(game)),
      ),
    });
  }
  const ended = games.map((game) => final(game, 30, 0));
  await world.poll(...ended);
  await world.poll(...ended);
  const [, , ...deletions] = await Promise.all([
    settleGames(world.database, later(), 0),
    settleGames(world.database, later(), 0),
    ...leagues.map((each) => owner.call(deleteGroup, { params: { id: each.id } })),
  ]);
  expect(new Set(deletions.map(({ status }) => status))).toEqual(new Set([200]));
  const { rows } = await world.database.pool.query('select 1 from tickets where league_id = any($1)', [
    leagues.map((each) => each.id),
  ]);
  expect(rows).toEqual([]);
  await expectLedgerBalances(world.database.db);
});
