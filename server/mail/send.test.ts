import { mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgotPassword } from '#shared/api/auth.ts';
import { readEnv } from '../env.ts';
import { listen } from '../lib/listen.ts';
import { lettersTo } from '../testing/mail.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { testWorld, type World } from '../testing/world.ts';
import { sendDueLetters, type TextOf } from './send.ts';
import { enqueue } from './store.ts';
import { mailTransport, type Transport } from './transport.ts';

let world: World;
let logged: string;
const log = pino({ level: 'info' }, { write: (line) => (logged += line) });

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  logged = '';
  await world.database.db.execute(sql`delete from outbox`);
});

/** A mail server that closes after the test. `answer` returns the error with which it refuses a letter, or null. */
async function mailServer(answer?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(answer);
  closing.push(server.close);
  return server;
}

/** A server that accepts connections and never answers. */
async function blackHole(): Promise<string> {
  const server: Server = createServer((socket) => void socket.on('error', () => undefined));
  closing.push(async () => void server.close());
  return `smtp://127.0.0.1:${await listen(server)}`;
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const overSmtp = (SMTP_URL: string) =>
  mailTransport(readEnv({ SMTP_URL, MAIL_FROM: 'Ching <post@ching.example>' }), log);
const enqueueTo = (recipient: string, body = 'Hello') =>
  enqueue(world.database.db, { recipient, subject: 'Reset your Ching password', body });

async function outbox() {
  const { rows } = await world.database.db.execute<{
    recipient: string;
    body: string;
    attempts: number;
    sent: boolean;
    wait: number | null;
  }>(sql`
    select recipient, body, attempts, sent_at is not null as sent, round(extract(epoch from due_at - now()))::int as wait
    from outbox order by id`);
  return rows;
}

const makeDue = () => world.database.db.execute(sql`update outbox set due_at = now() where due_at is not null`);
const sendBy = (transport: Transport, textOf: TextOf = async ({ body }) => body) =>
  sendDueLetters({ db: world.database.db, transport, textOf, log }).finally(transport.close);
const send = (url: string, textOf?: TextOf) => sendBy(overSmtp(url), textOf);

describe('a queued letter', () => {
  test('is sent over SMTP once, and its text is kept no longer', async () => {
    const { received, url } = await mailServer();
    await enqueueTo('ann@example.com', 'https://ching.example/reset-password?token=canary-canary');
    await send(url);
    await send(url);
    expect(received).toHaveLength(1);
    expect(received[0]?.to).toEqual(['ann@example.com']);
    expect(received[0]?.text).toMatch(/^From: Ching <post@ching\.example>\r$/m);
    expect(received[0]?.text).toMatch(/^Subject: Reset your Ching password\r$/m);
    expect(received[0]?.text).toContain('token=canary-canary');
    expect(await outbox()).toEqual([{ recipient: 'ann@example.com', body: '', attempts: 1, sent: true, wait: null }]);
    expect(logged).toBe('');
  });

  test('is sent once by four workers at once', async () => {
    const { received, url } = await mailServer();
    const people = Array.from({ length: 20 }, (_, at) => `person.${at}@example.com`);
    for (const person of people) await enqueueTo(person);
    await Promise.all(Array.from({ length: 4 }, () => send(url)));
    expect(received.flatMap(({ to }) => to).toSorted()).toEqual(people.toSorted());
  });

  test('is not sent while the transaction that queues it may still fail', async () => {
    const { received, url } = await mailServer();
    const failed = world.database.withTx(async (tx) => {
      await enqueue(tx, { recipient: 'ann@example.com', subject: 'Hello', body: 'Hello' });
      await send(url);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await send(url);
    expect(received).toEqual([]);
  });

  test('goes to one address, whatever is typed as one', async () => {
    const { received, url } = await mailServer();
    await enqueueTo('"a,b"@example.com');
    await enqueueTo('ann@example.com\r\nBcc: eve@example.com');
    await send(url);
    await makeDue();
    await send(url);
    for (const { to, text } of received) {
      expect(to).toHaveLength(1);
      expect(text).not.toMatch(/^Bcc:/im);
    }
  });
});

describe('a letter that is refused', () => {
  test('is tried three times more, each later than before, then given up and logged without its text', async () => {
    const { url } = await mailServer(() => Object.assign(new Error('no: canary-text'), { responseCode: 451 }));
    await enqueueTo('ann@example.com', 'canary-text');
    for (const wait of [30, 120, 600]) {
      await send(url);
      const [letter] = await outbox();
      expect([letter?.sent, letter?.wait]).toEqual([false, wait]);
      await send(url); // too early: nothing happens
      await makeDue();
    }
    await send(url);
    expect(await outbox()).toEqual([
      { recipient: 'ann@example.com', body: 'canary-text', attempts: 4, sent: false, wait: null },
    ]);
    await send(url);
    expect((await outbox())[0]?.attempts).toBe(4);
    expect(logged.trim().split('\n')).toHaveLength(4);
    expect(logged).toContain('mail given up');
    expect(logged).not.toContain('canary');
  });

  test('does not keep the others waiting', async () => {
    const { received, url } = await mailServer(({ to }) =>
      to[0] === 'bad@example.com' ? Object.assign(new Error('no such person'), { responseCode: 550 }) : null,
    );
    for (const name of ['first', 'bad', 'last']) await enqueueTo(`${name}@example.com`);
    await send(url);
    expect(received.flatMap(({ to }) => to)).toEqual(['first@example.com', 'last@example.com']);
  });
});

describe('the letters of a run', () => {
  test('go over one connection, which ends with the run', async () => {
    const server = await mailServer();
    for (const name of ['ann', 'bob', 'cy']) await enqueueTo(`${name}@example.com`);
    await send(server.url);
    expect([server.received.length, server.connections()]).toEqual([3, 1]);
    await enqueueTo('dee@example.com');
    await send(server.url);
    expect([server.received.length, server.connections()]).toEqual([4, 2]);
  });

  test('go on over another connection after one that is refused', async () => {
    const accepted = 2;
    let taken = 0;
    const server = await mailServer(() => {
      taken += 1;
      return taken > accepted * server.connections()
        ? Object.assign(new Error('too many letters in this session'), { responseCode: 451 })
        : null;
    });
    for (const name of ['ann', 'bob', 'cy', 'dee']) await enqueueTo(`${name}@example.com`);
    await send(server.url);
    expect(server.received.flatMap(({ to }) => to)).toEqual(['ann@example.com', 'bob@example.com', 'dee@example.com']);
  });

  test('arrive at the first try where the mail server ends the connection between two of them', async () => {
    const server = await mailServer();
    for (const name of ['ann', 'bob', 'cy']) await enqueueTo(`${name}@example.com`);
    await send(server.url, async ({ body }) => {
      server.hangUp();
      return body;
    });
    expect(server.received.flatMap(({ to }) => to)).toEqual(['ann@example.com', 'bob@example.com', 'cy@example.com']);
    expect((await outbox()).map(({ attempts, sent }) => [attempts, sent])).toEqual(Array(3).fill([1, true]));
  });
});

test('a letter that is not under way yet when its run is stopped is sent by another run, without a failure', async () => {
  const { received, url } = await mailServer();
  await enqueueTo('ann@example.com');
  const stop = new AbortController();
  const textOf: TextOf = async ({ body }) => {
    stop.abort(new Error('stopped'));
    return body;
  };
  const transport = overSmtp(url);
  const run = sendDueLetters({ db: world.database.db, transport, textOf, log }, stop.signal).finally(transport.close);
  await expect(run).rejects.toThrow('stopped');
  await makeDue();
  await send(url);
  expect([received.length, logged]).toEqual([1, '']);
});

test('where no mail server answers, one letter is tried and the rest waits for the next run', async () => {
  for (const name of ['ann', 'bob', 'cy']) await enqueueTo(`${name}@example.com`);
  await send('smtp://127.0.0.1:9');
  expect((await outbox()).map(({ attempts }) => attempts)).toEqual([1, 0, 0]);
});

test('a letter that a worker took and died with is sent by another', async () => {
  const { received, url } = await mailServer();
  await enqueueTo('ann@example.com');
  // A worker claimed the letter, and its lease has expired.
  await world.database.db.execute(sql`update outbox set attempts = 1, due_at = now() - interval '1 second'`);
  await send(url);
  expect(received).toHaveLength(1);
});

test('a letter that was put off before the database’s clock was set back by hours is sent at once', async () => {
  const { received, url } = await mailServer();
  await enqueueTo('ann@example.com');
  await world.database.db.execute(sql`update outbox set due_at = now() + interval '5 hours'`);
  await send(url);
  expect(received).toHaveLength(1);
});

test('a mail server that never says a word holds up the worker for seconds, and a request not at all', async () => {
  const url = await blackHole();
  const player = await world.signUp();
  await enqueueTo('ann@example.com');
  let isSending = true;
  const sending = send(url).then(() => {
    isSending = false;
  });
  await expect.poll(async () => (await outbox())[0]?.attempts, { timeout: 5_000, interval: 5 }).toBe(1);
  const { status } = await world.visitor().call(forgotPassword, { body: { email: player.user.email } });
  expect([status, isSending]).toEqual([200, true]);
  await world.idle();
  expect(await lettersTo(world.database.db, player.user.email)).toHaveLength(1);
  await sending;
  expect((await outbox())[0]).toMatchObject({ attempts: 1, sent: false });
  expect(logged).toContain('mail not sent');
});

test('the file of a letter is never half written: another try replaces the whole file', async () => {
  const folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
  closing.push(() => rm(folder, { recursive: true }));
  const { send } = mailTransport(readEnv({ DATA_DIR: folder }), log);
  const letter = {
    id: 'a',
    recipient: 'ann@example.com',
    subject: 'Hello',
    attempts: 1,
    resetUserId: null,
    next: null,
  };
  await send({ ...letter, body: 'first' });
  const file = join(folder, 'outbox', 'a.eml');
  const reader = await open(file); // reads what it opened, whatever is renamed to this name
  closing.push(() => reader.close());
  await send({ ...letter, body: 'second' });
  expect(await reader.readFile('utf8')).toContain('first');
  expect(await readFile(file, 'utf8')).toContain('second');
  expect(await readdir(join(folder, 'outbox'))).toEqual(['a.eml']);
});

test('without a mail server letters become files that only their owner may read, logged by address', async () => {
  const folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
  closing.push(() => rm(folder, { recursive: true }));
  const transport = mailTransport(readEnv({ DATA_DIR: folder }), log);
  await enqueueTo('ann@example.com', 'https://ching.example/reset-password?token=canary-canary');
  await sendBy(transport);
  const [name = '', ...more] = await readdir(join(folder, 'outbox'));
  expect([name, more]).toEqual([expect.stringMatching(/^[\w-]{36}\.eml$/), []]);
  const file = join(folder, 'outbox', name);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(/^To: ann@example\.com\r$/m);
  expect(text).toContain('\r\n\r\nhttps://ching.example/reset-password?token=canary-canary\r\n');
  expect(logged).toContain('ann@example.com');
  expect(logged).not.toContain('canary');
  expect((await outbox())[0]).toMatchObject({ sent: true, body: '' });
});
