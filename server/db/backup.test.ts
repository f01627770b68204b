import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { upsertStoredEvents } from '../feed/quarantine-store.ts';
import { freezeWeeks } from '../leagues/weeks.ts';
import { freePort } from '../lib/free-port.ts';
import { StartupError } from '../lib/startup-error.ts';
import { settleGames } from '../settlement/settle.ts';
import { type Bulk, booked, bulkEndings, endAll, expectedFunds, leftovers, placeInBulk } from '../testing/bulk.ts';
import { runCommand } from '../testing/command.ts';
import { ageLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { backUp, restore } from './backup.ts';
import { connect, type Database } from './connection.ts';
import { existingHome } from './data-location.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { isMigrated, migrate } from './migrate.ts';
import { discardData } from './postgres-server.ts';

vi.setConfig({ testTimeout: 120_000 }); // the tests start processes, on a machine that may be busy

const run = promisify(execFile);
const minute = 60_000;
const sizes = { leagues: 40, singles: 1_500, parlays: 500, seed: 20_261_121 };
/** `bulkEndings` with another winner of the first game. */
const corrected = [{ home: 20, away: 24 }, ...bulkEndings.slice(1)];

/** The data folder of an embedded database, which the first test makes and the later tests use. */
let here: string;
let folder: string;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  here = await newFolder();
});
afterAll(() => discardData(here));
beforeEach(async () => {
  folder = await newFolder();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
  await chmod(made, 0o755);
  return made;
}

async function embedded(dataDir: string): Promise<Embedded> {
  await mkdir(dataDir, { recursive: true });
  if (dataDir !== here) closing.push(() => discardData(dataDir));
  const server = await startEmbedded(dataDir);
  closing.push(() => server.stop());
  return server;
}

function connected(url: string): Database {
  const database = connect(url, pino({ level: 'silent' }));
  closing.push(() => database.end());
  return database;
}

async function asOwner(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

async function settledBulk(url: string): Promise<{ database: Database; bulk: Bulk }> {
  await migrate(url);
  const database = connected(url);
  const bulk = await placeInBulk(database, sizes);
  await end(database, bulk, bulkEndings);
  await ageLeague(database, { id: bulk.leagueIds[0] ?? '' }, 2);
  await freezeWeeks(database);
  expect(await frozenWeeks(url)).toHaveLength(1);
  await addAround(url);
  return { database, bulk };
}

/** Adds a row to each table that nothing else here fills: roles, log, requests, remarks, chat, awards and addresses. */
async function addAround(url: string): Promise<void> {
  const ofTicket = '(select league_id, id, user_id from tickets order by league_id, id limit 1) t';
  for (const statement of [
    "update tickets set note = 'Easy' where id = (select id from tickets order by league_id, id limit 1)",
    `update members m set is_manager = true from ${ofTicket} where m.league_id = t.league_id and m.user_id = t.user_id`,
    `update leagues l set approves_joins = true, offered_to = t.user_id, announcement = 'Wings', announced_at = now(),
      announced_by_id = l.owner_id, remarks = false from ${ofTicket} where l.id = t.league_id`,
    `insert into ticket_reactions (league_id, ticket_id, user_id, reaction)
      select league_id, id, user_id, 'fire' from ${ofTicket}`,
    `insert into awards (league_id, user_id, kind, week, ticket_id, facts)
      select league_id, user_id, 'beat-300', 99, id, '{"net": 1}' from ${ofTicket}`,
    `insert into league_log (league_id, number, at, actor_id, act, user_id, before, after)
      select league_id, 1, now(), user_id, 'note-removed', user_id, '{"name": "Before"}', '{"name": "After"}'
      from ${ofTicket}`,
    `insert into join_requests (league_id, user_id) select league_id, user_id from ${ofTicket}`,
    `insert into league_chats (league_id, service, address, posted_week, is_final_posted)
      select league_id, 'slack', 'https://hooks.slack.com/1', 1, false from ${ofTicket}`,
    'insert into chat_posts select league_id, gen_random_uuid(), 1, now() from league_chats',
    `insert into email_changes select gen_random_uuid(), user_id, 'next@example.com', now() from ${ofTicket}`,
    `insert into email_undos select 'last@example.com', 'Last@example.com', gen_random_uuid(), user_id, now()
      from ${ofTicket}`,
    `insert into account_deletions (user_id) select user_id from ${ofTicket}`,
    `insert into notifications (id, user_id, kind, subject, league_id, facts, version)
      select gen_random_uuid(), user_id, 'asked', 'subject', league_id, '{"userId": "somebody"}', 1 from ${ofTicket}`,
  ])
    await asOwner(url, statement);
}

/** The rows that `addAround` has added, by table, each as text. */
async function around(url: string): Promise<Record<string, unknown[]>> {
  const whole = ['ticket_reactions', 'awards', 'league_log', 'join_requests', 'league_chats', 'chat_posts'];
  const others = ['email_changes', 'email_undos', 'account_deletions', 'notifications'];
  const found: Record<string, unknown[]> = {
    notes: await asOwner(url, "select league_id || ' ' || id || ' ' || note from tickets where note is not null"),
    managers: await asOwner(url, "select league_id || ' ' || user_id from members where is_manager"),
    settings: await asOwner(
      url,
      `select row(id, approves_joins, offered_to, announcement, announced_at, announced_by_id, remarks)::text
        from leagues where approves_joins`,
    ),
  };
  for (const table of [...whole, ...others]) {
    found[table] = await asOwner(url, `select t::text from ${table} t order by 1`);
  }
  return found;
}

async function expectSameAround(url: string, restored: string): Promise<void> {
  const before = await around(url);
  for (const [table, rows] of Object.entries(before)) expect([table, rows.length > 0]).toEqual([table, true]);
  expect(await around(restored)).toEqual(before);
}

/** The frozen weeks of all leagues, a row of text each. */
const frozenWeeks = (url: string) =>
  asOwner(url, 'select league_weeks::text from league_weeks order by league_id, number');

/** The quarantined events, a row of text each. */
const storedEvents = (url: string) => asOwner(url, 'select quarantined_events::text from quarantined_events');

async function end(database: Database, bulk: Bulk, endings: typeof bulkEndings): Promise<void> {
  await endAll(database, bulk, endings, new Date(Date.now() - minute));
  await settleGames(database, new Date(), 0);
}

/** Expects a complete database in which results can be settled and corrected. */
async function expectGoesOn(url: string, bulk: Bulk): Promise<void> {
  const database = connected(url);
  expect(await isMigrated(database.db)).toBe(true);
  await expectLedgerBalances(database.db);
  await settleGames(database, new Date(), 0); // finishes the settling that was running during the copy
  await end(database, bulk, corrected);
  expect(await booked(database)).toEqual(expectedFunds(bulk, corrected));
  await expectLedgerBalances(database.db);
  const { rows } = await database.pool.query('select distinct current_user::text as role from ledger');
  expect(rows).toEqual([{ role: 'ching_app' }]);
  for (const change of ['update ledger set amount_cents = 0', 'delete from settlements', 'delete from results']) {
    await expect(database.pool.query(change)).rejects.toThrow('permission denied');
  }
}

/** Runs `npm run db:backup` or `npm run db:restore` as a process. */
const backup = (dataDir: string, ...words: string[]) => runCommand('backup', { DATA_DIR: dataDir }, ...words);

test('a copy made while results are settled and corrected is whole, and goes on where it is restored', async () => {
  const [there, target] = [join(folder, 'there'), join(folder, 'backups', 'monday')];
  const { url } = await embedded(here);
  const secrets = ['session-secret', 'vapid-private-key'];
  for (const name of secrets) await writeFile(join(here, name), `${name} of the first start`);
  const { database, bulk } = await settledBulk(url);
  const event = { eventId: '401', key: '401', reason: 'date: is no instant', raw: '{"id":"401"}', rawBytes: 12 };
  const pull = { feed: 'espn', sport: 'NFL', what: 'slate' } as const;
  await upsertStoredEvents(database.db, pull, [{ ...event, digest: '' }], new Date());

  let isCopied = false;
  const copying = backup(here, 'make', target).finally(() => {
    isCopied = true;
  });
  let corrections = 0;
  while (!isCopied) {
    corrections += 1;
    await end(database, bulk, corrections % 2 === 1 ? corrected : bulkEndings);
  }
  expect(await copying).toEqual({ code: 0, said: `The backup is in ${target}\n`, complained: '' });
  expect(corrections).toBeGreaterThan(1); // else nothing changed during the copy
  expect((await stat(target)).mode & 0o777).toBe(0o700);
  expect(await asOwner(url, 'select slot_name from pg_replication_slots')).toEqual([]);

  expect(await backup(there, 'restore', target)).toMatchObject({ code: 0, complained: '' });
  for (const name of secrets) {
    expect(await readFile(join(there, name), 'utf8')).toBe(`${name} of the first start`);
    expect(existsSync(join(existingHome(there) ?? '', name))).toBe(false);
  }
  const { url: restored } = await embedded(there);
  expect(await frozenWeeks(restored)).toEqual(await frozenWeeks(url));
  expect(await storedEvents(url)).toHaveLength(1);
  expect(await storedEvents(restored)).toEqual(await storedEvents(url));
  await expectSameAround(url, restored);
  await expectGoesOn(restored, bulk);
});

test('a database that rests is copied too, and rests again', async () => {
  const [there, target] = [join(folder, 'there'), join(folder, 'monday')];
  const first = await embedded(here);
  await asOwner(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  await backUp(here, target);
  expect(existsSync(join(existingHome(here) ?? '', 'cluster', 'postmaster.pid'))).toBe(false);
  await restore(there, target);
  expect(await asOwner((await embedded(there)).url, 'select answer from kept')).toEqual([42]);
});

test('nothing is written over, and what cannot be done is said in one line', async () => {
  const [nowhere, target] = [join(folder, 'nowhere'), join(folder, 'monday')];
  expect(await backup(nowhere, 'make', target)).toEqual({
    code: 1,
    said: '',
    complained: `There is no database in ${nowhere}.\n`,
  });
  await expect(restore(nowhere, target)).rejects.toEqual(new StartupError(`There is no backup in ${target}.`));
  await embedded(here);
  await mkdir(target);
  await expect(backUp(here, target)).rejects.toEqual(
    new StartupError(`There is something at ${target} already: name a new folder.`),
  );
  await backUp(here, join(folder, 'tuesday'));
  await expect(restore(here, join(folder, 'tuesday'))).rejects.toEqual(
    new StartupError(`There is a database in ${existingHome(here)} already: put it aside first.`),
  );
  expect(await runCommand('backup', { DATABASE_URL: 'postgres://nowhere' }, 'make', target)).toMatchObject({
    complained: 'DATABASE_URL is set: its backups are made with pg_dump, as docs/operations.md says.\n',
  });
  expect(await backup(here, 'make')).toMatchObject({
    complained: 'Usage: npm run db:backup -- FOLDER, npm run db:restore -- FOLDER\n',
  });
});

/** The programs of an installed Postgres, with the tools that the embedded one lacks; null if there are none. */
function findTools(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  const needed = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql'];
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...versions];
  return folders.find((bin) => needed.every((name) => existsSync(join(bin, name)))) ?? null;
}

/**
 * Starts an installed Postgres until the test ends. Returns the URL of an empty database whose owner may create roles.
 */
async function startFound(bin: string, data: string): Promise<string> {
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;
  await mkdir(data, { mode: 0o700 });
  if (account) await chown(data, account.uid, account.gid);
  const cluster = join(data, 'cluster');
  await run(join(bin, 'initdb'), ['-D', cluster, '--username=postgres', '--auth=trust', '--no-sync'], {
    ...account,
    cwd: data,
  });
  const port = await freePort();
  const flags = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off'];
  const server = spawn(join(bin, 'postgres'), ['-D', cluster, '-p', String(port), ...flags], {
    ...account,
    cwd: data,
    stdio: 'ignore',
  });
  closing.push(() => ended(server));
  const admin = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const answers = () => asOwner(admin, 'select 1').catch(() => []);
  await expect.poll(answers, { timeout: 30_000 }).toEqual([1]);
  await asOwner(admin, 'create role ching login createrole');
  await asOwner(admin, 'create database ching owner ching');
  return `postgres://ching@127.0.0.1:${port}/ching`;
}

async function ended(server: ChildProcess): Promise<void> {
  const exit = new Promise((done) => server.once('exit', done));
  if (server.exitCode === null && server.kill('SIGINT')) await exit;
}

/** The shell commands below a heading of docs/operations.md. */
async function documented(heading: string): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const block = new RegExp(`^#+ ${heading}\n[^#]*?^\`\`\`sh\n(.*?)^\`\`\``, 'ms').exec(text)?.[1];
  if (!block) throw new Error(`There is nothing to type below "${heading}"`);
  return block;
}

const tools = findTools();
if (tools) {
  test('a dump made and restored by the documented commands is whole, and goes on in a new server', async () => {
    const url = await startFound(tools, join(folder, 'old'));
    const { bulk } = await settledBulk(url);
    const newUrl = await startFound(tools, join(folder, 'new'));
    const env = {
      PATH: `${tools}${delimiter}${process.env.PATH}`,
      DATABASE_URL: url,
      NEW_DATABASE_URL: newUrl,
    };
    const type = async (heading: string) => run('sh', ['-ec', await documented(heading)], { cwd: folder, env });
    await type('Back up your own Postgres');
    await type('Restore it');
    expect(await frozenWeeks(newUrl)).toEqual(await frozenWeeks(url));
    await expectSameAround(url, newUrl);
    const restored = connected(newUrl);
    expect(await booked(restored)).toEqual(expectedFunds(bulk, bulkEndings));
    const left = await leftovers(restored);
    expect(left).toEqual(Object.fromEntries(Object.keys(left).map((name) => [name, 0])));
    await expectGoesOn(newUrl, bulk);
  });
}
