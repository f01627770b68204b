import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aFinal, aRecap, endWait, mailTo } from '../testing/letters.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { write } from '../testing/notices.ts';
import { createWorkers, type Workers } from '../testing/workers.ts';
import { testWorld, type World } from '../testing/world.ts';

const timeout = 120_000; // whole processes, on a machine that may be busy

let server: MailServer;
let world: World;
let folder: string;
let workers: Workers;

const workersOf = ({ url }: MailServer) => createWorkers(world, { DATA_DIR: folder, SMTP_URL: url });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
  server = await startMailServer();
  world = await testWorld();
  workers = workersOf(server);
  const ann = await world.signUp('Ann');
  const league = await world.league(ann);
  await mailTo(world, ann, 'recap', 'final');
  await write(world, aRecap(ann.user.id, league.id), aFinal(ann.user.id, league.id));
  await endWait(world.database);
});
afterEach(async () => {
  await workers.killAll();
  await world.drop();
  await server.close();
  await rm(folder, { recursive: true });
});

const subjects = () => server.received.map(({ text }) => /^Subject: (.*)\r$/m.exec(text)?.[1]).sort();
const messageIds = () => new Set(server.received.map(({ text }) => /^Message-ID: (.*)\r$/im.exec(text)?.[1]));
const isAllSent = async () =>
  (
    await world.database.pool.query(`
      select 1 from mails where due_at is not null union all select 1 from outbox where due_at is not null`)
  ).rows.length === 0;
const expireClaims = () => world.database.pool.query(`update outbox set due_at = now() where due_at is not null`);

/** Two workers send what a killed one left. */
async function finish(): Promise<void> {
  await expireClaims();
  workers.start();
  workers.start();
  await expect.poll(isAllSent, { timeout: 60_000 }).toBe(true);
}

const both = ['Ann wins week 6 in Sunday League', 'Sunday League is final: you ended 1st'];

test.each([
  ['while it queues a letter', 'lock table outbox in share mode'],
  ['between queueing and writing a letter', 'lock table leagues in access exclusive mode'],
])('a worker that is killed %s: each letter goes out once', { timeout }, async (_when, statement) => {
  const lock = await lockElsewhere(world.database, statement, []);
  const worker = workers.start();
  await untilWaiting(world.database, 1, 60_000);
  await workers.kill(worker);
  await lock.release();
  expect(server.received).toEqual([]);
  await finish();
  expect(subjects()).toEqual(both);
});

test('a worker that is killed before it has stored that a letter was sent: the same message again, no other', {
  timeout,
}, async () => {
  await server.close();
  let lock: Awaited<ReturnType<typeof lockElsewhere>> | null = null;
  server = await startMailServer(async () => {
    lock ??= await lockElsewhere(world.database, 'lock table outbox in share mode', []);
    return null;
  });
  workers = workersOf(server);
  const worker = workers.start();
  await expect.poll(() => server.received.length, { timeout: 60_000 }).toBe(1);
  // A statement of a process that has died goes on in the database, so it ends first.
  const waiting = await untilWaiting(world.database);
  await workers.kill(worker);
  const end = `select pg_terminate_backend(pid) from unnest('{${waiting.join()}}'::int[]) pid`;
  await world.database.pool.query(['begin', 'set local role none', end, 'commit'].join('; '));
  await (lock as Awaited<ReturnType<typeof lockElsewhere>> | null)?.release();
  await finish();
  expect([...new Set(subjects())]).toEqual(both);
  expect([server.received.length, messageIds().size]).toEqual([3, 2]); // mail programs show a message id once
});
