import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import express, { type Express } from 'express';
import { v7 as uuid } from 'uuid';
import { createApp } from '../app.ts';
import { connect, type Database } from '../db/connection.ts';
import { readEnv } from '../env.ts';
import { freezeWeeks } from '../leagues/weeks.ts';
import { createLog } from '../lib/log.ts';
import { sessionSecret, site } from './http-connection.ts';
import type { Job } from './served.ts';

const log = createLog('error');

async function appFor(job: Job): Promise<Express> {
  if (job.serves === 'bytes') return bareBytes(job);
  const database = connect(job.url, log);
  await database.machines.start();
  if (job.serves === 'freezing') return freezing(database);
  return job.serves === 'app' ? theApp(database) : bareStatements(database, job.recorded);
}

/**
 * The app as in production, with limits so wide that none is reached: a few callers stand for thousands. One trusted
 * proxy gives each caller an address of its own.
 */
function theApp(database: Database): Express {
  const wide = { RATE_LIMIT_SCALE: '1000000' };
  const env = readEnv({ FEED: 'espn', APP_URL: site, TRUST_PROXY_HOPS: '1', LOG_LEVEL: 'error', ...wide });
  return createApp({ env, log, database, sessionSecret, clientDir: null, clock: () => new Date() });
}

/** Freezes the weeks of all leagues at each request, as the worker does, and replies with the number of weeks. */
function freezing(database: Database): Express {
  const app = express();
  app.post('/', async (_req, res) => {
    res.json(await freezeWeeks(database));
  });
  return app;
}

/** A bare Express handler that sends the same bytes under the same ETag. */
function bareBytes({ path, base64, tag }: Extract<Job, { serves: 'bytes' }>): Express {
  const bytes = Buffer.from(base64, 'base64');
  const app = express();
  app.get(path, (_req, res) => {
    res.set('ETag', tag).type('json').send(bytes);
  });
  return app;
}

/**
 * A bare Express handler that replays the statements in their transactions and sends the recorded reply, without rules.
 */
function bareStatements({ pool }: Database, recorded: Extract<Job, { serves: 'statements' }>['recorded']): Express {
  const app = express();
  app.post('/api/bets', express.json(), async (req, res) => {
    const { groupId, userId, gameId } = req.body as Record<string, string>;
    const known = new Map<unknown, unknown>([
      [recorded.leagueId, groupId],
      [recorded.userId, userId],
      [recorded.gameId, gameId],
    ]);
    const own = (value: unknown) => {
      if (!known.has(value) && typeof value === 'string' && isId.test(value)) known.set(value, uuid());
      return known.has(value) ? known.get(value) : value;
    };
    for (const statements of recorded.transactions) {
      const client = await pool.connect();
      if (statements.length > 1) await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
      for (const { text, values } of statements)
        await client.query({ text, values: values.map(own), rowMode: 'array' });
      if (statements.length > 1) await client.query('COMMIT');
      client.release();
    }
    res.status(201).json(recorded.reply);
  });
  return app;
}

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;

process.once('message', async (job) => {
  // As in production. With a shorter time, the server might close a connection while a request is on its way.
  const server = createServer({ keepAliveTimeout: 65_000 }, await appFor(job as Job));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gaps = monitorEventLoopDelay({ resolution: 1 });
  gaps.enable();
  process.on('message', () => {
    const longestGap = gaps.max / 1e6;
    gaps.reset();
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1_000, rssMb: process.memoryUsage.rss() / 2 ** 20, longestGap });
  });
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit(0));
