import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { forgotPassword } from '#shared/api/auth.ts';
import { listGroups } from '#shared/api/groups.ts';
import { enableMachine } from '../db/enable-machine.ts';
import type { RoundMachine } from './database.ts';
import type { Scenario } from './deployment.ts';
import { loadFactor } from './load-factor.ts';
import type { Process } from './processes.ts';

/**
 * A fault. Faults of one queue run one after the other; both queues run at the same time.
 *
 * inject        starts the fault and returns when it is over.
 * notRecovered  names a part of the product that has not worked since `since`, when the fault ended; null after
 *               recovery.
 * isOutage      the database is away: until the product has recovered from that, it recovers from no fault of a
 *               provider.
 * isOfMachine   needs a Citus with several machines.
 */
export type Fault = {
  queue: 'service' | 'provider';
  isOutage?: true;
  isOfMachine?: true;
  inject(scenario: Scenario): Promise<void>;
  notRecovered(scenario: Scenario, since: number): Promise<string | null>;
};

const recoversWithinMs = 5_000; // Chosen: the limit on an idle machine
const halfOpenCount = 500; // Chosen: docs/security.md#load
const frozenMs = 4_200; // longer than a client waits for an answer
const peakRate = 200; // Chosen: requests a second, docs/operations.md#what-runs
const silentMs = 7_000; // longer than the app's time limit for the database
const clockAheadMs = 5 * 60_000; // more than the product accepts as clock synchronisation
const sleptMs = 3 * 3_600_000;
const machineAwayMs = 20_000; // longer than every time limit of a request and of the database

/** Every web process answers from the database, both workers ran, and every open event stream gets changes. */
async function allWork(scenario: Scenario, since: number): Promise<string | null> {
  const browser = scenario.crowd.players[0] ?? { cookie: null };
  for (const web of scenario.webs) {
    if ((await scenario.service.askOnce(browser, listGroups, {}, web))?.status !== 200) return web.name;
  }
  const alive = await scenario.watch.rows<{ pid: string }>(
    `select split_part(worker, ':', 2) as pid from heartbeats where at > $1`,
    [new Date(since)],
  );
  const idle = scenario.workers.find((worker) => !alive.some(({ pid }) => Number(pid) === worker.pid()));
  if (idle) return idle.name;
  const deaf = scenario.listeners.staleSince(since);
  return deaf > 0 ? `${deaf} open pages` : null;
}

async function pullsAgain(scenario: Scenario, since: number): Promise<string | null> {
  const [row] = await scenario.watch.rows<{ sports: number }>(
    `select count(distinct sport)::int as sports from pulls where failure is null and at > $1`,
    [new Date(since)],
  );
  return row?.sports ? null : 'a pull';
}

const onService = (inject: Fault['inject']): Fault => ({
  queue: 'service',
  inject,
  notRecovered: allWork,
});
/** Sets the clock of a process ahead, then behind, then right. */
async function jumpClock(process: Process): Promise<void> {
  for (const aheadMs of [clockAheadMs, -clockAheadMs, 0]) {
    await process.setClock(aheadMs);
    await pause(1_500);
  }
}

const onFeed = (mode: '500' | 'html' | 'truncated' | 'hang' | 'drip', ms: number): Fault => ({
  queue: 'provider',
  inject: async ({ replay }) => {
    replay.misbehave({ mode });
    await pause(ms);
    replay.misbehave({ mode: 'none' });
  },
  notRecovered: pullsAgain,
});

const onDatabase = (inject: Fault['inject']): Fault => ({ ...onService(inject), isOutage: true });

/** Takes a machine of Citus away for a while, and then puts it back as an operator does. */
const onMachine = (
  take: (machine: RoundMachine) => Promise<void>,
  giveBack: (machine: RoundMachine) => Promise<void>,
): Fault => ({
  ...onDatabase(async ({ database, chosen }) => {
    const machine = chosen(database.machines);
    await take(machine);
    await pause(machineAwayMs);
    await giveBack(machine);
  }),
  isOfMachine: true,
  notRecovered: async (scenario, since) => {
    // A worker may have disabled the machine, also just before it came back. An active one stays as it is.
    for (const { address } of scenario.database.machines) {
      const enabling = enableMachine(scenario.database.url, address);
      const refused = await enabling.then(() => null).catch((error: Error) => error);
      if (refused) return `${address}: ${refused.message}`; // on a busy machine it may answer too late; it is asked again
    }
    return allWork(scenario, since);
  },
});

export const faults = {
  'connections cut': onService(async ({ database }) => {
    for (let times = 0; times < 3; times += 1) {
      await database.cutConnections();
      await pause(200);
    }
  }),
  'database restarted': onDatabase(({ database }) => database.restart('SIGINT')),
  'database killed': onDatabase(({ database }) => database.restart('SIGKILL')),
  'database silent': onDatabase(async ({ network }) => {
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
    // After the freeze their clocks are hours ahead, and are set right a moment later.
    for (const process of asleep) await process.setClock(sleptMs);
    await pause(frozenMs);
    for (const process of asleep) process.thaw();
    await pause(1_500);
    for (const process of asleep) await process.setClock(0);
  }),
  'web ended in a rush': onService(async ({ webs, chosen, load, violations }) => {
    const web = chosen(webs);
    const usual = load.rate;
    load.rate = peakRate;
    await pause(1_000);
    // As behind a load balancer: no new requests arrive, and sent ones must be answered. docs/operations.md#what-runs
    web.isDraining = true;
    for (const request of web.underway) request.mustBeAnswered = request.isSent;
    const code = await web.end('SIGTERM');
    if (code !== 0) violations.add('a web process did not end well', { code, words: web.lastLines() });
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
  'machine gone': onMachine(
    (machine) => machine.cut(),
    (machine) => machine.start(),
  ),
  'machine frozen': onMachine(
    (machine) => machine.freeze(),
    (machine) => machine.thaw(),
  ),
  'feed gone': onFeed('500', 3_000),
  'feed speaks HTML': onFeed('html', 2_000),
  'feed cut short': onFeed('truncated', 2_000),
  'feed hangs': onFeed('hang', 3_000),
  'feed drips': onFeed('drip', 9_000), // longer than the product's time limit for an answer
  'mail gone': {
    queue: 'provider',
    inject: async ({ mail, service, crowd }) => {
      await mail.leave();
      for (const player of crowd.players.slice(0, 3)) {
        await service.ask(player, forgotPassword, { body: { email: player.email } });
      }
      await pause(1_500);
      await mail.comeBack();
      const [player] = crowd.players;
      if (player) await service.ask(player, forgotPassword, { body: { email: player.email } });
    },
    notRecovered: async ({ mail }) => (mail.receivedSinceBack() > 0 ? null : 'a letter'),
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
const allNames = Object.keys(faults) as FaultName[];
export const faultNames = allNames.filter((name) => !isOfMachine(name));
/** The faults of a round on Citus: those of its machines, and those that leave work half done between machines. */
export const citusFaultNames: FaultName[] = [
  ...allNames.filter(isOfMachine),
  'connections cut',
  'database restarted',
  'database killed',
  'web killed',
  'worker killed',
  'feed gone',
  'mail gone',
];

export type FaultReport = { fault: FaultName; lastedMs: number; recoveredMs: number };

const givenUpAfterMs = 60_000;

/** Whether the database is away, and when the product last recovered from that: shared by both queues of a round. */
export type Outage = { isUnderWay: boolean; recoveredAt: number };

function isOfMachine(name: FaultName): boolean {
  const fault: Fault = faults[name];
  return fault.isOfMachine ?? false;
}

/** Injects the faults of one queue, each after the product has recovered from the one before. */
export async function injectFaults(
  scenario: Scenario,
  names: readonly FaultName[],
  { isTimed, log }: { isTimed: boolean; log(words: string): void },
  outage: Outage,
): Promise<FaultReport[]> {
  const injected: FaultReport[] = [];
  for (const name of names) {
    const fault: Fault = faults[name];
    const begunAt = Date.now();
    if (fault.isOutage) outage.isUnderWay = true;
    await fault.inject(scenario);
    const endedAt = Date.now();
    let last: string | null = null;
    for (
      let notRecovered = await fault.notRecovered(scenario, endedAt);
      notRecovered;
      notRecovered = await fault.notRecovered(scenario, endedAt)
    ) {
      last = notRecovered;
      if (Date.now() - endedAt > givenUpAfterMs * loadFactor()) {
        scenario.violations.add('the product did not recover', { name, last });
        break;
      }
      await pause(25);
    }
    const recoveredAt = Date.now();
    if (fault.isOutage) Object.assign(outage, { isUnderWay: false, recoveredAt });
    const outageEndedAt = outage.isUnderWay ? recoveredAt : outage.recoveredAt;
    const countsFrom = fault.queue === 'provider' ? Math.max(endedAt, outageEndedAt) : endedAt;
    const recoveredMs = recoveredAt - countsFrom;
    const factor = loadFactor();
    if (isTimed && recoveredMs > recoversWithinMs * factor)
      scenario.violations.add('the product recovered late', { name, recoveredMs, last, factor });
    log(`  ${name}: ${endedAt - begunAt} ms, well again after ${recoveredMs} ms (machine ${factor.toFixed(1)})`);
    injected.push({ fault: name, lastedMs: endedAt - begunAt, recoveredMs });
    await scenario.checkPromises();
  }
  return injected;
}
