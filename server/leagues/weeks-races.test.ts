import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { type Group, joinGroup } from '#shared/api/groups.ts';
import { leagueWeeks } from '#shared/api/weeks.ts';
import { connect } from '../db/connection.ts';
import { watchChanges } from '../events/changes.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { settleGames } from '../settlement/settle.ts';
import { beforeStatement } from '../testing/between-statements.ts';
import { decideGame } from '../testing/decide-game.ts';
import { aBet, final } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { ageLeague, endLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { isFrozen } from '../testing/standings.ts';
import type { Player, World } from '../testing/world.ts';
import { requireMember } from './access.ts';
import { finalizeLeagues } from './standings.ts';
import { freezeWeeks } from './weeks.ts';
import { createWeeksCache } from './weeks-cache.ts';

let world: World;
let owner: Player;
let friend: Player;
let league: Group;

leagueBeforeEach(
  async (made) => {
    ({ world, player: owner, league } = made);
    friend = await world.member(league, 'Fred');
  },
  { firstName: 'Olive' },
);

const lockLeague = (strength: 'share' | 'update') =>
  lockElsewhere(world.database, `select 1 from leagues where leagues.id = $1 for ${strength}`, [league.id]);

/** A game on which Fred has won 90.91 in the first week of the league, which ended at least a week ago. */
async function wonInFirstWeek(): Promise<FeedGame> {
  const game = await world.addGame();
  await friend.call(placeBet, { body: aBet(league, game, '100') });
  await world.confirm(final(game, 30, 0));
  await settleGames(world.database, new Date(), -24 * 3_600_000);
  await ageLeague(world.database, league, 2);
  return game;
}

/** A time within the first week, by which a run that began then would settle. */
async function timeInFirstWeek(): Promise<Date> {
  const { rows } = await world.database.pool.query('select max(at) as at from settlements where league_id = $1', [
    league.id,
  ]);
  return rows[0].at;
}

const weeks = async () => (await owner.call(leagueWeeks, { params: { id: league.id } })).reply;

/** The frozen weeks with the net of each member. */
async function frozenNets() {
  const { rows } = await world.database.pool.query(
    `select number, (select json_object_agg(case row ->> 'userId' when $2 then 'Fred' else 'Olive' end, row -> 'net')
      from json_array_elements(facts -> 'rows') row) as nets
     from league_weeks where league_id = $1 order by number`,
    [league.id, friend.user.id],
  );
  return rows.map(({ number, nets }) => [number, nets]);
}

const firstWeek = [1, { Fred: 9_091, Olive: 0 }];

describe('a week is frozen', () => {
  test('once by two workers at once', async () => {
    const leagues = [league, ...(await Promise.all(Array.from({ length: 7 }, () => world.league(owner))))];
    const game = await world.addGame();
    for (const each of leagues) await owner.call(placeBet, { body: aBet(each, game, '100') });
    await world.confirm(final(game, 30, 0));
    await settleGames(world.database, new Date(), -24 * 3_600_000);
    for (const each of leagues) await ageLeague(world.database, each, 2);
    const workers = Array.from({ length: 2 }, () => connect(world.database.url, pino({ level: 'silent' })));
    await Promise.all(workers.map((worker) => freezeWeeks(worker)));
    await Promise.all(workers.map((worker) => worker.end()));
    const { rows } = await world.database.pool.query(
      'select league_id, count(*)::int as weeks from league_weeks where league_id = any($1) group by league_id',
      [leagues.map(({ id }) => id)],
    );
    expect(rows.map((row) => row.weeks)).toEqual(leagues.map(() => 1));
    expect(await freezeWeeks(world.database)).toBe(0);
  });

  test('without a bet that is in flight, which counts once it is settled', async () => {
    await wonInFirstWeek();
    const game = await world.addGame();
    const betting = await lockLeague('share');
    const freezing = freezeWeeks(world.database);
    await untilWaiting(world.database);
    await betting.release();
    const placed = friend.call(placeBet, { body: aBet(league, game, '200') });
    await freezing;
    expect((await placed).status).toBe(201);
    expect(await frozenNets()).toEqual([firstWeek]);
    await world.finish(final(game, 30, 0));
    expect((await weeks()).members).toMatchObject([
      { name: 'Fred', net: 18_182 },
      { name: 'Olive', net: 0 },
    ]);
    await expectLedgerBalances(world.database.db);
  });

  test('without somebody who joins meanwhile', async () => {
    await wonInFirstWeek();
    const late = await world.signUp('Lara');
    const betting = await lockLeague('share');
    const freezing = freezeWeeks(world.database);
    await untilWaiting(world.database);
    const joining = late.call(joinGroup, { body: { joinCode: league.joinCode } });
    await betting.release();
    await freezing;
    expect((await joining).status).toBe(200);
    expect(await frozenNets()).toEqual([firstWeek]);
    const { members } = await weeks();
    expect(members.map(({ name, rank, rankBefore }) => [name, rank, rankBefore])).toEqual([
      ['Fred', 1, 1],
      ['Olive', 2, 2],
      ['Lara', 2, null],
    ]);
    await expectLedgerBalances(world.database.db);
  });
});

test.each([1, 2, 3, 4, 5])(
  'a week that is frozen before statement %i of a reader is running or frozen',
  async (number) => {
    await wonInFirstWeek();
    const member = await requireMember(world.database.db, owner.user.id, league.id);
    const read = await beforeStatement(
      number,
      world.database.url,
      (database) => createWeeksCache({ database, changes: watchChanges(database.db) }).read(member),
      async () => void (await freezeWeeks(world.database)),
    );
    const { running, frozen } = leagueWeeks.reply.parse(JSON.parse(read.toString()));
    expect(frozen.map((week) => week.number)).toEqual(running?.number === 1 ? [] : [1]);
  },
);

describe('a correction that meets the freezing', () => {
  const lockFred = () =>
    lockElsewhere(world.database, 'select 1 from members where league_id = $1 and user_id = $2 for update', [
      league.id,
      friend.user.id,
    ]);

  test('and that was begun within the week counts in it', async () => {
    const game = await wonInFirstWeek();
    const now = await timeInFirstWeek();
    await decideGame(world.database, game.id, { home: 0, away: 30 }, now);
    const lock = await lockFred();
    const settling = settleGames(world.database, now, 0);
    await untilWaiting(world.database);
    const freezing = freezeWeeks(world.database);
    await untilWaiting(world.database, 2);
    await lock.release();
    await Promise.all([settling, freezing]);
    await freezeWeeks(world.database);
    expect(await frozenNets()).toEqual([[1, { Fred: -10_000, Olive: 0 }]]);
    await expectLedgerBalances(world.database.db);
  });

  test('and that waits for it counts in the next week', async () => {
    const game = await wonInFirstWeek();
    const now = await timeInFirstWeek();
    const lock = await lockLeague('update');
    const freezing = freezeWeeks(world.database);
    await untilWaiting(world.database);
    await decideGame(world.database, game.id, { home: 0, away: 30 }, now);
    const settling = settleGames(world.database, now, 0);
    await untilWaiting(world.database, 2);
    await lock.release();
    await Promise.all([settling, freezing]);
    await freezeWeeks(world.database);
    const nets = await frozenNets();
    expect(nets[0]).toEqual(firstWeek);
    const [, later = {}] = nets[1] ?? [];
    const { members } = await weeks();
    const running = members.find(({ name }) => name === 'Fred')?.net ?? 0;
    expect((later.Fred ?? 0) + running).toBe(-19_091);
    await expectLedgerBalances(world.database.db);
  });
});

test('the league becomes final while its weeks are frozen: each is frozen once', async () => {
  await wonInFirstWeek();
  await endLeague(world.database.db, league);
  const lock = await lockLeague('update');
  const jobs = [freezeWeeks(world.database), finalizeLeagues(world.database)];
  await untilWaiting(world.database, 2);
  await lock.release();
  await Promise.all(jobs);
  expect(await isFrozen(world.database, league)).toBe(true);
  expect(await frozenNets()).toEqual([firstWeek]);
  expect(await weeks()).toMatchObject({ running: null, members: [{ name: 'Fred', weeksWon: 1 }, { name: 'Olive' }] });
  expect([await freezeWeeks(world.database), await finalizeLeagues(world.database)]).toEqual([0, 0]);
  await expectLedgerBalances(world.database.db);
});
