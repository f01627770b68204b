import { spawn } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listen } from '../lib/listen.ts';
import { createLog } from '../lib/log.ts';
import { runCommand } from '../testing/command.ts';
import { connect, type Database } from './connection.ts';
import { isAlive } from './data-location.ts';
import { distribute } from './distribute.ts';
import { findCitus } from './installed-citus.ts';
import { type CitusMachine, type LocalCitus, startCitus } from './local-citus.ts';
import { discardData } from './postgres-server.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // several servers, on a busy machine

test('without an installed Citus the command says what to do', async () => {
  expect(await runCommand('citus-dev', { PG_CONFIG: '/nowhere/pg_config' })).toEqual({
    code: 1,
    said: '',
    complained:
      'No installed Postgres has Citus. docs/scale.md#a-citus-on-one-machine names the packages; PG_CONFIG may name a pg_config.\n',
  });
});

test('the command refuses a port without two more after it', async () => {
  expect(await runCommand('citus-dev', {}, '--port', '65534')).toMatchObject({
    code: 1,
    complained: 'Not a port with two more after it: 65534\n',
  });
});

// Three servers take two cores for 11 s, so this runs only where the tests of Citus are asked for.
const programs = process.env.CITUS_URL ? await findCitus() : null;
describe.runIf(programs !== null)('a Citus of three servers', () => {
  let folder: string;
  let citus: LocalCitus;
  let database: Database;
  let first: CitusMachine;
  let second: CitusMachine;
  /** A league on each of the two machines. */
  const leagues = { first: '', second: '' };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
    await chmod(folder, 0o755);
    citus = await startCitus(folder);
    const [, one, other] = citus.machines;
    if (!one || !other) throw new Error('a machine is missing');
    [first, second] = [one, other];
    await distribute(citus.url);
    database = connect(citus.url, createLog('silent'));
  });
  afterAll(async () => {
    await database?.end();
    await discardData(folder);
  });

  async function nameOf(league: string): Promise<string | undefined> {
    const { rows } = await database.pool.query<{ name: string }>('select name from leagues where id = $1', [league]);
    return rows[0]?.name;
  }

  /** A new connection to one server. */
  async function connectionTo({ url }: CitusMachine): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 500, query_timeout: 500 });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  test('has leagues on both machines, which the app’s role writes and reads through the coordinator', async () => {
    const owner = uuid();
    await database.pool.query(
      `insert into users (id, email, email_norm, password_hash, first_name) values ($1, 'a@b.c', 'a@b.c', '', 'Ann')`,
      [owner],
    );
    while (!leagues.first || !leagues.second) {
      const league = uuid();
      await database.pool.query(
        `insert into leagues (id, name, owner_id, end_date) values ($1::uuid, 'The ' || $1::text, $2, now() + interval '1 day')`,
        [league, owner],
      );
      const { rows } = await database.pool.query<{ port: number }>(
        `select nodeport as port from pg_dist_shard_placement
         where shardid = get_shard_id_for_distribution_column('leagues', $1::uuid)`,
        [league],
      );
      expect([first.port, second.port]).toContain(rows[0]?.port);
      leagues[rows[0]?.port === first.port ? 'first' : 'second'] = league;
    }
    expect(await nameOf(leagues.first)).toBe(`The ${leagues.first}`);
    expect(await nameOf(leagues.second)).toBe(`The ${leagues.second}`);
  });

  test('loses the leagues of a stopped machine alone, until it is started', async () => {
    const before = first.pid();
    await first.stop();
    expect(first.pid()).toBe(null);
    await expect(nameOf(leagues.first)).rejects.toThrow();
    expect(await nameOf(leagues.second)).toBe(`The ${leagues.second}`);
    await first.start();
    expect(first.pid()).not.toBe(before);
    await expect.poll(() => nameOf(leagues.first).catch(() => null)).toBe(`The ${leagues.first}`);
  });

  test('gets no answer from a frozen machine, on old connections and new ones, until it thaws', async () => {
    const client = await connectionTo(second);
    await second.freeze();
    await expect(client.query('select 1')).rejects.toThrow('timeout');
    await expect(connectionTo(second)).rejects.toThrow('timeout');
    expect(await nameOf(leagues.first)).toBe(`The ${leagues.first}`);
    await second.thaw();
    await client.end();
    expect(await nameOf(leagues.second)).toBe(`The ${leagues.second}`);
  });

  test('moves a shard from one machine to the other', async () => {
    const coordinator = new pg.Client({ connectionString: citus.url });
    await coordinator.connect();
    await coordinator.query(
      `select citus_move_shard_placement(get_shard_id_for_distribution_column('leagues', $1::uuid),
         '127.0.0.1', $2, '127.0.0.1', $3, 'force_logical')`,
      [leagues.first, first.port, second.port],
    );
    await coordinator.end();
    await first.stop();
    expect(await nameOf(leagues.first)).toBe(`The ${leagues.first}`);
    await first.start();
  });

  test('belongs to one process, and is where it was at the next start, until Ctrl-C', async () => {
    const port = citus.machines[0]?.port;
    await expect(startCitus(folder)).rejects.toThrow(
      `Citus is already running from this folder (process ${process.pid}): 127.0.0.1:${port}`,
    );
    expect(await nameOf(leagues.second)).toBe(`The ${leagues.second}`);
    await citus.stop();
    await expect(startCitus(folder, { firstPort: 9_999 })).rejects.toThrow('name no other one, or start afresh');
    const other = createServer();
    await listen(other, first.port);
    await expect(startCitus(folder)).rejects.toThrow(
      `Port ${first.port}, which belongs to machine-1, is taken by another program.`,
    );
    await new Promise((closed) => other.close(closed));

    const command = ['--import', 'tsx', join(import.meta.dirname, '../cli/citus-dev.ts'), '--folder', folder];
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    await vi.waitUntil(() => said.includes('CITUS_URL='), { timeout: 60_000 });
    expect(said).toMatch(new RegExp(`^coordinator +127\\.0\\.0\\.1:${port} +process \\d+\n`));
    expect(said).toContain(`\nCITUS_URL=${citus.url}\n`);
    expect(await nameOf(leagues.second)).toBe(`The ${leagues.second}`);
    const exit = new Promise((done) => child.once('exit', done));
    child.kill('SIGINT');
    expect(await exit).toBe(0);
    const pids = [...said.matchAll(/process (\d+)/g)].map(([, pid]) => Number(pid));
    await expect.poll(() => pids.filter(isAlive)).toEqual([]); // a server ends after it has removed its pid file
  });
});
