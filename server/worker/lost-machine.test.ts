import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { type Group, groupBets } from '#shared/api/groups.ts';
import { leagueWeeks } from '#shared/api/weeks.ts';
import { freezeAfterMs } from '#shared/domain/week.ts';
import { enableMachine } from '../db/enable-machine.ts';
import { disableMachine } from '../db/machines.ts';
import { reachableLeagues } from '../db/reach.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { freezeWeeks } from '../leagues/weeks.ts';
import { createLog } from '../lib/log.ts';
import { listOverdueGames } from '../settlement/overdue.ts';
import { type ByHand, previewResult, setResult } from '../settlement/set-result.ts';
import { settleGames } from '../settlement/settle.ts';
import { listStuck } from '../settlement/watch-list.ts';
import { atTime } from '../testing/at-time.ts';
import { aBet, final } from '../testing/games.ts';
import { endLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { isCitusAskedFor, type WorldOfMachines, worldOfMachines } from '../testing/machines.ts';
import { type Player, testSessionSecret } from '../testing/world.ts';
import { workerJobs } from './schedule.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // several servers, on a busy machine

const dayMs = 24 * 3_600_000;
/** After the end of every game of these tests. */
const later = () => new Date(Date.now() + 2 * dayMs);

describe.runIf(isCitusAskedFor)('the worker of several machines', () => {
  let machines: WorldOfMachines;
  let player: Player;
  /** A league on the machine that stays, and one on the machine that is lost. */
  let here: Group;
  let there: Group;

  beforeAll(async () => {
    machines = await worldOfMachines({ ESPN_BASE_URL: 'http://127.0.0.1:1' });
    player = await machines.world.signUp();
    [here, there] = [await machines.leagueOn('other', player), await machines.leagueOn('lost', player)];
  });
  afterAll(async () => {
    await machines?.drop();
  });

  const bet = (league: Group, game: { id: string }) =>
    player.call(placeBet, { body: aBet(league, game as never, '10') });

  /** The statuses of the player's bets in the league, by game. */
  async function betsIn(league: Group): Promise<Record<string, string>> {
    const { reply } = await player.call(groupBets, { params: { id: league.id } });
    return Object.fromEntries(reply.map(({ game, status }) => [game.id, status]));
  }

  async function isSettled(gameId: string): Promise<boolean> {
    const { rows } = await machines.world.database.pool.query(
      'select result_rev > 0 and settled_rev = result_rev as "isSettled" from games where id = $1',
      [gameId],
    );
    return rows[0].isSettled;
  }

  /** The number of pulls of a sport after its job ran once. */
  async function pullsOf(sport: string): Promise<number> {
    const { database, env } = machines.world;
    await workerJobs({ env, log: createLog('silent'), database, sessionSecret: testSessionSecret, demo: null })
      .find(({ name }) => name === `pull ${sport}`)
      ?.run();
    const { rows } = await database.pool.query('select count(*)::int as pulls from pulls where sport = $1', [sport]);
    return rows[0].pulls;
  }

  test('goes on beside a disabled one, and settles the rest once it is back', async () => {
    const { world, citus, lost, address } = machines;
    const { database } = world;
    const games = [await world.addGame(), await world.addGame(), await world.addGame(), await world.addGame()];
    const [both, onlyThere, byHand, unbet] = games;
    if (!both || !onlyThere || !byHand || !unbet) throw new Error('a game is missing');
    for (const league of [here, there]) for (const game of [both, byHand]) await bet(league, game);
    await bet(there, onlyThere);
    const over = await machines.leagueOn('other', player);
    await endLeague(database.db, over);

    await lost.stop();
    await machines.untilLost();
    expect([database.machines.canWriteCopies, await pullsOf('NFL')]).toEqual([false, 0]);
    await disableMachine(citus.url, address, true);
    await vi.waitUntil(() => database.machines.canWriteCopies, { timeout: 20_000 });
    expect(await pullsOf('NFL')).toBe(1); // without a network it failed

    await world.confirm(final(both, 30, 0), final(onlyThere, 30, 0), final(unbet, 30, 0));
    expect(await settleGames(database, later(), 0)).toEqual({ games: 1, legs: 1, tickets: 1 });
    const said: ByHand = {
      gameId: byHand.id,
      outcome: { isVoid: true },
      reason: 'The stadium burned',
      setById: null,
    };
    const preview = await previewResult(database, said);
    const written = await setResult(database, said, 0);
    expect([preview.isWhole, written.isWhole, written.leagues.map(({ name }) => name)]).toEqual([
      false,
      false,
      [here.name],
    ]);
    expect(await betsIn(here)).toEqual({ [both.id]: 'won', [byHand.id]: 'push' });
    // None may count as settled: nobody knows what lies on the lost machine.
    expect(await Promise.all(games.map(({ id }) => isSettled(id)))).toEqual([false, false, false, false]);
    expect(await listOverdueGames(database, later())).toEqual([]);
    const { these } = await reachableLeagues(database);
    expect(await listStuck(database.db, later(), these)).toEqual([]);

    const weeks = async () => (await player.call(leagueWeeks, { params: { id: here.id } })).reply;
    const ends = new Date((await weeks()).running?.endsAt ?? '');
    await freezeWeeks(atTime(database, new Date(ends.getTime() + freezeAfterMs)));
    expect((await weeks()).frozen.map(({ number }) => number)).toEqual([1]);
    await finalizeLeagues(database);
    const { rows } = await database.pool.query('select finalized_at from leagues where leagues.id = $1', [over.id]);
    expect(rows).toEqual([{ finalized_at: expect.any(Date) }]);

    await lost.start();
    await enableMachine(citus.url, address);
    await machines.untilFound();
    await settleGames(database, later(), 0);
    expect(await betsIn(there)).toEqual({ [both.id]: 'won', [byHand.id]: 'push', [onlyThere.id]: 'won' });
    expect(await Promise.all(games.map(({ id }) => isSettled(id)))).toEqual([true, true, true, true]);
    await expectLedgerBalances(database.db);
  });

  test('settles the leagues of a machine unless another worker has claimed it', async () => {
    const { world } = machines;
    const { database } = world;
    const game = await world.addGame();
    await bet(here, game);
    await bet(there, game);
    await world.confirm(final(game, 30, 0));
    const other = await database.pool.connect();
    const claimed = database.machines.of(there.id);
    await other.query('select pg_advisory_lock(8, $1)', [claimed]);
    expect(await settleGames(database, later(), 0)).toEqual({ games: 1, legs: 1, tickets: 1 });
    expect([(await betsIn(here))[game.id], (await betsIn(there))[game.id]]).toEqual(['won', 'pending']);
    expect(await isSettled(game.id)).toBe(false);

    other.release(new Error('the other worker dies')); // its connection ends, and so does its claim
    await vi.waitUntil(async () => (await settleGames(database, later(), 0)).tickets === 1);
    expect((await betsIn(there))[game.id]).toBe('won');
    expect(await isSettled(game.id)).toBe(true);
  });

  test('shares its work with others, each bet settled once', async () => {
    const { world } = machines;
    const { database } = world;
    const games = await Promise.all(Array.from({ length: 6 }, () => world.addGame()));
    for (const league of [here, there]) for (const game of games) await bet(league, game);
    await world.confirm(...games.map((game) => final(game, 30, 0)));
    const runs = await Promise.all(Array.from({ length: 3 }, () => settleGames(database, later(), 0)));
    const last = await settleGames(database, later(), 0); // marks what no run of the three went through whole
    expect([...runs, last].reduce((sum, { tickets }) => sum + tickets, 0)).toBe(12);
    expect(await Promise.all(games.map(({ id }) => isSettled(id)))).toEqual(games.map(() => true));
    await expectLedgerBalances(database.db);
  });
});
