import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { connect, type Database } from './connection.ts';
import { distribute } from './distribute.ts';
import { enableMachine } from './enable-machine.ts';
import { findCitus } from './installed-citus.ts';
import { type CitusMachine, type LocalCitus, startCitus } from './local-citus.ts';
import { disableMachine } from './machines.ts';
import { discardData } from './postgres-server.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // several servers, on a busy machine

// With CITUS_URL the test databases are sharded.
test.skipIf(process.env.CITUS_URL)('on one Postgres there is nothing to watch, and no connection remains', async () => {
  const database = await testDatabase();
  const { machines, pool } = database; // with the watch started
  try {
    expect(machines.all()).toEqual([]);
    expect(machines.isWhole).toBe(true);
    const leagueId = uuid();
    expect([machines.of(leagueId), machines.unreachable([leagueId])]).toEqual([null, []]);
    await vi.waitUntil(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'ching-machine-watch'`,
      );
      return rows.length === 0;
    });
  } finally {
    await database.drop();
  }
});

// Three servers take two cores for 11 s, so this runs only where the tests of Citus are asked for.
const programs = process.env.CITUS_URL ? await findCitus() : null;
describe.runIf(programs !== null)('the machines of a Citus', () => {
  let folder: string;
  let citus: LocalCitus;
  let database: Database;
  let owner: pg.Client;
  let lost: CitusMachine;
  let address: string;
  let lines: { msg: string; machine?: string; command?: string }[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
    await chmod(folder, 0o755);
    citus = await startCitus(folder);
    const [, first] = citus.machines;
    if (!first) throw new Error('a machine is missing');
    lost = first;
    address = `127.0.0.1:${lost.port}`;
    await distribute(citus.url);
    owner = new pg.Client({ connectionString: citus.url });
    owner.on('error', () => undefined); // the coordinator is restarted
    await owner.connect();
    database = connect(citus.url, pino({}, { write: (line) => void lines.push(JSON.parse(line)) }));
    await database.machines.start();
  });
  afterEach(() => {
    lines = [];
  });
  afterAll(async () => {
    await database?.end();
    await owner?.end();
    await citus?.stop();
    await discardData(folder);
  });

  const isLost = (port: number) =>
    database.machines.all().find((machine) => machine.port === port)?.lostSince instanceof Date;
  const untilLost = () => vi.waitUntil(() => isLost(lost.port), { timeout: 20_000 });
  const untilFound = () => vi.waitUntil(() => database.machines.isWhole, { timeout: 20_000 });

  /** The group that Citus itself names for each league. */
  async function groupsOf(leagueIds: readonly string[]): Promise<number[]> {
    const { rows } = await owner.query<{ group: number }>(
      `select groupid as "group" from unnest($1::uuid[]) with ordinality as given (id, at)
       join pg_dist_placement on shardid = get_shard_id_for_distribution_column('leagues', id) order by at`,
      [leagueIds],
    );
    return rows.map(({ group }) => group);
  }

  test('the group of a league is that of its shard, also after the shard has moved', async () => {
    const ids = Array.from({ length: 200 }, () => uuid());
    const { machines } = database;
    expect(ids.map(machines.of)).toEqual(await groupsOf(ids));
    expect(machines.all()).toMatchObject(citus.machines.slice(1).map(({ port }) => ({ port, lostSince: null })));

    const [moved = ''] = ids;
    const [from, to] = machines.all().toSorted((a) => (a.group === machines.of(moved) ? -1 : 1));
    await owner.query(
      `select citus_move_shard_placement(get_shard_id_for_distribution_column('leagues', $1::uuid),
         $2, $3, $4, $5, 'block_writes')`,
      [moved, from?.host, from?.port, to?.host, to?.port],
    );
    await vi.waitUntil(() => machines.of(moved) === to?.group, { timeout: 20_000 });
    expect(ids.map(machines.of)).toEqual(await groupsOf(ids));
  });

  const outages = {
    stopped: { take: () => lost.stop(), giveBack: () => lost.start() },
    frozen: { take: () => lost.freeze(), giveBack: () => lost.thaw() },
  };
  test.each(Object.entries(outages))(
    'a %s machine is lost with its leagues alone, until it answers',
    async (_, does) => {
      const { machines } = database;
      const ids = Array.from({ length: 50 }, () => uuid());
      const group = machines.all().find(({ port }) => port === lost.port)?.group;
      await does.take();
      try {
        await untilLost();
        expect(machines.isWhole).toBe(false);
        expect(machines.all().map(({ port }) => isLost(port))).toEqual([true, false]);
        expect(machines.unreachable(ids)).toEqual(ids.filter((id) => machines.of(id) === group));
        expect(machines.reachable(ids)).toEqual(ids.filter((id) => machines.of(id) !== group));
        const command = `npm run db:node -- disable ${address}`;
        expect(lines).toMatchObject([{ msg: 'a machine cannot be reached', machine: address, command }]);
      } finally {
        await does.giveBack();
      }
      await untilFound();
      expect(lines.slice(1)).toMatchObject([{ msg: 'the machine can be reached again', machine: address }]);
    },
  );

  test('of many processes one probes a machine for all, about once a second', async () => {
    const others = Array.from({ length: 6 }, () => connect(citus.url, pino({ level: 'silent' })));
    const connectionString = Object.assign(new URL(citus.url), { port: String(lost.port) }).href;
    const machine = new pg.Client({ connectionString });
    await machine.connect();
    try {
      await Promise.all(others.map(({ machines }) => machines.start()));
      const [before, startedAt] = [await sessionsOf(machine), Date.now()];
      const probes = new Set<string>();
      await vi.waitUntil(
        async () => {
          const { rows } = await owner.query('select started_at::text as at from machine_probes');
          for (const { at } of rows) probes.add(at);
          return probes.size > 12; // six of each machine
        },
        { timeout: 60_000 },
      );
      const seconds = (Date.now() - startedAt) / 1_000;
      expect((await sessionsOf(machine)) - before).toBeLessThan(2 * seconds); // seven processes made seven a second
      expect(others.every(({ machines }) => machines.isWhole)).toBe(true);
    } finally {
      await machine.end();
      await Promise.all(others.map((other) => other.end()));
    }
  });

  /** How often a connection to the machine's database was made. */
  async function sessionsOf(machine: pg.Client): Promise<number> {
    await machine.query('select pg_stat_force_next_flush()');
    const { rows } = await machine.query<{ sessions: number }>(
      'select sessions::int from pg_stat_database where datname = current_database()',
    );
    return rows[0]?.sessions ?? 0;
  }

  test('a disabled machine is lost although it answers, until it is enabled', async () => {
    await disableMachine(citus.url, address, true);
    await untilLost();
    expect(database.machines.all()).toMatchObject([{ isActive: false }, { isActive: true }]);
    await enableMachine(citus.url, address);
    await untilFound();
    expect(lines).toMatchObject([
      { msg: 'a machine cannot be reached', command: `npm run db:node -- enable ${address}` },
      { msg: 'the machine can be reached again' },
    ]);
  });

  test('a restart of the coordinator says nothing of the machines', async () => {
    const [coordinator] = citus.machines;
    await coordinator?.stop();
    await coordinator?.start();
    await vi.waitUntil(async () => (await database.pool.query('select 1').catch(() => null)) !== null);
    expect(database.machines.isWhole).toBe(true);
    expect(lines.filter(({ msg }) => msg.includes('machine'))).toEqual([]);
  });
});
