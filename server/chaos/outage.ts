import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { placeBet } from '#shared/api/bets.ts';
import type { GameView } from '#shared/api/games.ts';
import { leaderboard } from '#shared/api/groups.ts';
import { counted } from '#shared/domain/count.ts';
import { offers, quoteOf } from '#shared/domain/market.ts';
import { percentile } from '../bench/figures.ts';
import { enableMachine } from '../db/enable-machine.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';
import { startReplay } from '../replay/replay.ts';
import { randomFrom } from '../testing/bulk.ts';
import { gatherCrowd, type Player } from './crowd.ts';
import type { RoundMachine } from './database.ts';
import { type Deployment, startDeployment } from './deployment.ts';
import { seenGames } from './load.ts';
import { createModel } from './model.ts';
import { announce, type PlannedGame, planGames } from './planned-games.ts';
import { createViolations } from './violations.ts';

/** One of two sides: the leagues of the machine that goes away, or all others. */
type Side = 'lost' | 'others';
type Call = {
  side: Side;
  kind: 'bet' | 'leaderboard';
  key: string;
  startedAt: number;
  ms: number;
  isAnswered: boolean;
};
type Seat = { player: Player; leagueId: string; side: Side };
/** The instants of an outage, in milliseconds since 1970. */
type Times = { startedAt: number; endedAt: number; overAt: number };

const examples = join(import.meta.dirname, '..', 'feed', 'examples');
const beforeMs = 15_000;
const awayMs = 40_000; // longer than a worker waits before it disables a machine that does not answer
const afterMs = 20_000;
const everyMs = 50; // Chosen: 20 calls a second, which two cores serve beside other work
const hourMs = 3_600_000;
const leagues = 6;
const players = 6;

const outages = {
  'a machine is cut off': { take: (machine) => machine.cut(), giveBack: (machine) => machine.start() },
  'a machine is frozen': { take: (machine) => machine.freeze(), giveBack: (machine) => machine.thaw() },
} satisfies Record<string, Record<'take' | 'giveBack', (machine: RoundMachine) => Promise<void>>>;

/**
 * `npm run outage`: takes one machine of a Citus away for 40 s while players of all leagues bet and read leaderboards,
 * and restarts the coordinator. Prints what the leagues of the other machines notice; each outage has a new database.
 */
async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  for (const [name, { take, giveBack }] of Object.entries(outages)) {
    await inDeployment(async (deployment, seats, games, machine) => {
      const load = startLoad(deployment, seats, games);
      await pause(beforeMs);
      const startedAt = Date.now();
      await take(machine);
      await pause(Math.max(0, startedAt + awayMs - Date.now()));
      await giveBack(machine);
      const endedAt = await enabledAt(deployment, machine);
      await pause(afterMs);
      const calls = await load.stop();
      await report(name, deployment, calls, { startedAt, endedAt, overAt: endedAt + afterMs });
    });
  }
  await inDeployment(async (deployment, seats, games) => {
    const load = startLoad(deployment, seats, games);
    await pause(beforeMs);
    const startedAt = Date.now();
    await deployment.database.restart('SIGINT');
    const endedAt = Date.now();
    await pause(afterMs);
    const calls = await load.stop();
    await report('the coordinator is restarted', deployment, calls, { startedAt, endedAt, overAt: endedAt + afterMs });
  });
}

/** Enables the machine if a worker has disabled it, and returns the time; tries again while the machine starts. */
async function enabledAt({ database }: Deployment, { address }: RoundMachine): Promise<number> {
  for (;;) {
    try {
      await enableMachine(database.url, address);
      return Date.now();
    } catch (error) {
      process.stdout.write(`  ${address} is not enabled yet: ${String(error)}\n`);
      await pause(250);
    }
  }
}

/** Runs `work` with processes on a new Citus, and a seat of each player in each league. */
async function inDeployment(
  work: (deployment: Deployment, seats: Seat[], games: GameView[], machine: RoundMachine) => Promise<void>,
): Promise<void> {
  const violations = createViolations();
  const random = randomFrom(1);
  const replay = await startReplay({ folder: examples });
  const deployment = await startDeployment({ feedUrl: replay.url, onCitus: true }, random, violations);
  try {
    const games = planGames(replay, random, {
      count: 9,
      firstAt: Date.now() + hourMs,
      lastAt: Date.now() + 2 * hourMs,
    });
    announce(replay, games);
    await deployment.workers[0].start();
    const dates = { joinDeadlineAt: Date.now() + hourMs, endsAt: Date.now() + 24 * hourMs }; // after all games
    const size = { size: players, further: leagues, ...dates };
    const crowd = await gatherCrowd(deployment.service, createModel(violations), size);
    const [machine] = deployment.database.machines;
    if (!machine) throw new StartupError('a Citus has machines');
    const seats: Seat[] = [];
    for (const player of crowd.players) {
      for (const { id } of player.leagues) {
        const side = (await addressOf(deployment, id)) === machine.address ? 'lost' : 'others';
        seats.push({ player, leagueId: id, side });
      }
    }
    const open = await openGames(deployment, crowd, games);
    await work(deployment, seats, open, machine);
    for (const words of violations.list()) process.stdout.write(`  VIOLATION ${words}\n`);
    if (violations.list().length > 0) process.exitCode = 1;
  } finally {
    await deployment.close();
    await replay.close();
  }
}

/** The planned games, once the worker has polled all of them. */
async function openGames(
  { service }: Deployment,
  crowd: Parameters<typeof seenGames>[0]['crowd'],
  games: readonly PlannedGame[],
): Promise<GameView[]> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const seen = await seenGames({ service, crowd, games });
    if (seen.length === games.length) return seen;
    if (Date.now() > deadline) throw new Error(`the slates show ${seen.length} of ${games.length} games`);
    await pause(100);
  }
}

/** HOST:PORT of the machine that has the league. */
async function addressOf({ watch }: Deployment, leagueId: string): Promise<string> {
  const [row] = await watch.rows<{ address: string }>(
    `select nodename || ':' || nodeport as address from pg_dist_placement join pg_dist_node using (groupid)
     where shardid = get_shard_id_for_distribution_column('leagues', $1::uuid)`,
    [leagueId],
  );
  return row?.address ?? '';
}

/** An open load: every 50 ms a call starts, alternately of either side and either kind. Nothing is tried again. */
function startLoad({ service }: Deployment, seats: readonly Seat[], games: readonly GameView[]) {
  const calls: Call[] = [];
  const underway = new Set<Promise<void>>();
  let number = 0;
  const bySide = {
    lost: seats.filter(({ side }) => side === 'lost'),
    others: seats.filter(({ side }) => side === 'others'),
  };
  const call = async (at: number) => {
    const side = at % 2 === 0 ? 'lost' : 'others';
    const seat = bySide[side][at % bySide[side].length];
    const game = games[at % games.length];
    const [offer] = game ? offers(game.sport, quoteOf(game)) : [];
    if (!seat || !game || !offer) throw new Error('there is nothing to bet on');
    const { player, leagueId } = seat;
    const [key, startedAt] = [uuid(), Date.now()];
    const kind = at % 4 < 2 ? 'bet' : 'leaderboard';
    const line = offer.line === null ? null : String(offer.line);
    const leg = { gameId: game.id, betType: offer.market, betSide: offer.side, odds: offer.price, line };
    const answer = await (kind === 'bet'
      ? service.askOnce(player, placeBet, { key, body: { ...leg, groupId: leagueId, amount: '1' } })
      : service.askOnce(player, leaderboard, { params: { id: leagueId } }));
    calls.push({ side, kind, key, startedAt, ms: Date.now() - startedAt, isAnswered: answer?.reply != null });
  };
  const timer = setInterval(() => {
    const running = call(number);
    number += 1;
    underway.add(running);
    void running.then(() => underway.delete(running));
  }, everyMs);
  return {
    stop: async (): Promise<Call[]> => {
      clearInterval(timer);
      await Promise.all(underway);
      return calls;
    },
  };
}

/** Prints the failures and latencies of either side, and whether the bets are what their players were answered. */
async function report(
  name: string,
  { watch }: Deployment,
  calls: readonly Call[],
  { startedAt, endedAt, overAt }: Times,
): Promise<void> {
  const say = (words: string) => process.stdout.write(`${words}\n`);
  say(`${name}: for ${((endedAt - startedAt) / 1_000).toFixed(1)} s`);
  const phases: [string, number, number][] = [
    ['before', 0, startedAt],
    ['first second', startedAt, startedAt + 1_000],
    ['then', startedAt + 1_000, endedAt],
    ['after', endedAt, overAt],
  ];
  say('  | leagues | phase | calls | failed | p50 ms | p99 ms |');
  for (const side of ['others', 'lost'] as const) {
    for (const [phase, from, to] of phases) {
      const some = calls.filter((call) => call.side === side && call.startedAt >= from && call.startedAt < to);
      const took = some.map(({ ms }) => ms);
      const failed = some.filter(({ isAnswered }) => !isAnswered).length;
      say(
        `  | ${side} | ${phase} | ${some.length} | ${failed} | ${percentile(took, 0.5)} | ${percentile(took, 0.99)} |`,
      );
    }
    const seconds = new Map<number, number>();
    for (const call of calls.filter((each) => each.side === side && !each.isAnswered)) {
      const second = Math.floor((call.startedAt - startedAt) / 1_000);
      seconds.set(second, (seconds.get(second) ?? 0) + 1);
    }
    const failures = [...seconds].toSorted(([a], [b]) => a - b).map(([second, count]) => `${second}: ${count}`);
    say(`  failed by second: ${failures.join(', ') || 'none'}`);
  }
  const rows = await watch.rows<{ key: string }>('select idempotency_key as key from tickets');
  const stored = new Set(rows.map(({ key }) => key));
  for (const side of ['others', 'lost'] as const) {
    const bets = calls.filter((call) => call.side === side && call.kind === 'bet');
    const acked = bets.filter(({ isAnswered }) => isAnswered);
    const unanswered = bets.filter(({ key, isAnswered }) => !isAnswered && stored.has(key));
    const later = unanswered.filter(({ startedAt: at }) => at >= startedAt + 1_000).length;
    const missing = acked.filter(({ key }) => !stored.has(key)).length;
    say(
      `  ${side}: ${counted(acked.length, 'bet')} acknowledged, ${missing} of them missing; ${unanswered.length} stored without an answer, ${later} of them begun after the first second`,
    );
    if (missing > 0) process.exitCode = 1;
  }
}

main().catch(exitWith);
