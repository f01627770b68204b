import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { withSettings } from './connection-settings.ts';
import { addressOf, hasCitus, listMachines, type Machine } from './machines.ts';
import { uuidHash } from './uuid-hash.ts';

/** `lostSince`: when the machine was first found disabled or without an answer; null while it can be reached. */
type WatchedMachine = Machine & { lostSince: Date | null };

/**
 * The knowledge of this process about the machines that have the leagues. Before `start`, and always on a Postgres
 * without sharded leagues, there are no machines and every league can be reached.
 */
export type MachineWatch = {
  /** Reads the map of leagues and starts to watch. Rejects if the coordinator does not answer. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The group of the machine that has the league; null if that is unknown. The coordinator is group 0. */
  of(leagueId: string): number | null;
  /** All machines but the coordinator. */
  all(): WatchedMachine[];
  /**
   * The places of the leagues at this moment, which stay the same after a shard has moved: the groups of the machines
   * that have leagues and are not lost (none on one Postgres), and the group of each league as `of` finds it.
   */
  placement(): { groups: number[]; of(leagueId: string): number | null };
  /** Those of the leagues that are on a lost machine. */
  unreachable(leagueIds: readonly string[]): string[];
  /** All others. */
  reachable(leagueIds: readonly string[]): string[];
  /** Whether no machine is lost. */
  readonly isWhole: boolean;
  /**
   * Whether tables that every machine has a copy of can be written: Citus refuses it while a machine is lost that is not
   * disabled.
   */
  readonly canWriteCopies: boolean;
  /** Whether one Postgres without sharded leagues has all of them. False until `start` has found that out. */
  readonly isOnePostgres: boolean;
};

/** The leagues whose hash lies between `low` and `high`, both included, are on the machine of this group. */
type HashRange = { low: number; high: number; group: number };

const everyMs = 1_000; // Chosen: how long requests may still wait for a machine that is already gone

/** A machine as Citus lists it, and whether its last probe had an answer. */
type ProbedMachine = Machine & { isAnswered: boolean };

const settings = {
  application_name: 'ching-machine-watch',
  synchronous_commit: 'off', // a probe that a crash loses is repeated within a second
  // A probe must connect anew: over a cached connection it would wait for a frozen machine until its statement ends.
  'citus.max_cached_conns_per_worker': '0',
  'citus.node_connection_timeout': '1000', // Chosen: machines of one data center connect within milliseconds
};

/**
 * Asks the coordinator about once a second where the leagues are, and whether it can connect to each machine. A machine
 * is lost after two failed probes in a row, or once it is disabled; one good probe of an active machine finds it again.
 * One process probes a machine for all: a new connection takes each machine tens of milliseconds of CPU time.
 * `url` names the coordinator and the settings of the app's connections.
 */
export function createMachineWatch(url: string, log: Logger): MachineWatch {
  const stopping = new AbortController();
  const machines = new Map<number, WatchedMachine>();
  const loops: Promise<void>[] = [];
  let ranges: HashRange[] = [];
  let isOnePostgres = false;

  const of = (leagueId: string) => groupIn(ranges, leagueId);
  const isLost = (group: number | null) => group !== null && machines.get(group)?.lostSince != null;

  return {
    start: async () => {
      const coordinator = createPool(url);
      stopping.signal.addEventListener('abort', () => void coordinator.end());
      isOnePostgres = !(await isSharded(coordinator));
      if (isOnePostgres) return stopping.abort();
      await readMap(coordinator);
      loops.push(repeated(() => readMap(coordinator)));
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
    of,
    all: () => [...machines.values()],
    placement: () => {
      const present = ranges;
      const groups = [...new Set(present.map(({ group }) => group))].filter((group) => !isLost(group));
      return { groups, of: (leagueId) => groupIn(present, leagueId) };
    },
    unreachable: (leagueIds) => leagueIds.filter((id) => isLost(of(id))),
    reachable: (leagueIds) => leagueIds.filter((id) => !isLost(of(id))),
    get isWhole() {
      return [...machines.values()].every(({ lostSince }) => lostSince === null);
    },
    get canWriteCopies() {
      return [...machines.values()].every(({ lostSince, isActive }) => lostSince === null || !isActive);
    },
    get isOnePostgres() {
      return isOnePostgres;
    },
  };

  /** Calls `step` once a second until it returns false or the watch stops. Its errors are the coordinator's. */
  async function repeated(step: () => Promise<unknown>): Promise<void> {
    while (!stopping.signal.aborted && (await step().catch(() => true)) !== false) {
      await pause(everyMs, null, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function readMap(coordinator: pg.Pool): Promise<void> {
    const listed = await listProbed(coordinator);
    ranges = await listRanges(coordinator);
    for (const group of machines.keys()) if (!listed.some((each) => each.group === group)) machines.delete(group);
    for (const { isAnswered, ...machine } of listed) {
      const known = machines.get(machine.group);
      const watched = Object.assign(known ?? { ...machine, lostSince: null }, machine);
      machines.set(machine.group, watched);
      if (watched.isActive && isAnswered) find(watched);
      else lose(watched);
      if (!known) loops.push(repeated(() => probeForAll(watched, coordinator)));
    }
  }

  /** Probes the machine unless another process has begun to within a second. False once Citus no longer lists it. */
  async function probeForAll(machine: WatchedMachine, coordinator: pg.Pool): Promise<boolean> {
    if (await claimProbe(machine, coordinator)) {
      const isAnswered = (await probe(machine, coordinator)) || (await probe(machine, coordinator));
      await recordProbe(machine, isAnswered, coordinator);
    }
    return machines.get(machine.group) === machine;
  }

  function lose(machine: WatchedMachine): void {
    if (machine.lostSince !== null) return;
    machine.lostSince = new Date();
    const address = addressOf(machine);
    const command = `npm run db:node -- ${machine.isActive ? 'disable' : 'enable'} ${address}`;
    log.warn({ machine: address, command }, 'a machine cannot be reached');
  }

  function find(machine: WatchedMachine): void {
    if (machine.lostSince === null) return;
    machine.lostSince = null;
    log.info({ machine: addressOf(machine) }, 'the machine can be reached again');
  }
}

function groupIn(ranges: readonly HashRange[], leagueId: string): number | null {
  if (ranges.length === 0) return null;
  const hash = uuidHash(leagueId);
  return hash === null ? null : (ranges.find(({ low, high }) => low <= hash && hash <= high)?.group ?? null);
}

async function listProbed(coordinator: pg.Pool): Promise<ProbedMachine[]> {
  const machines = await listMachines(coordinator);
  const { rows } = await coordinator.query<{ group: number }>(
    'select machine_group as "group" from machine_probes where not is_answered',
  );
  const silent = new Set(rows.map(({ group }) => group));
  return machines.map((machine) => ({ ...machine, isAnswered: !silent.has(machine.group) }));
}

/** Claims the next probe of the machine for this process, once the last one was begun a second ago. */
async function claimProbe({ group }: Machine, coordinator: pg.Pool): Promise<boolean> {
  const { rowCount } = await coordinator.query(
    `insert into machine_probes as last (machine_group, started_at) values ($1, clock_timestamp())
     on conflict (machine_group) do update set started_at = excluded.started_at
     where last.started_at not between excluded.started_at - interval '1 second' and excluded.started_at`,
    [group],
  );
  return rowCount === 1;
}

async function recordProbe({ group }: Machine, isAnswered: boolean, coordinator: pg.Pool): Promise<void> {
  await coordinator.query('update machine_probes set is_answered = $2 where machine_group = $1', [group, isAnswered]);
}

/** Whether the coordinator can connect to the machine now. Rejects if the coordinator itself does not answer. */
async function probe({ host, port }: Machine, coordinator: pg.Pool): Promise<boolean> {
  try {
    const { rows } = await coordinator.query<{ connects: boolean }>(
      'select citus_check_connection_to_node($1, $2) as connects',
      [host, port],
    );
    return rows[0]?.connects === true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '57014') return false; // the statement timeout
    throw error;
  }
}

async function isSharded(coordinator: pg.Pool): Promise<boolean> {
  if (!(await hasCitus(coordinator))) return false;
  const { rows } = await coordinator.query("select from pg_dist_partition where logicalrelid = to_regclass('leagues')");
  return rows.length > 0;
}

async function listRanges(coordinator: pg.Pool): Promise<HashRange[]> {
  const { rows } = await coordinator.query<HashRange>(`
    select shardminvalue::int as low, shardmaxvalue::int as high, groupid as "group"
    from pg_dist_shard join pg_dist_placement using (shardid) where logicalrelid = to_regclass('leagues')`);
  return rows;
}

/** A pool with one connection for the map and one for each machine: a probe without an answer delays no other. */
function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withSettings(url, settings),
    max: 100, // Chosen: more than the machines of any Citus that Ching was tried on
    connectionTimeoutMillis: 3_000,
    statement_timeout: 2_000, // longer than connecting to a machine may take
    query_timeout: 2_500,
    keepAlive: true,
  });
  pool.on('error', () => undefined); // the next query connects anew
  return pool;
}
