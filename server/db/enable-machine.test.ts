import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { presets } from '#shared/domain/fair-play.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { aPrice } from '#shared/testing/examples.ts';
import { createPasswords } from '../auth/passwords.ts';
import { registerUser } from '../auth/service.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf } from '../games/feed-answer.ts';
import { requireMember, requireRight } from '../leagues/access.ts';
import { joinLeague } from '../leagues/joining.ts';
import { createLeague, regenerateJoinCode } from '../leagues/service.ts';
import type { LeagueRow } from '../leagues/store.ts';
import { createLog } from '../lib/log.ts';
import { runCommand } from '../testing/command.ts';
import { aGame, live } from '../testing/games.ts';
import { placeTicket } from '../tickets/place.ts';
import { connect, type Database } from './connection.ts';
import { distribute, onEveryMachine } from './distribute.ts';
import { findCitus } from './installed-citus.ts';
import { type CitusMachine, type LocalCitus, startCitus } from './local-citus.ts';
import { migrate } from './migrate.ts';
import { discardData } from './postgres-server.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // several servers, on a busy machine

test.each([[[]], [['disable']], [['stop', 'db1:5432']], [['enable', 'db1:5432', '--now']], [['status', 'a:1', 'b:1']]])(
  '%j is answered with how the command is used',
  async (words) => {
    expect(await runCommand('node', { DATABASE_URL: 'postgres://127.0.0.1:1/' }, ...words)).toEqual({
      code: 1,
      said: '',
      complained:
        'Usage: npm run db:node -- disable|enable|status HOST:PORT. Without HOST:PORT, status shows all machines.\n',
    });
  },
);

// Three servers take two cores for 11 s, so this runs only where the tests of Citus are asked for.
const programs = process.env.CITUS_URL ? await findCitus() : null;
describe.runIf(programs !== null)('a machine of Citus', () => {
  let folder: string;
  let citus: LocalCitus;
  let database: Database;
  let coordinator: pg.Client;
  let lost: CitusMachine;
  let address: string;
  let owner: string;
  /** A league on the machine that stays, and one on the machine that is lost. */
  let here: LeagueRow;
  let there: LeagueRow;
  const [open, playing] = [aGame(), aGame()];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
    await chmod(folder, 0o755);
    citus = await startCitus(folder);
    // The first machine: writes of copied tables lock their rows there before all others.
    const [, first] = citus.machines;
    if (!first) throw new Error('a machine is missing');
    lost = first;
    address = `127.0.0.1:${lost.port}`;
    await distribute(citus.url);
    database = connect(citus.url, createLog('silent'));
    coordinator = await connected(citus.url);
    owner = await signUp();
    await poll();
    const found = new Map<boolean, LeagueRow>();
    while (found.size < 2) {
      const league = await createLeague(database, owner, {
        name: 'Sunday League',
        description: null,
        joinDeadline: new Date(Date.now() + 3_600_000),
        endDate: new Date(Date.now() + 7_200_000),
        allowedSports: 'ALL',
        reveal: 'settled',
        approvesJoins: false,
        remarks: true,
        fairPlay: presets.classic,
      });
      found.set((await portOf(league)) === lost.port, league);
    }
    const [one, other] = [found.get(false), found.get(true)];
    if (!one || !other) throw new Error('a league is missing');
    [here, there] = [one, other];
  });
  afterAll(async () => {
    await coordinator?.end();
    await database?.end();
    await citus?.stop();
    await discardData(folder);
  });

  async function connected(url: string): Promise<pg.Client> {
    const options = '-c citus.enable_manual_changes_to_shards=on -c citus.enable_ddl_propagation=off';
    const client = new pg.Client({ connectionString: url, options });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** Runs statements on the machine itself, without Citus. */
  async function onMachine({ url }: CitusMachine, ...statements: string[]): Promise<pg.QueryResult> {
    const client = await connected(url);
    try {
      let last = await client.query('select');
      for (const statement of statements) last = await client.query(statement);
      return last;
    } finally {
      await client.end();
    }
  }

  const node = (...words: string[]) => runCommand('node', { DATABASE_URL: citus.url }, ...words);
  const passwords = createPasswords(4);

  async function signUp(): Promise<string> {
    const email = `${uuid()}@example.com`;
    const body = { email, password: 'correct horse', firstName: 'Ann', lastName: 'Lee' };
    return (await registerUser(database, passwords, body)).id;
  }

  /** One poll, in which the second game has this many points. */
  async function poll(points: number | null = null): Promise<void> {
    await ingest(
      database,
      'NFL',
      answerOf([open, points === null ? playing : live(playing, points, points)]),
      new Date(),
    );
  }

  async function bet(league: LeagueRow, userId = owner): Promise<string> {
    const pick = { gameId: open.id, market: 'moneyline', side: 'home', price: aPrice(-180), line: null } as const;
    const member = await requireMember(database.db, userId, league.id);
    const { id } = await placeTicket(database, member, { stake: fromWhole(10), picks: [pick] }, null);
    return id;
  }

  async function portOf({ id }: LeagueRow): Promise<number | undefined> {
    const { rows } = await coordinator.query<{ port: number }>(
      `select nodeport as port from pg_dist_shard_placement
       where shardid = get_shard_id_for_distribution_column('leagues', $1::uuid)`,
      [id],
    );
    return rows[0]?.port;
  }

  /** The name of the shard of `leagues` that has this league, or of the copies of a table that is on every machine. */
  async function shardOf(table: string, league: LeagueRow | null = null): Promise<string> {
    const { rows } = await coordinator.query<{ name: string }>(
      `select shard_name(logicalrelid, shardid) as name from pg_dist_shard
       where logicalrelid = $1::regclass and ($2::uuid is null or shardid = get_shard_id_for_distribution_column($1, $2::uuid))`,
      [table, league?.id ?? null],
    );
    return rows[0]?.name ?? '';
  }

  /** Count and checksum of each of the five copies of a machine. */
  async function copiesOn(machine: CitusMachine): Promise<string[]> {
    const sums: string[] = [];
    for (const table of onEveryMachine) {
      const shard = await shardOf(table);
      const { rows } = await onMachine(
        machine,
        `select count(*) || ' ' || coalesce(md5(string_agg(each::text, '|' order by each::text collate "C")), '') as sum
         from ${shard} as each`,
      );
      sums.push(`${table} ${rows[0].sum}`);
    }
    return sums;
  }

  async function expectEqualCopies(): Promise<void> {
    const [first, ...others] = citus.machines;
    if (!first) throw new Error('the coordinator is missing');
    const expected = await copiesOn(first);
    for (const other of others) expect(await copiesOn(other)).toEqual(expected);
  }

  /** Prepares a transaction on the lost machine, as Citus does before it commits one on several machines. */
  async function prepare(name: string, statement: string): Promise<void> {
    await onMachine(lost, 'begin', statement, `prepare transaction '${name}'`);
  }

  test('is lost: once it is disabled, sign-ups, polls and bets elsewhere go on; once it is enabled, it has them all', async () => {
    await bet(there);
    const whole = await node('status', address);
    expect(whole.said).toMatch(new RegExp(`^${address}: active, answers\n  \\d+ leagues? in 16 of 32 shards\n`));
    const [, count = ''] = /\n {2}(\d+) of \1 foreign keys\n/.exec(whole.said) ?? [];
    expect(Number(count)).toBeGreaterThan(100);

    // An outage may end between the two phases of a commit: the coordinator has noted the first of these, not the second.
    const [toCommit, toRollBack] = ['citus_0_999999_1_0', 'citus_0_999999_2_0'];
    const leagues = await shardOf('leagues', there);
    await prepare(toCommit, `update ${leagues} set name = 'Committed' where id = '${there.id}'`);
    await prepare(toRollBack, `update ${await shardOf('games')} set week = 1 where id = '${playing.id}'`);
    await coordinator.query(
      `insert into pg_dist_transaction (groupid, gid) select groupid, $1 from pg_dist_node where nodeport = $2`,
      [toCommit, lost.port],
    );
    await lost.stop();

    await bet(here);
    await migrate(citus.url); // a process that starts meanwhile
    await expect(signUp()).rejects.toThrow();
    expect((await node('status', address)).said).toBe(`${address}: active, no answer\n  leagues in 16 of 32 shards\n`);
    expect(await node('disable', address)).toEqual({
      code: 0,
      said: `${address} is disabled: its leagues cannot be reached until it is enabled\nOnce it answers: npm run db:node -- enable ${address}\n`,
      complained: '',
    });
    expect(await node('disable', address)).toMatchObject({ code: 0, said: `${address} was disabled already\n` });
    expect(await node('enable', address)).toMatchObject({
      code: 1,
      complained: expect.stringMatching(`^${address} does not answer: `),
    });

    const newcomer = await signUp(); // unknown to the lost machine
    await poll(7);
    await bet(here);
    await regenerateJoinCode(database, await requireRight(database.db, owner, here.id, 'edit'));
    await expect(bet(there)).rejects.toThrow();
    await database.pool.query(
      `insert into users (id, email, email_norm, password_hash, first_name)
       select id, id || '@example.com', id || '@example.com', '', 'Many' from (select gen_random_uuid() as id from generate_series(1, 2500)) as new`,
    );

    await lost.start();
    await expect(bet(there)).rejects.toThrow();
    // People sign up and the feed is polled while the machine is enabled.
    let isDone = false;
    const writing = (async () => {
      let points = 7;
      for (; !isDone; points += 1) await Promise.all([signUp(), poll(points)]);
      return points;
    })();
    const enabled = await node('enable', address).finally(() => {
      isDone = true;
    });
    expect(enabled).toMatchObject({ code: 0, complained: '' });
    expect(enabled.said).toMatch(/^2 prepared transactions resolved\nusers: 2,5\d\d rows brought up to date\n/);
    expect(enabled.said).toMatch(new RegExp(`\n${address} is active; writers waited \\d+ ms\n$`));
    expect(await writing).toBeGreaterThan(7);
    expect(await node('enable', address)).toEqual({ code: 0, said: `${address} is active already\n`, complained: '' });

    await expectEqualCopies();
    expect((await node('status', address)).said).toContain(
      `\n  ${count} of ${count} foreign keys\n  0 prepared transactions older than a minute\n`,
    );
    const { rows: prepared } = await onMachine(lost, 'select gid from pg_prepared_xacts');
    expect(prepared).toEqual([]);
    const { rows } = await database.pool.query('select name from leagues where id = $1', [there.id]);
    expect(rows).toEqual([{ name: 'Committed' }]);
    await joinLeague(database, newcomer, there.joinCode); // a foreign key to the copy of users
    await bet(there, newcomer);
  });

  test('is disabled while it answers only with --yes, and then no table can be changed', async () => {
    expect(await node('disable', address)).toMatchObject({
      code: 1,
      complained: `${address} answers. Add --yes to disable it all the same.\n`,
    });
    await signUp(); // on every machine
    expect(await node('disable', address, '--yes')).toMatchObject({ code: 0 });
    const refusal = `The tables cannot be changed while a machine is disabled. First: npm run db:node -- enable ${address}`;
    await expect(distribute(citus.url)).rejects.toThrow(refusal);

    await migrate(citus.url); // a start without new migrations
    const last = 'where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning created_at';
    await coordinator.query('begin');
    const { rows } = await coordinator.query(
      `update drizzle.__drizzle_migrations set created_at = created_at - 1 ${last}`,
    );
    await coordinator.query('commit');
    expect(rows).toHaveLength(1);
    expect(await runCommand('migrate', { DATABASE_URL: citus.url })).toEqual({
      code: 1,
      said: '',
      complained: `${refusal}\n`,
    });
    await coordinator.query(`update drizzle.__drizzle_migrations set created_at = created_at + 1 ${last}`);
    expect(await node('enable', address)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^0 prepared transactions resolved\n127/),
    });
    await expectEqualCopies();
  });

  test('is not enabled with a missing shard or other columns', async () => {
    await node('disable', address, '--yes');
    await signUp();
    const leagues = await shardOf('leagues', there);
    await onMachine(lost, `alter table ${leagues} rename to aside`);
    expect(await node('enable', address)).toMatchObject({
      code: 1,
      complained: expect.stringMatching(
        `^It lacks 1 of \\d+ shards, such as ${leagues}: this is not the machine that was disabled.\n$`,
      ),
    });
    await onMachine(lost, `alter table aside rename to ${leagues}`);

    const users = await shardOf('users');
    await onMachine(lost, `alter table ${users} add column shoe_size int`);
    expect(await node('enable', address)).toMatchObject({
      code: 1,
      complained: 'The table users has other columns there: it was changed meanwhile.\n',
    });
    expect((await node('status', address)).said).toContain('disabled, answers');
    await onMachine(lost, `alter table ${users} drop column shoe_size`);

    expect(await node('enable', address)).toMatchObject({
      code: 0,
      said: expect.stringContaining('users: 1 row brought up to date'),
    });
    await expectEqualCopies();
    await bet(there);
  });

  test('needs an address that Citus knows, a superuser and a Citus', async () => {
    const port = citus.machines[0]?.port;
    const known = citus.machines.slice(1).map((machine) => `127.0.0.1:${machine.port}`);
    expect(await node('disable', `127.0.0.1:${port}`, '--yes')).toMatchObject({
      code: 1,
      complained: `127.0.0.1:${port} is no machine with leagues. These are: ${known.join(', ')}\n`,
    });
    const asApp = new URL(citus.url);
    asApp.username = 'ching_app';
    expect(await runCommand('node', { DATABASE_URL: asApp.href }, 'disable', address)).toMatchObject({
      code: 1,
      complained: 'The user of DATABASE_URL must be a superuser for this.\n',
    });
    asApp.pathname = '/postgres';
    expect(await runCommand('node', { DATABASE_URL: asApp.href }, 'status')).toMatchObject({
      code: 1,
      complained: 'This database has no Citus, and so no machines.\n',
    });
  });
});
