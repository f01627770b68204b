import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Replay, startReplay } from '../replay/replay.ts';
import { randomFrom } from '../testing/bulk.ts';
import { checkBooks, checkPromises, checkThroughApi, settleAll } from './checks.ts';
import { gatherCrowd, setDates } from './crowd.ts';
import { type Deployment, type Scenario, startDeployment } from './deployment.ts';
import { type Fault, type FaultName, type FaultReport, faults, injectFaults, type Outage } from './faults.ts';
import { type Listeners, startListeners } from './listeners.ts';
import { type Load, seenGames, startLoad } from './load.ts';
import { createModel } from './model.ts';
import { announce, beginEndlessGame, planGames, play } from './planned-games.ts';
import { createViolations } from './violations.ts';

export type RoundPlan = {
  seed: number;
  /** Whether the database is a Citus of three servers; else it is one Postgres. */
  onCitus: boolean;
  /** In the order of injection. */
  faults: readonly FaultName[];
  /** Time between the first and the last start of a game. */
  kickOffSpanMs: number;
  games: number;
  /** Visits started per second. */
  rate: number;
  /** Whether a late recovery is a violation. */
  isTimed: boolean;
  log(words: string): void;
};

export type RoundReport = {
  seed: number;
  injected: FaultReport[];
  requests: number;
  acked: number;
  retried: number;
  unserved: Record<string, number>;
  skipped: number;
  streams: number;
  reconnects: number;
  refused: Record<string, number>;
  /** The number of checks of the ledger. */
  reads: number;
  violations: string[];
  /** The last lines that each process printed: those of its start, then errors alone. */
  output: string[];
};

const examples = join(import.meta.dirname, '..', 'feed', 'examples');
const crowdSize = 14;
const furtherLeagues = 6; // Chosen: so many that hardly ever all leagues are on one machine
const headStartMs = 3_000; // for the workers to poll the slates after they have started
const slatesWithinMs = 30_000;

/**
 * One round: real processes under load, games and faults at the same time. At the end everything must settle, and every
 * member's funds must equal the model's to the hundredth.
 */
export async function playRound(plan: RoundPlan): Promise<RoundReport> {
  const violations = createViolations();
  const chanceOfLoad = randomFrom(plan.seed + 1);
  const replay = await startReplay({ folder: examples });
  const served = { feedUrl: replay.url, onCitus: plan.onCitus };
  const deployment = await startDeployment(served, chanceOfLoad, violations).catch(async (error: unknown) => {
    await replay.close();
    throw error;
  });
  try {
    return await runRound(plan, deployment, replay, chanceOfLoad);
  } finally {
    await deployment.close();
    await replay.close();
  }
}

/** The round on running processes: users, games and faults, then all checks. */
async function runRound(
  plan: RoundPlan,
  deployment: Deployment,
  replay: Replay,
  chanceOfLoad: () => number,
): Promise<RoundReport> {
  const { violations, service } = deployment;
  const random = randomFrom(plan.seed);
  const model = createModel(violations);
  // On Citus a busy machine needs minutes to gather the crowd, so the games are planned once it is there.
  const crowd = await gatherCrowd(service, model, { size: crowdSize, further: plan.onCitus ? furtherLeagues : 0 });
  const begin = Date.now() + headStartMs + 2 * deployment.bootMs;
  const lastAt = begin + plan.kickOffSpanMs;
  const games = planGames(replay, random, { count: plan.games, firstAt: begin + 2_000, lastAt });
  announce(replay, games);
  beginEndlessGame(replay);
  const playing = play(replay, games);
  let load: Load | null = null;
  let listeners: Listeners | null = null;
  try {
    const dates = { joinDeadlineAt: begin + plan.kickOffSpanMs / 2, endsAt: begin + plan.kickOffSpanMs * 0.6 };
    await Promise.all([setDates(service, crowd, dates), ...deployment.workers.map((worker) => worker.start())]);
    const scene = { ...deployment, model, crowd, games, random: chanceOfLoad };
    load = startLoad(scene, await slatesOf(scene), plan.rate);
    listeners = startListeners(scene);
    const scenario: Scenario = {
      ...deployment,
      replay,
      crowd,
      load,
      listeners,
      chosen: (from) => {
        const one = from[Math.floor(random() * from.length)];
        if (one === undefined) throw new Error('there is none to choose from');
        return one;
      },
      checkPromises: () => checkPromises(deployment),
    };
    const queue = (wanted: Fault['queue']) => plan.faults.filter((name) => faults[name].queue === wanted);
    plan.log(`  ${games.length} games, ${crowd.players.length} members, and the load begins`);
    const outage: Outage = { isUnderWay: false, recoveredAt: 0 };
    const injected = await Promise.all([
      injectFaults(scenario, queue('service'), plan, outage),
      injectFaults(scenario, queue('provider'), plan, outage),
    ]);
    await pause(Math.max(0, lastAt - Date.now()));
    await load.stop();
    listeners.stop();
    await playing.over;
    plan.log('  the load is over');
    await settleAll(deployment, model, games);
    await checkBooks(deployment, model, games, crowd.ending.id);
    await checkThroughApi(deployment, model, games, crowd.players);
    return {
      seed: plan.seed,
      injected: injected.flat(),
      ...service.counts,
      ...load.counts,
      ...listeners.counts,
      reads: deployment.watch.reads(),
      violations: violations.list(),
      output: [...deployment.webs, ...deployment.workers].flatMap(({ name, lastLines }) =>
        lastLines().map((line) => `${name}: ${line}`),
      ),
    };
  } finally {
    playing.stop();
    listeners?.stop();
    await load?.stop();
  }
}

/** Waits until the slates show all planned games. */
async function slatesOf(scene: Parameters<typeof seenGames>[0]) {
  const deadline = Date.now() + slatesWithinMs;
  for (;;) {
    const seen = await seenGames(scene);
    if (seen.length === scene.games.length) return seen;
    if (Date.now() > deadline) throw new Error(`the slates show ${seen.length} of ${scene.games.length} games`);
    await pause(50);
  }
}
