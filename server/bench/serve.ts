import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import express, { type Express } from 'express';
import { v7 as uuid } from 'uuid';
import { createApp } from '../app.ts';
import { connect, type Database } from '../db/connection.ts';
import { inOneSend } from '../db/one-send.ts';
import { readEnv } from '../env.ts';
import { freezeWeeks } from '../leagues/weeks.ts';
import { listen } from '../lib/listen.ts';
import { createLog } from '../lib/log.ts';
import { settleGames } from '../settlement/settle.ts';
import { sessionSecret, site } from './http-connection.ts';
import type { Job, Recorded } from './served.ts';

const log = createLog('error');

async function appFor(job: Job): Promise<Express> {
  if (job.serves === 'bytes') return bareBytes(job);
  const database = connect(job.url, log);
  await database.machines.start();
  if (job.serves === 'freezing') return freezing(database);
  if (job.serves === 'settling') return settling(database);
  if (job.serves === 'one-statement') return bareOneStatement(database, job.reply);
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

/** Settles the games with a result at each request, at the time `now` of its body, and replies with the number of tickets. */
function settling(database: Database): Express {
  const app = express();
  app.post('/', express.json(), async (req, res) => {
    const { now } = req.body as { now: string };
    const { tickets } = await settleGames(database, new Date(now), 0);
    res.json(tickets);
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
 * A bare Express handler that replays the statements in their transactions, prepared as the app prepares them, and sends
 * the recorded reply, without rules.
 */
function bareStatements({ pool }: Database, { transactions, lastSend, reply, ...recorded }: Recorded): Express {
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
    for (const statements of transactions) {
      const client = await pool.connect();
      const starts = statements.map(
        ({ text, values }) =>
          () =>
            client.query({ text, rowMode: 'array' }, values.map(own)),
      );
      if (statements.length > 1) {
        starts.unshift(() => client.query('BEGIN ISOLATION LEVEL READ COMMITTED'));
        starts.push(() => client.query('COMMIT'));
      }
      const split = lastSend === null ? 0 : starts.length - lastSend - 1;
      const sends = split > 0 ? [starts.slice(0, split), starts.slice(split)] : starts.map((start) => [start]);
      for (const send of sends) {
        await Promise.all(Object.values(inOneSend(() => Object.fromEntries(send.map((start, at) => [at, start()])))));
      }
      client.release();
    }
    res.status(201).json(reply);
  });
  return app;
}

/**
 * A bare Express handler that places a bet by one statement, without rules, locks of games and a session: the least that
 * keeps the books whole.
 */
function bareOneStatement({ pool }: Database, reply: unknown): Express {
  const app = express();
  app.post('/api/bets', express.json(), async (req, res) => {
    const { groupId, userId, gameId, amount } = req.body as Record<string, string>;
    const [ticketId, entryId, legId] = [uuid(), uuid(), uuid()];
    await pool.query(oneStatement, [groupId, userId, ticketId, Number(amount) * 100, entryId, legId, gameId]);
    res.status(201).json(reply);
  });
  return app;
}

const oneStatement = `
  with staked as (
    update members set available_cents = available_cents - $4::bigint, pending_cents = pending_cents + $4::bigint
    where league_id = $1::uuid and user_id = $2::uuid and removed_at is null and available_cents >= $4::bigint
    returning league_id, user_id
  ), ticket as (
    insert into tickets (league_id, id, user_id, stake_cents, payout_cents, idempotency_key, request_hash, games, placed_at)
    select league_id, $3::uuid, user_id, $4::bigint, $4::bigint, $3::text, '', $7::text, clock_timestamp() from staked
  ), entry as (
    insert into ledger (league_id, id, user_id, ticket_id, kind, round, amount_cents)
    select league_id, $5::uuid, user_id, $3::uuid, 'stake', 0, -$4::bigint from staked
  ), change as (
    insert into changes (topic) select 'user:' || user_id from staked
  )
  insert into legs (league_id, ticket_id, number, id, game_id, market, side, line, price, original_start, home_team_id,
    away_team_id)
  select staked.league_id, $3::uuid, 1, $6::uuid, g.id, 'spread', 'home', -3.5, -110, g.starts_at, g.home_team_id,
    g.away_team_id from staked, games g where g.id = $7::text`;

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;

process.once('message', async (job) => {
  // As in production. With a shorter time, the server might close a connection while a request is on its way.
  const server = createServer({ keepAliveTimeout: 65_000 }, await appFor(job as Job));
  const port = await listen(server);
  const gaps = monitorEventLoopDelay({ resolution: 1 });
  gaps.enable();
  process.on('message', () => {
    const longestGap = gaps.max / 1e6;
    gaps.reset();
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1_000, rssMb: process.memoryUsage.rss() / 2 ** 20, longestGap });
  });
  process.send?.({ port });
});
process.once('disconnect', () => process.exit(0));
