import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import bcrypt from 'bcrypt';
import type pg from 'pg';
import { connect } from '../db/connection.ts';
import { createLog } from '../lib/log.ts';
import { cloneTemplate } from '../testing/cluster.ts';
import { ownerPool } from '../testing/owner-pool.ts';
import { type Crowd, type CrowdSize, fillCrowd } from './crowd.ts';
import { ledgerErrors } from './ledger-check.ts';
import { whileGamesAreLive } from './live-games.ts';
import { type LoadRow, type LoadSize, measureLoad } from './load.ts';
import { type LongListFigures, longListsOf, measureLongLists } from './long-lists.ts';
import { type MachineFigures, measureMachines } from './machines.ts';
import { measureOverlong, type OverlongFigures } from './overlong.ts';
import { livePagesOf, measurePages, type PageFigures, pagesOf } from './pages.ts';
import type { Rounds } from './paired-runs.ts';
import { measurePlacing, type Placing } from './place.ts';
import { wholeReads } from './plans.ts';
import { recorded } from './recorded.ts';
import {
  betRequest,
  currentUserRequest,
  gameBetsRequest,
  gamesRequest,
  ifEndedRequest,
  lastSevenDaysPageRequest,
  lastSevenDaysRequest,
  leaderboardRequest,
  leaguesRequest,
  memberBetsPageRequest,
  memberBetsRequest,
  myBetsPageRequest,
  myBetsRequest,
  ownFormRequest,
  ownLuckRequest,
  raceRequest,
  recordRequest,
  slatePath,
  weekPath,
} from './requests.ts';
import { measureSettling, type SettleFigures, type SettleSize } from './settling.ts';
import { measureSlate, type SlateFigures } from './slate.ts';

export type Sizes = {
  crowd: CrowdSize;
  /** The bcrypt cost of all users' passwords. */
  passwordCost: number;
  bettors: number;
  placing: Rounds;
  slate: Rounds;
  pageTimes: number;
  longListTimes: number;
  settling: SettleSize;
  settlingRounds(tickets: number): number;
  load: LoadSize;
  overlongTimes: number;
  /** Null leaves out the comparison with Citus, which needs an installed one. */
  machines: Rounds | null;
};

export type Figures = {
  postgres: string;
  filledInSeconds: number;
  rows: Record<string, number>;
  placing: Placing;
  slate: SlateFigures;
  pages: PageFigures[];
  longLists: LongListFigures[];
  /** Statements of requests that read a whole table; empty if there are none. */
  wholeReads: string[];
  /** Violated invariants of the ledger at the end; empty if there are none. */
  broken: string[];
  settling: SettleFigures[];
  load: LoadRow[];
  overlong: OverlongFigures[];
  /** Null if it was left out. */
  machines: MachineFigures | null;
};

const password = 'correct horse';

/** Runs every measurement, one after the other, on new databases. `say` gets the name of each step. */
export async function measureAll(clusterUrl: string, sizes: Sizes, say: (words: string) => void): Promise<Figures> {
  const served = await onDatabase(clusterUrl, (database) => measureServing(database, sizes, say));
  say('settling');
  const settled = await onDatabase(clusterUrl, async ({ owner, database }) => {
    const settling = await measureSettling(owner, database, sizes.settling, sizes.settlingRounds);
    return { settling, broken: await ledgerErrors(owner) };
  });
  say('over-long text');
  const overlong = measureOverlong(sizes.overlongTimes);
  say(sizes.machines ? 'Citus' : 'no installed Postgres has Citus: the comparison with it is left out');
  const machines = sizes.machines && (await compareMachines(clusterUrl, sizes.machines));
  const broken = [...served.broken, ...settled.broken, ...(machines?.broken ?? [])];
  return { ...served, overlong, machines, settling: settled.settling, broken };
}

/** Compares a new database of the cluster with a new Citus. If this run is killed, the next one deletes its folder. */
async function compareMachines(clusterUrl: string, rounds: Rounds): Promise<MachineFigures> {
  const folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
  await chmod(folder, 0o755); // the servers may run under another account
  return onDatabase(clusterUrl, ({ url }) => measureMachines(url, folder, rounds));
}

type Opened = { url: string; owner: pg.Pool; database: ReturnType<typeof connect> };

async function onDatabase<T>(clusterUrl: string, work: (opened: Opened) => Promise<T>): Promise<T> {
  const clone = await cloneTemplate(clusterUrl);
  const owner = ownerPool(clone.url);
  const database = connect(clone.url, createLog('error'));
  try {
    return await work({ url: clone.url, owner, database });
  } finally {
    await Promise.all([owner.end(), database.end()]);
    await clone.drop();
  }
}

async function measureServing({ url, owner, database }: Opened, sizes: Sizes, say: (words: string) => void) {
  say('filling');
  const begun = performance.now();
  const crowd = await fillCrowd(owner, database, sizes.crowd, await bcrypt.hash(password, sizes.passwordCost));
  const filledInSeconds = (performance.now() - begun) / 1_000;
  const rows = await countRows(owner);
  say('plans');
  const reads = await plansOfRequests(url, database.pool, crowd);
  say('pages');
  const largest = Math.max(...sizes.crowd.standings);
  const live = await whileGamesAreLive(owner, crowd, largest, () =>
    measurePages(url, livePagesOf(crowd), sizes.pageTimes),
  );
  const pages = [...(await measurePages(url, pagesOf(crowd), sizes.pageTimes)), ...live];
  say('long lists');
  const longLists = await measureLongLists(url, longListsOf(crowd, database.db), sizes.longListTimes);
  say('slate');
  const slate = await measureSlate(url, sizes.slate);
  say('load');
  const load = await measureLoad(url, database, crowd, password, sizes.load);
  say('placing');
  const placing = await measurePlacing(url, crowd, sizes.bettors, sizes.placing);
  say('books');
  const broken = await ledgerErrors(owner);
  const { rows: versions } = await owner.query<{ server_version: string }>('show server_version');
  const postgres = versions[0]?.server_version ?? '';
  return { postgres, filledInSeconds, rows, placing, slate, pages, longLists, load, wholeReads: reads, broken };
}

async function countRows(owner: pg.Pool): Promise<Record<string, number>> {
  const tables = ['users', 'leagues', 'members', 'tickets', 'legs', 'ledger'];
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  const { rows } = await owner.query<Record<string, number>>(`select ${counts.join(', ')}`);
  return rows[0] ?? {};
}

/** Checks the query plans of every statement that each kind of request sends. */
async function plansOfRequests(url: string, pool: pg.Pool, crowd: Crowd): Promise<string[]> {
  const [seat, other, [game]] = [crowd.seat(1), crowd.seat(2), crowd.games];
  if (!game) throw new Error('there is nothing to bet on');
  const answers = await recorded(url, [
    () => currentUserRequest(seat),
    () => leaguesRequest(seat),
    () => recordRequest(seat),
    () => myBetsRequest(seat),
    () => myBetsPageRequest(seat),
    () => leaderboardRequest(seat),
    () => raceRequest(seat),
    () => ifEndedRequest(seat),
    () => lastSevenDaysRequest(seat),
    () => lastSevenDaysPageRequest(seat),
    () => gameBetsRequest(seat, game),
    () => memberBetsRequest(seat, other),
    () => memberBetsPageRequest(seat, other),
    () => ownFormRequest(seat),
    () => ownLuckRequest(seat),
    () => betRequest(seat, game),
    (time) => gamesRequest(time === 0 ? weekPath : slatePath),
  ]);
  return wholeReads(
    pool,
    answers.flatMap((answer) => answer.transactions),
    'honest',
  );
}
