import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, listGroups } from '#shared/api/groups.ts';
import { connect } from '../db/connection.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { type ByHand, setResult } from '../settlement/set-result.ts';
import { settleGames } from '../settlement/settle.ts';
import { atTime } from '../testing/at-time.ts';
import { aBet, aGame, aLeg, aParlay, final } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { endLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { isFrozen } from '../testing/standings.ts';
import type { Player, World } from '../testing/world.ts';
import { finalizeLeagues } from './standings.ts';

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

  test('is all or nothing when a worker dies in the middle of it, and the next run does it', async () => {
    await endLeague(world.database.db, league);
    const killer = connect(world.database.url, pino({ level: 'silent' }), { role: null });
    const doomed = connect(world.database.url, pino({ level: 'silent' }));
    // A locked member's row stops the worker after it has locked the league and before it commits.
    const memberLock = await lockElsewhere(
      world.database,
      'select 1 from members where league_id = $1 and user_id = $2 for update',
      [league.id, friend.user.id],
    );
    const dying = expect(finalizeLeagues(doomed)).rejects.toThrow();
    const pids = await untilWaiting(world.database);
    await killer.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids]);
    await dying;
    await memberLock.release();
    expect(await isFrozen(world.database, league)).toBe(false);
    expect(await finalizeLeagues(world.database)).toBe(1);
    expect(await isFrozen(world.database, league)).toBe(true);
    await Promise.all([killer.end(), doomed.end()]);
  });

  test('waits for a bet that was judged in time, and then for its ticket', async () => {
    await endLeague(world.database.db, league);
    const bettor = await lockElsewhere(world.database, 'select 1 from leagues where id = $1 for share', [league.id]);
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
    await bettor.release();
    expect(await freezing).toBe(0);
    expect(await isFrozen(world.database, league)).toBe(false);
    const [listed] = (await owner.call(listGroups)).reply;
    expect(listed?.group).toMatchObject({ id: league.id, state: 'settling', openBets: 1 });
    await expectLedgerBalances(world.database.db);
  });
});

describe('a correction that meets the freezing', () => {
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
    const game = await world.addGame();
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
    // On the same machine of a Citus: a run settles the leagues of one machine after those of another.
    const { machines } = world.database;
    let other = await world.league(owner);
    while (machines.of(other.id) !== machines.of(league.id)) other = await world.league(owner);
    await world.join(friend, other);
    const game = await wonAndEnded(league, other);
    await world.confirm(final(game, 0, 30));
    const lock = await lockElsewhere(world.database, 'select 1 from tickets where league_id = $1 for update', [
      other.id,
    ]);
    const settling = settle();
    await untilWaiting(world.database);
    await expect.poll(() => finalizeLeagues(world.database)).toBe(1);
    expect([await frozenOf(), await frozenOf(other)]).toEqual([asCorrected, []]);
    await lock.release();
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
    const [lost, open] = [await world.addGame(), await world.addGame()];
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
    const lock = await lockElsewhere(world.database, 'select 1 from games where id = $1 for update', [game.id]);
    const correcting = setResult(world.database, byHand(game), 1);
    await untilWaiting(world.database);
    const freezing = finalizeLeagues(world.database);
    await untilWaiting(world.database, 2);
    await lock.release();
    expect([(await correcting).result.rev, await freezing]).toEqual([2, 0]);
    expect(await finalizeLeagues(world.database)).toBe(1);
    expect(await frozenOf()).toEqual(asCorrected);
  });

  test('one that is confirmed as its 72 hours end is waited for until it is written', async () => {
    const game = aGame();
    const lastMs = Date.now() - 1_000;
    const firstMs = lastMs - 72 * 3_600_000;
    const poll = (seen: FeedGame, seconds: number) => {
      return ingest(world.database, 'NFL', answerOf([seen]), new Date(firstMs + seconds * 1_000));
    };
    await poll(game, -2);
    await friend.call(placeBet, { body: aBet(league, game, '100') });
    await poll(final(game, 30, 0), -1);
    await poll(final(game, 30, 0), 0);
    // Too late by the database's clock. It opens a correction, whose row the admin waits for below.
    await poll(final(game, 0, 30), 1);
    await settle();
    await endLeague(world.database.db, league);
    const lock = await lockElsewhere(world.database, 'select 1 from corrections where game_id = $1 for update', [
      game.id,
    ]);
    const correcting = setResult(atTime(world.database, new Date(lastMs)), byHand(game), 1);
    await untilWaiting(world.database);
    const freezing = finalizeLeagues(world.database);
    await untilWaiting(world.database, 2);
    await lock.release();
    expect([(await correcting).result.rev, await freezing]).toEqual([2, 0]);
    expect(await finalizeLeagues(world.database)).toBe(1);
    expect(await frozenOf()).toEqual(asCorrected);
    await expectLedgerBalances(world.database.db);
  });

  test('one that comes while the standings are being written waits for them, and changes nothing', async () => {
    const game = await wonAndEnded(league);
    const lock = await lockElsewhere(
      world.database,
      'select 1 from members where league_id = $1 and user_id = $2 for update',
      [league.id, friend.user.id],
    );
    const freezing = finalizeLeagues(world.database);
    await untilWaiting(world.database);
    const correcting = setResult(world.database, byHand(game), 1);
    await untilWaiting(world.database, 2);
    await lock.release();
    expect(await freezing).toBe(1);
    expect(await correcting).toMatchObject({ leagues: [{ legs: 0, tickets: [] }] });
    expect(await frozenOf()).toEqual(asWon);
  });
});
