import { connect, type Socket } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { forgotPassword } from '#shared/api/auth.ts';
import { listGroups } from '#shared/api/groups.ts';
import type { Process } from './processes.ts';
import type { Stage } from './stage.ts';

/**
 * Something that goes wrong. Those of one lane come one after the other; both lanes go on at once.
 *
 * strike     brings it and returns when it is over.
 * awaited    what the product does not do again yet after a fault that ended at this instant; null when all is well.
 */
export type Fault = {
  lane: 'service' | 'provider';
  strike(stage: Stage): Promise<void>;
  awaited(stage: Stage, since: number): Promise<string | null>;
};

const wellAgainWithinMs = 5_000; // issue 7, on a machine that has the time
const halfOpenCount = 500; // hardening F7
const frozenMs = 4_200; // longer than a client waits for an answer
const rush = 200; // hardening F4, requests a second
const silentMs = 7_000; // longer than the app waits for an answer of the database
const clockAheadMs = 5 * 60_000; // further than the product takes for a clock that is being synchronised
const sleptMs = 3 * 3_600_000;

/** Every web process answers from the database, both workers have worked, and every open page hears of changes. */
async function allWork(stage: Stage, since: number): Promise<string | null> {
  const browser = stage.crowd.players[0] ?? { cookie: null };
  for (const web of stage.webs) {
    if ((await stage.service.glance(browser, listGroups, {}, web))?.status !== 200) return web.name;
  }
  const alive = await stage.watch.rows<{ pid: string }>(
    `select split_part(worker, ':', 2) as pid from heartbeats where at > $1`,
    [new Date(since)],
  );
  const idle = stage.workers.find((worker) => !alive.some(({ pid }) => Number(pid) === worker.pid()));
  if (idle) return idle.name;
  const deaf = stage.listeners.deafSince(since);
  return deaf > 0 ? `${deaf} open pages` : null;
}

async function pullsAgain(stage: Stage, since: number): Promise<string | null> {
  const [row] = await stage.watch.rows<{ sports: number }>(
    `select count(distinct sport)::int as sports from pulls where failure is null and at > $1`,
    [new Date(since)],
  );
  return row?.sports ? null : 'a pull';
}

const onService = (strike: Fault['strike']): Fault => ({
  lane: 'service',
  strike,
  awaited: allWork,
});
/** Sets the clock of a process ahead, then back, then right, each at once. */
async function jumpClock(process: Process): Promise<void> {
  for (const aheadMs of [clockAheadMs, -clockAheadMs, 0]) {
    await process.setClock(aheadMs);
    await pause(1_500);
  }
}

const onFeed = (mode: '500' | 'html' | 'truncated' | 'hang' | 'drip', ms: number): Fault => ({
  lane: 'provider',
  strike: async ({ replay }) => {
    replay.misbehave({ mode });
    await pause(ms);
    replay.misbehave({ mode: 'none' });
  },
  awaited: pullsAgain,
});

export const faults = {
  'connections cut': onService(async ({ database }) => {
    for (let times = 0; times < 3; times += 1) {
      await database.cutConnections();
      await pause(200);
    }
  }),
  'database restarted': onService(({ database }) => database.restart('SIGINT')),
  'database killed': onService(({ database }) => database.restart('SIGKILL')),
  'database silent': onService(async ({ network }) => {
    network.silence();
    await pause(silentMs);
    network.speak();
  }),
  'web killed': onService(async ({ webs, chosen }) => {
    const web = chosen(webs);
    await web.end('SIGKILL');
    await web.start();
  }),
  'worker killed': onService(async ({ workers, chosen }) => {
    const worker = chosen(workers);
    await worker.end('SIGKILL');
    await worker.start();
  }),
  'web frozen': onService(async ({ webs, chosen }) => {
    const web = chosen(webs);
    web.freeze();
    await pause(frozenMs);
    web.thaw();
  }),
  'worker frozen': onService(async ({ workers, chosen }) => {
    const worker = chosen(workers);
    worker.freeze();
    await pause(frozenMs);
    worker.thaw();
  }),
  'clock of a web jumps': onService(({ webs, chosen }) => jumpClock(chosen(webs))),
  'clock of a worker jumps': onService(({ workers, chosen }) => jumpClock(chosen(workers))),
  'machine asleep': onService(async ({ webs, workers, chosen }) => {
    const asleep = [chosen(webs), chosen(workers)];
    for (const process of asleep) process.freeze();
    // They wake hours later by their own clock, which is set right a moment after.
    for (const process of asleep) await process.setClock(sleptMs);
    await pause(frozenMs);
    for (const process of asleep) process.thaw();
    await pause(1_500);
    for (const process of asleep) await process.setClock(0);
  }),
  'web ended in a rush': onService(async ({ webs, chosen, load, violations }) => {
    const web = chosen(webs);
    const usual = load.rate;
    load.rate = rush;
    await pause(1_000);
    // as behind a balancer: nothing more comes in, and what has been sent must be answered (hardening F4)
    web.isDraining = true;
    for (const request of web.underway) request.mustBeAnswered = request.isSent;
    const code = await web.end('SIGTERM');
    if (code !== 0) violations.add('a web process did not end well', { code, words: web.words() });
    load.rate = usual;
    await web.start();
    web.isDraining = false;
  }),
  'half-open sockets': onService(async ({ webs, chosen }) => {
    const { hostname, port } = new URL(chosen(webs).origin);
    const sockets: Socket[] = Array.from({ length: halfOpenCount }, () => {
      const socket = connect(Number(port), hostname, () => socket.write('POST /api/bets HTTP/1.1\r\nHost: ching\r\n'));
      return socket.on('error', () => undefined);
    });
    await pause(1_000);
    for (const socket of sockets) socket.destroy();
  }),
  'feed gone': onFeed('500', 3_000),
  'feed speaks HTML': onFeed('html', 2_000),
  'feed cut short': onFeed('truncated', 2_000),
  'feed hangs': onFeed('hang', 3_000),
  'feed drips': onFeed('drip', 9_000), // longer than the product waits for a whole answer
  'mail gone': {
    lane: 'provider',
    strike: async ({ mail, service, crowd }) => {
      await mail.leave();
      for (const player of crowd.players.slice(0, 3)) {
        await service.ask(player, forgotPassword, { body: { email: player.email } });
      }
      await pause(1_500);
      await mail.comeBack();
      const [player] = crowd.players;
      if (player) await service.ask(player, forgotPassword, { body: { email: player.email } });
    },
    awaited: async ({ mail }) => (mail.receivedSinceBack() > 0 ? null : 'a letter'),
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];

export type Suffered = { fault: FaultName; lastedMs: number; recoveredMs: number };

const givenUpAfterMs = 60_000;

/** How many times as long everything takes as on a machine of our own: what waits for each of its processors, at least 1. */
function crowdingOfMachine(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}

/** Brings faults of one lane, each once the product is well after the one before. */
export async function suffer(
  stage: Stage,
  names: readonly FaultName[],
  { isTimed, tell }: { isTimed: boolean; tell(words: string): void },
): Promise<Suffered[]> {
  const suffered: Suffered[] = [];
  for (const name of names) {
    const fault: Fault = faults[name];
    const begunAt = Date.now();
    await fault.strike(stage);
    const endedAt = Date.now();
    let last: string | null = null;
    for (let awaited = await fault.awaited(stage, endedAt); awaited; awaited = await fault.awaited(stage, endedAt)) {
      last = awaited;
      if (Date.now() - endedAt > givenUpAfterMs * crowdingOfMachine()) {
        stage.violations.add('the product did not recover', { name, last });
        break;
      }
      await pause(25);
    }
    const recoveredMs = Date.now() - endedAt;
    const crowding = crowdingOfMachine();
    if (isTimed && recoveredMs > wellAgainWithinMs * crowding)
      stage.violations.add('the product recovered late', { name, recoveredMs, last, crowding });
    tell(`  ${name}: ${endedAt - begunAt} ms, well again after ${recoveredMs} ms (machine ${crowding.toFixed(1)})`);
    suffered.push({ fault: name, lastedMs: endedAt - begunAt, recoveredMs });
    await stage.checkPromises();
  }
  return suffered;
}
