import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Replay, startReplay } from '../replay/replay.ts';
import { randomFrom } from '../testing/bulk.ts';
import { checkBooks, checkByTheDoor, checkPromises, settleAll } from './checks.ts';
import { gatherCrowd } from './crowd.ts';
import { type Fault, type FaultName, faults, type Suffered, suffer } from './faults.ts';
import { type Listeners, startListeners } from './listeners.ts';
import { type Load, seenGames, startLoad } from './load.ts';
import { createModel } from './model.ts';
import { announce, planGames, play } from './planned-games.ts';
import { openSite, type Site, type Stage } from './stage.ts';
import { createViolations } from './violations.ts';

export type RoundPlan = {
  seed: number;
  /** In the order in which they come. */
  faults: readonly FaultName[];
  /** How long games begin one after the other. */
  seasonMs: number;
  games: number;
  /** Whether a recovery that takes too long is a violation. */
  isTimed: boolean;
  /** Hears what happens. */
  tell(words: string): void;
};

export type RoundReport = {
  seed: number;
  suffered: Suffered[];
  requests: number;
  acked: number;
  retried: number;
  unserved: Record<string, number>;
  turnedAway: number;
  streams: number;
  reconnects: number;
  refused: Record<string, number>;
  /** How often the books were looked at. */
  looks: number;
  violations: string[];
};

const examples = join(import.meta.dirname, '..', 'feed', 'examples');
const crowdSize = 14;
const headStartMs = 3_000; // after the workers have started: until they have brought the slates
const slatesWithinMs = 30_000;

/**
 * One round: real processes under load, a season that is played meanwhile, and faults; then everything is settled, and
 * every member must have what the model says to the hundredth.
 */
export async function playRound(plan: RoundPlan): Promise<RoundReport> {
  const violations = createViolations();
  const chanceOfLoad = randomFrom(plan.seed + 1);
  const replay = await startReplay({ folder: examples });
  const site = await openSite(replay.url, chanceOfLoad, violations).catch(async (error: unknown) => {
    await replay.close();
    throw error;
  });
  try {
    return await live(plan, site, replay, chanceOfLoad);
  } finally {
    await site.close();
    await replay.close();
  }
}

/** The round on a site that is open: a season, people, faults, and what must have come of it. */
async function live(plan: RoundPlan, site: Site, replay: Replay, chanceOfLoad: () => number): Promise<RoundReport> {
  const { violations, service } = site;
  const random = randomFrom(plan.seed);
  const model = createModel(violations);
  const begin = Date.now() + headStartMs + 2 * site.bootMs;
  const lastAt = begin + plan.seasonMs;
  const games = planGames(replay, random, { count: plan.games, firstAt: begin + 2_000, lastAt });
  announce(replay, games);
  const season = play(replay, games);
  let load: Load | null = null;
  let listeners: Listeners | null = null;
  try {
    const dates = { doorClosesAt: begin + plan.seasonMs / 2, endsAt: begin + plan.seasonMs * 0.6 };
    const [crowd] = await Promise.all([
      gatherCrowd(service, model, { size: crowdSize, ...dates }),
      ...site.workers.map((worker) => worker.start()),
    ]);
    const scene = { ...site, model, crowd, games, random: chanceOfLoad };
    load = startLoad(scene, await slatesOf(scene));
    listeners = startListeners(scene);
    const stage: Stage = {
      ...site,
      replay,
      crowd,
      load,
      listeners,
      chosen: ([one, other]) => (random() < 0.5 ? one : other),
      checkPromises: () => checkPromises(site),
    };
    const lane = (wanted: Fault['lane']) => plan.faults.filter((name) => faults[name].lane === wanted);
    plan.tell(`  ${games.length} games, ${crowd.players.length} members, and the load begins`);
    const suffered = await Promise.all([suffer(stage, lane('service'), plan), suffer(stage, lane('provider'), plan)]);
    await pause(Math.max(0, lastAt - Date.now()));
    await load.stop();
    listeners.stop();
    await season.over;
    plan.tell('  the load is over');
    await settleAll(site, model, games);
    await checkBooks(site, model, games, crowd.ending.id);
    await checkByTheDoor(site, model, games, crowd.players);
    return {
      seed: plan.seed,
      suffered: suffered.flat(),
      ...service.counts,
      ...load.counts,
      ...listeners.counts,
      looks: site.watch.looks(),
      violations: violations.list(),
    };
  } finally {
    season.stop();
    listeners?.stop();
    await load?.stop();
  }
}

/** The planned games, once the slates show all of them. */
async function slatesOf(scene: Parameters<typeof seenGames>[0]) {
  const deadline = Date.now() + slatesWithinMs;
  for (;;) {
    const seen = await seenGames(scene);
    if (seen.length === scene.games.length) return seen;
    if (Date.now() > deadline) throw new Error(`the slates show ${seen.length} of ${scene.games.length} games`);
    await pause(50);
  }
}
