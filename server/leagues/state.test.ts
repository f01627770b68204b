import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import {
  type Group,
  joinGroup,
  leaderboard,
  listGroups,
  removeMember,
  setDisplayName,
  updateGroup,
} from '#shared/api/groups.ts';
import { connect } from '../db/connection.ts';
import { ingest } from '../feed/ingest.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { type ByHand, setResult } from '../settlement/set-result.ts';
import { settleGames } from '../settlement/settle.ts';
import { aBet, aGame, aLeg, aParlay, final, live } from '../testing/games.ts';
import { endLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { holding, untilWaiting } from '../testing/locks.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { finalizeLeagues } from './standings.ts';

let world: World;
let owner: Player;
let friend: Player;
let league: Group;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  owner = await world.signUp('Olive');
  friend = await world.signUp('Fred');
  league = await world.league(owner);
  await world.join(friend, league);
});

async function shownTo(player: Player) {
  const { reply } = await player.call(listGroups);
  const found = reply.find(({ group }) => group.id === league.id)?.group;
  if (!found) throw new Error('not a member');
  return { state: found.state, openBets: found.openBets, champions: found.champions };
}

const board = async (player: Player) => (await player.call(leaderboard, { params: { id: league.id } })).reply;
const bet = (player: Player, game: FeedGame, amount: string, side: 'home' | 'away' = 'home') =>
  player.call(placeBet, { body: aBet(league, game, amount, 'spread', side) });

async function isFrozen(): Promise<boolean> {
  const { rows } = await world.database.pool.query(
    `select finalized_at is not null as frozen, (select count(*)::int from final_standings where league_id = $1) as rows
     from leagues where id = $1`,
    [league.id],
  );
  expect(rows[0].rows > 0).toBe(rows[0].frozen);
  return rows[0].frozen;
}

describe('the life of a league', () => {
  test('goes from open over settling and closed to final, and names its champion', async () => {
    const [first, second] = [await world.listed(), await world.listed()];
    await bet(friend, first, '100');
    await bet(owner, first, '100', 'away');
    await bet(owner, second, '50');
    expect(await shownTo(friend)).toEqual({ state: 'open', openBets: 0, champions: [] });

    await endLeague(world.database.db, league);
    expect((await bet(friend, second, '10')).refusal).toMatchObject({ code: 'league-ended' });
    expect(await shownTo(friend)).toEqual({ state: 'settling', openBets: 3, champions: [] });
    expect(await finalizeLeagues(world.database)).toBe(0);

    await world.finish(final(first, 30, 0));
    expect(await shownTo(friend)).toEqual({ state: 'settling', openBets: 1, champions: [] });
    expect(await finalizeLeagues(world.database)).toBe(0);
    expect(await isFrozen()).toBe(false);

    await world.finish(final(second, 0, 30));
    expect(await shownTo(friend)).toEqual({ state: 'closed', openBets: 0, champions: [] });
    const before = await Promise.all([board(owner), board(friend)]);

    expect(await finalizeLeagues(world.database)).toBe(1);
    expect(await isFrozen()).toBe(true);
    const champions = [{ userId: friend.user.id, name: 'Fred', balance: 109_091 }];
    for (const player of [owner, friend]) {
      expect(await shownTo(player)).toEqual({ state: 'final', openBets: 0, champions });
    }
    expect(await Promise.all([board(owner), board(friend)])).toEqual(before);
    expect(before[0].map((row) => [row.user.id, row.rank, row.balance, row.wins, row.losses, row.totalBets])).toEqual([
      [friend.user.id, 1, 109_091, 1, 0, 1],
      [owner.user.id, 2, 85_000, 0, 2, 2],
    ]);
    await expectLedgerBalances(world.database.db);
  });

  test('ends for nobody before its end date, and never without one', async () => {
    expect(await finalizeLeagues(world.database)).toBe(0);
    await owner.call(updateGroup, { params: { id: league.id }, body: { endDate: null } });
    expect(await shownTo(owner)).toMatchObject({ state: 'open' });
    expect(await finalizeLeagues(world.database)).toBe(0);
    expect(await isFrozen()).toBe(false);
  });

  test('has co-champions when the best are equal', async () => {
    const third = await world.signUp('Tess');
    await world.join(third, league);
    const lost = await world.listed();
    await bet(third, lost, '10');
    await owner.call(setDisplayName, { params: { id: league.id }, body: { displayName: 'The Boss' } });
    await world.finish(final(lost, 0, 30));
    await endLeague(world.database.db, league);
    await finalizeLeagues(world.database);
    expect((await shownTo(third)).champions).toEqual([
      { userId: owner.user.id, name: 'The Boss', balance: 100_000 },
      { userId: friend.user.id, name: 'Fred', balance: 100_000 },
    ]);
    expect((await board(third)).map(({ user, rank, totalBets }) => [user.id, rank, totalBets])).toEqual([
      [owner.user.id, 1, 0],
      [friend.user.id, 1, 0],
      [third.user.id, 3, 1],
    ]);
  });

  test('ends though another league that has ended cannot be made final, which the next run does', async () => {
    const other = await world.league(owner);
    for (const each of [league, other]) await endLeague(world.database.db, each);
    const held = await holding(world.database, 'select 1 from leagues where id = $1 for update', [other.id]);
    await expect(finalizeLeagues(world.database)).rejects.toMatchObject({
      errors: [{ message: `finalizing league ${other.id} failed` }],
    });
    expect(await isFrozen()).toBe(true);
    await held.letGo();
    expect(await finalizeLeagues(world.database)).toBe(1);
  });

  test('counts the open tickets of a removed member, who is not in the standings', async () => {
    const game = await world.listed();
    await bet(friend, game, '500');
    await owner.call(removeMember, { params: { id: league.id, userId: friend.user.id } });
    await endLeague(world.database.db, league);
    expect(await shownTo(owner)).toMatchObject({ state: 'settling', openBets: 1 });
    expect(await finalizeLeagues(world.database)).toBe(0);
    await world.finish(final(game, 30, 0));
    expect(await finalizeLeagues(world.database)).toBe(1);
    expect((await shownTo(owner)).champions.map(({ userId }) => userId)).toEqual([owner.user.id]);
    expect((await board(owner)).map(({ user }) => user.id)).toEqual([owner.user.id]);
  });
});

describe('standings that are frozen', () => {
  beforeEach(async () => {
    const game = await world.listed();
    await bet(friend, game, '100');
    await world.finish(final(game, 30, 0));
    await endLeague(world.database.db, league);
    await finalizeLeagues(world.database);
  });

  test('change by no later removal, correction or run of a worker; names stay those of today', async () => {
    const before = await board(owner);
    const title = await shownTo(owner);
    await friend.call(setDisplayName, { params: { id: league.id }, body: { displayName: 'Champ' } });
    await owner.call(removeMember, { params: { id: league.id, userId: friend.user.id } });
    // A correction after the end: the books move, the title does not.
    await world.database.pool.query(
      `with corrected as (
         update tickets set grade = 'lost', back_cents = 0, round = 2 where league_id = $1 returning *
       ), entry as (
         insert into ledger (league_id, id, user_id, ticket_id, kind, round, amount_cents)
         select league_id, gen_random_uuid(), user_id, id, 'reversal', 2, -19091 from corrected returning *
       ) update members m set available_cents = m.available_cents + entry.amount_cents from entry
       where m.league_id = entry.league_id and m.user_id = entry.user_id`,
      [league.id],
    );
    expect(await finalizeLeagues(world.database)).toBe(0);
    const renamed = (userId: string) => (userId === friend.user.id ? 'Champ' : null);
    expect(await board(owner)).toEqual(before.map((row) => ({ ...row, displayName: renamed(row.user.id) })));
    expect(await shownTo(owner)).toEqual({
      ...title,
      champions: [{ userId: friend.user.id, name: 'Champ', balance: 109_091 }],
    });
    await expectLedgerBalances(world.database.db);
  });

  test('take no new member, even where the clock of a web process is slow', async () => {
    const late = await world.signUp();
    await world.database.pool.query('update leagues set join_deadline = null where id = $1', [league.id]);
    for (const endDate of [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)]) {
      await world.database.pool.query('update leagues set end_date = $2 where id = $1', [league.id, endDate]);
      expect((await late.call(joinGroup, { body: { joinCode: league.joinCode } })).refusal).toMatchObject({
        code: 'league-ended',
      });
      expect(await shownTo(owner)).toMatchObject({ state: 'final' });
    }
  });

  test('give the viewer’s own row their money, all of it available', async () => {
    const own = (await board(friend)).find(({ user }) => user.id === friend.user.id);
    expect(own).toMatchObject({ available: 109_091, pending: 0, balance: 109_091, profit: 9_091, totalBets: 1 });
    const [other] = (await board(friend)).filter(({ user }) => user.id !== friend.user.id);
    expect([other?.available, other?.pending]).toEqual([undefined, undefined]);
  });
});

describe('freezing', () => {
  test('is done once by two workers at once', async () => {
    const leagues = await Promise.all(Array.from({ length: 12 }, () => world.league(owner)));
    for (const each of leagues) await endLeague(world.database.db, each);
    const workers = Array.from({ length: 2 }, () => connect(world.database.url, pino({ level: 'silent' })));
    const frozen = await Promise.all(workers.map((worker) => finalizeLeagues(worker)));
    await Promise.all(workers.map((worker) => worker.end()));
    expect(frozen.reduce((sum, count) => sum + count, 0)).toBe(leagues.length);
    const { rows } = await world.database.pool.query(
      'select count(*)::int as standings from final_standings where league_id = any($1)',
      [leagues.map((each) => each.id)],
    );
    expect(rows).toEqual([{ standings: leagues.length }]);
  });

  test('is all or nothing when a worker dies in the middle of it, and is made up for', async () => {
    await endLeague(world.database.db, league);
    const killer = connect(world.database.url, pino({ level: 'silent' }), { role: null });
    const doomed = connect(world.database.url, pino({ level: 'silent' }));
    // Who holds a member's row stops the worker between its hold on the league and its last word.
    const somebody = await holding(
      world.database,
      'select 1 from members where league_id = $1 and user_id = $2 for update',
      [league.id, friend.user.id],
    );
    const dying = expect(finalizeLeagues(doomed)).rejects.toThrow();
    const pids = await untilWaiting(world.database);
    await killer.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids]);
    await dying;
    await somebody.letGo();
    expect(await isFrozen()).toBe(false);
    expect(await finalizeLeagues(world.database)).toBe(1);
    expect(await isFrozen()).toBe(true);
    await Promise.all([killer.end(), doomed.end()]);
  });

  test('waits for a bet that was judged in time, and then for its ticket', async () => {
    await endLeague(world.database.db, league);
    const bettor = await holding(world.database, 'select 1 from leagues where id = $1 for share', [league.id]);
    const freezing = finalizeLeagues(world.database);
    await untilWaiting(world.database);
    await bettor.run(
      `with ticket as (
         insert into tickets (league_id, id, user_id, stake_cents, payout_cents, idempotency_key, request_hash, placed_at)
         values ($1, gen_random_uuid(), $2, 1000, 2000, 'in flight', '', now()) returning *
       ), entry as (
         insert into ledger (league_id, id, user_id, ticket_id, kind, round, amount_cents)
         select league_id, gen_random_uuid(), user_id, id, 'stake', 0, -stake_cents from ticket
       ) update members set available_cents = available_cents - 1000, pending_cents = pending_cents + 1000
       where league_id = $1 and user_id = $2`,
      [league.id, friend.user.id],
    );
    await bettor.letGo();
    expect(await freezing).toBe(0);
    expect(await isFrozen()).toBe(false);
    expect(await shownTo(owner)).toMatchObject({ state: 'settling', openBets: 1 });
    await expectLedgerBalances(world.database.db);
  });
});

describe('a correction and the freezing', () => {
  const settle = () => settleGames(world.database, new Date(Date.now() + 24 * 3_600_000), 0);
  const byHand = (game: FeedGame): ByHand => {
    const outcome = { isVoid: false, home: 0, away: 30, halfInnings: null } as const;
    return { gameId: game.id, outcome, reason: 'Read the wrong way round', setById: null };
  };
  const frozenOf = async (of = league) => {
    const text = 'select balance_cents::int as balance from final_standings where league_id = $1 order by rank';
    const { rows } = await world.database.pool.query<{ balance: number }>(text, [of.id]);
    return rows.map(({ balance }) => balance);
  };
  const asWon = [109_091, 100_000];
  const asCorrected = [100_000, 90_000];

  /** A game on which Fred has won 90.91 in these leagues, all of which have ended. */
  async function wonAndEnded(...leagues: Group[]): Promise<FeedGame> {
    const game = await world.listed();
    for (const each of leagues) await friend.call(placeBet, { body: aBet(each, game, '100') });
    await world.finish(final(game, 30, 0));
    for (const each of leagues) await endLeague(world.database.db, each);
    return game;
  }

  test('one that is confirmed is settled first, though no ticket is open', async () => {
    const game = await wonAndEnded(league);
    await world.confirm(final(game, 0, 30));
    expect(await finalizeLeagues(world.database)).toBe(0);
    await settle();
    expect(await finalizeLeagues(world.database)).toBe(1);
    expect(await frozenOf()).toEqual(asCorrected);
    await expectLedgerBalances(world.database.db);
  });

  test('one that is settled in another league by now is settled here first', async () => {
    const other = await world.league(owner);
    await world.join(friend, other);
    const game = await wonAndEnded(league, other);
    await world.confirm(final(game, 0, 30));
    const held = await holding(world.database, 'select 1 from tickets where league_id = $1 for update', [other.id]);
    const settling = settle();
    await untilWaiting(world.database);
    await expect.poll(() => finalizeLeagues(world.database)).toBe(1);
    expect([await frozenOf(), await frozenOf(other)]).toEqual([asCorrected, []]);
    await held.letGo();
    await settling;
    expect(await finalizeLeagues(world.database)).toBe(1);
    expect(await frozenOf(other)).toEqual(asCorrected);
  });

  test('one that one poll brought is waited for until the next takes it back', async () => {
    const game = await wonAndEnded(league);
    await world.poll(final(game, 0, 30));
    expect(await finalizeLeagues(world.database)).toBe(0);
    await world.poll(final(game, 30, 0));
    expect(await finalizeLeagues(world.database)).toBe(1);
    expect(await frozenOf()).toEqual(asWon);
  });

  test('a first result that one poll brought is waited for, also on a parlay that is lost', async () => {
    const [lost, open] = [await world.listed(), await world.listed()];
    await friend.call(placeParlay, { body: aParlay(league, '100', [aLeg(lost), aLeg(open)]) });
    await world.finish(final(lost, 0, 30));
    await endLeague(world.database.db, league);
    await world.poll(final(open, 30, 0));
    expect(await finalizeLeagues(world.database)).toBe(0);
    await world.finish(final(open, 30, 0));
    expect(await finalizeLeagues(world.database)).toBe(1);
    expect(await frozenOf()).toEqual(asCorrected);
  });

  test('one that an admin is writing is waited for', async () => {
    const game = await wonAndEnded(league);
    const held = await holding(world.database, 'select 1 from games where id = $1 for update', [game.id]);
    const correcting = setResult(world.database, byHand(game), 1, new Date());
    await untilWaiting(world.database);
    const freezing = finalizeLeagues(world.database);
    await untilWaiting(world.database, 2);
    await held.letGo();
    expect([(await correcting).result.rev, await freezing]).toEqual([2, 0]);
    expect(await finalizeLeagues(world.database)).toBe(1);
    expect(await frozenOf()).toEqual(asCorrected);
  });

  test('one that is confirmed as its 72 hours end is waited for until it is written', async () => {
    const game = aGame();
    const lastMs = Date.now() - 1_000;
    const firstMs = lastMs - 72 * 3_600_000;
    const poll = (seen: FeedGame, seconds: number) => {
      const answer = { games: [seen], quarantined: [], unknownStatuses: [], currentWeek: null };
      return ingest(world.database, 'NFL', answer, new Date(firstMs + seconds * 1_000));
    };
    await poll(game, -2);
    await friend.call(placeBet, { body: aBet(league, game, '100') });
    await poll(final(game, 30, 0), -1);
    await poll(final(game, 30, 0), 0);
    await poll(final(game, 0, 30), 1); // too late by the database's clock; the admin waits for its row below
    await settle();
    await endLeague(world.database.db, league);
    const held = await holding(world.database, 'select 1 from corrections where game_id = $1 for update', [game.id]);
    const correcting = setResult(world.database, byHand(game), 1, new Date(lastMs));
    await untilWaiting(world.database);
    const freezing = finalizeLeagues(world.database);
    await untilWaiting(world.database, 2);
    await held.letGo();
    expect([(await correcting).result.rev, await freezing]).toEqual([2, 0]);
    expect(await finalizeLeagues(world.database)).toBe(1);
    expect(await frozenOf()).toEqual(asCorrected);
    await expectLedgerBalances(world.database.db);
  });

  test('one that comes while the standings are being written waits for them, and changes nothing', async () => {
    const game = await wonAndEnded(league);
    const held = await holding(
      world.database,
      'select 1 from members where league_id = $1 and user_id = $2 for update',
      [league.id, friend.user.id],
    );
    const freezing = finalizeLeagues(world.database);
    await untilWaiting(world.database);
    const correcting = setResult(world.database, byHand(game), 1, new Date());
    await untilWaiting(world.database, 2);
    await held.letGo();
    expect(await freezing).toBe(1);
    expect(await correcting).toMatchObject({ leagues: [{ legs: 0, tickets: [] }] });
    expect(await frozenOf()).toEqual(asWon);
  });
});

describe('how many bets others have', () => {
  const counts = async (viewer: Player) =>
    Object.fromEntries((await board(viewer)).map(({ user, totalBets }) => [user.id, totalBets]));

  test('is told once they are settled, and of one’s own at once', async () => {
    const [game, next] = [await world.listed(), await world.listed()];
    await bet(friend, game, '10');
    await friend.call(placeParlay, { body: aParlay(league, '10', [aLeg(game), aLeg(next)]) });
    expect([await counts(owner), await counts(friend)]).toMatchObject([
      { [friend.user.id]: 0 },
      { [friend.user.id]: 2 },
    ]);
    await world.poll(live(game, 7, 0));
    expect(await counts(owner)).toMatchObject({ [friend.user.id]: 0 });
    await world.finish(final(game, 30, 0));
    expect(await counts(owner)).toMatchObject({ [friend.user.id]: 1 });
  });

  test('is told from the start of the first game where the league shows bets then, a parlay as one', async () => {
    await owner.call(updateGroup, { params: { id: league.id }, body: { reveal: 'started' } });
    const [game, next] = [await world.listed(), await world.listed()];
    await bet(friend, next, '10');
    await friend.call(placeParlay, { body: aParlay(league, '10', [aLeg(game), aLeg(next)]) });
    expect(await counts(owner)).toMatchObject({ [friend.user.id]: 0 });
    await world.poll(live(game, 7, 0));
    expect(await counts(owner)).toMatchObject({ [friend.user.id]: 1 });
    await world.poll(live(next, 0, 0));
    expect(await counts(owner)).toMatchObject({ [friend.user.id]: 2 });
  });
});
