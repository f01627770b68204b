import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import bcrypt from 'bcrypt';
import type pg from 'pg';
import { type Crowd, fillCrowd } from '../bench/crowd.ts';
import { sessionSecret } from '../bench/http-connection.ts';
import { ledgerErrors } from '../bench/ledger-check.ts';
import { createProcess, type Process } from '../chaos/processes.ts';
import { createService } from '../chaos/service.ts';
import { createViolations } from '../chaos/violations.ts';
import { connect } from '../db/connection.ts';
import { freshClient } from '../http/client-build.ts';
import { createLog } from '../lib/log.ts';
import { randomFrom } from '../testing/bulk.ts';
import { cloneTemplate } from '../testing/cluster.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { ownerPool } from '../testing/owner-pool.ts';
import { type FastClock, startFastClock } from './clock.ts';
import { type Growth, growthOf } from './growth.ts';
import { type Players, startPlayers } from './players.ts';
import { type Sample, takeSample } from './samples.ts';

export type Plan = {
  seed: number;
  /** Real time. */
  minutes: number;
  /** Time by the clocks of the product. */
  days: number;
  members: number;
  /** Visits a second, of real time. */
  rate: number;
  /** SQL that changes the database before the soak, to see that a leak is reported. */
  change?: string;
  log(words: string): void;
};

export type SoakReport = {
  growth: Growth[];
  counts: Players['counts'];
  /** Broken promises, and violated invariants of the ledger. */
  violations: string[];
};

const password = 'correct horse';
const bcryptCost = 10; // the least in production
const membersPerLeague = 10;
/** Chosen: enough medians for a quarter, and few enough that garbage collections and counting cost little. */
const samplesWanted = 120;
const leastSampleMs = 1_000;
/** Chosen, real time: by the fast clocks little more than the default of real games. */
const pollSeconds = 0.5;
/** Chosen, real time: how long a job may pause on a busy machine. */
const pauseSeconds = 6;
/** Chosen: the share of requests without an answer in time, and of visits too many, that a busy machine may cause. */
const mostUnserved = 0.01;
/** Refusals that the acts of the players cause: games start, odds move, sessions end, passwords are wrong. */
const mayBeRefused =
  / (locked|price-moved|insufficient-balance|over-cap|league-ended|unauthorized|wrong-credentials|too-many|join-closed|401)$/;

/**
 * A soak: a site with many members at a multiple of its pace, while what it uses is sampled.
 *
 * Processes (one web, one worker, as in production), Postgres, requests, mails, the load and every timer are real: time
 * limits, polls of event streams. All clocks that decide something are fast: the database's, and those of both processes.
 * So a game takes a minute and a session ends after an hour. The product deletes by its own statements, at its own ages;
 * rows that live longer than the soak were written before it, so that some come of age in each of its hours. A week of a
 * real site has far more requests than an hour of this load: by the clocks, numbers that follow requests grow more slowly
 * here.
 */
export async function soak(clusterUrl: string, plan: Plan): Promise<SoakReport> {
  const folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
  const undo: (() => unknown)[] = [() => rm(folder, { recursive: true })];
  try {
    await freshClient();
    const clone = await cloneTemplate(clusterUrl);
    undo.push(clone.drop);
    const owner = ownerPool(clone.url, 1);
    undo.push(() => owner.end());
    plan.log('filling');
    const crowd = await fill(clone.url, owner, plan);
    if (plan.change !== undefined) await owner.query(plan.change);
    const clock = await startFastClock(owner, (plan.days * 24 * 60) / plan.minutes);
    const mail = await startMailServer();
    undo.push(mail.close);
    return await soakSite({ url: clone.url, folder, smtpUrl: mail.url, owner, crowd, clock }, plan);
  } finally {
    for (const step of undo.reverse()) {
      try {
        await step();
      } catch (error) {
        plan.log(`could not clear up: ${error}`); // the other steps are done all the same
      }
    }
  }
}

type Site = { url: string; folder: string; smtpUrl: string; owner: pg.Pool; crowd: Crowd; clock: FastClock };

async function soakSite({ url, folder, smtpUrl, owner, crowd, clock }: Site, plan: Plan): Promise<SoakReport> {
  const violations = createViolations();
  const random = randomFrom(plan.seed);
  const sampleMs = Math.max(leastSampleMs, (plan.minutes * 60_000) / samplesWanted);
  const usageFiles = new Map<string, string>();
  const preload = import.meta.resolve('./fast-process.ts');
  const created = async (role: 'web' | 'worker'): Promise<Process> => {
    const file = join(folder, role);
    usageFiles.set(role, file);
    const settings = {
      NODE_ENV: 'production',
      APP_URL: 'https://ching.example.com',
      TRUST_PROXY_HOPS: '1',
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'data'),
      SESSION_SECRET: sessionSecret,
      FEED: 'simulated',
      SEASON_SPEED: '1',
      FEED_POLL_SECONDS: String(clock.speed * pollSeconds),
      SMTP_URL: smtpUrl,
      BCRYPT_COST: String(bcryptCost),
      LOG_LEVEL: 'error',
      SOAK_CLOCK: `${clock.fromMs} ${clock.speed}`,
      SOAK_USAGE_FILE: file,
      SOAK_SAMPLE_MS: String(sampleMs),
    };
    return createProcess(role, 1, settings, violations, preload);
  };
  const [web, worker] = [await created('web'), await created('worker')];
  const service = createService([web], random, violations);
  const reader = ownerPool(url, 1); // connected after the change of the clock
  let players: Players | null = null;
  const samples: Sample[] = [];
  let [bets, quietSamples] = [0, 0];
  try {
    await Promise.all([web.start(), worker.start()]);
    players = startPlayers({ service, crowd, password, clock, random, violations, rate: plan.rate });
    plan.log(`${plan.members} members play; a day takes ${Math.round(86_400 / clock.speed)} s`);
    const endsAtMs = clock.fromMs + plan.days * 86_400_000;
    while (clock.nowMs() < endsAtMs) {
      await pause(sampleMs);
      const sample = await takeSample(reader, usageFiles, clock.nowMs());
      samples.push(sample);
      if (players.counts.bets === bets) quietSamples += 1;
      bets = players.counts.bets;
      if (samples.length % 10 === 0) plan.log(progress(sample, clock, players));
    }
    await players.stop();
    for (const process of [web, worker]) {
      const code = await process.end('SIGTERM');
      if (code !== 0) violations.add(`${process.name} ended with status ${code}`, process.lastLines());
    }
  } finally {
    for (const process of [web, worker]) await process.end('SIGKILL').catch(() => null); // it has ended
    await players?.stop();
    service.close();
    await reader.end();
  }
  const { counts } = players;
  const unserved = Object.values(service.counts.unserved).reduce((sum, count) => sum + count, 0);
  if (unserved > service.counts.requests * mostUnserved) {
    violations.add(
      `${unserved} of ${service.counts.requests} requests got no answer`,
      JSON.stringify(service.counts.unserved),
    );
  }
  if (quietSamples > samples.length / 2) violations.add('hardly any bets', `${counts.bets} in all`);
  if (counts.skipped > counts.visits * mostUnserved)
    violations.add('too many visits at once', `${counts.skipped} skipped`);
  for (const [what, count] of Object.entries(counts.refused)) {
    if (!mayBeRefused.test(what)) violations.add(`${count} times ${what}`, 'nobody asked for anything wrong');
  }
  return {
    growth: growthOf(samples, pauseSeconds * clock.speed),
    counts,
    violations: [...violations.list(), ...(await ledgerErrors(owner))],
  };
}

function progress({ atMs, values }: Sample, clock: FastClock, { counts }: Players): string {
  const heap = (name: string) => `${Math.round(values.get(`heap of ${name}`) ?? 0)} MB`;
  const day = ((atMs - clock.fromMs) / 86_400_000).toFixed(2);
  return `day ${day}: ${counts.visits} visits, ${counts.bets} bets; heap of web ${heap('web')}, of worker ${heap('worker')}`;
}

/** Fills a site as it is after a year, with rows that come of age during the soak. */
async function fill(url: string, owner: pg.Pool, { members, days }: Plan): Promise<Crowd> {
  const database = connect(url, createLog('error'));
  const size = {
    users: members,
    leagues: Math.ceil(members / membersPerLeague),
    membersPerLeague,
    tickets: members * 5,
    pastGames: 1_000,
    upcomingGames: 20,
    standings: [],
    histories: [],
    openBets: 0,
    leaguesOfOne: 0,
  };
  try {
    const crowd = await fillCrowd(owner, database, size, await bcrypt.hash(password, bcryptCost));
    await plantOldRows(owner, days);
    return crowd;
  } finally {
    await database.end();
  }
}

/**
 * Writes rows of the tables that are deleted after weeks, one for each minute of the soak. Each comes of age a minute
 * after the one before it. Sessions end over the whole soak.
 */
async function plantOldRows(owner: pg.Pool, days: number): Promise<void> {
  const minutes = Math.ceil(days * 24 * 60);
  const planted = (at: (retention: string) => string) => [
    `insert into pulls (id, feed, sport, what, at, took_ms, seen, changed, quarantined, unknown_statuses)
     select uuidv7(), 'season', 'NFL', 'slate', ${at('14 days')}, 1, 1, 0, '[]', '[]' from generate_series(1, $1::int) n`,
    `insert into outbox (id, recipient, subject, body, created_at, due_at, sent_at)
     select uuidv7(), 'member0@example.com', '', '', ${at('30 days')}, null, ${at('30 days')} from generate_series(1, $1::int) n`,
    `insert into quarantined_events (id, feed, sport, what, key, reason, raw, raw_bytes, digest, first_seen_at, last_seen_at)
     select uuidv7(), 'espn', 'NFL', 'slate', n, 'old', '{}', 2, n, ${at('30 days')}, ${at('30 days')} from generate_series(1, $1::int) n`,
    `insert into notifications (id, user_id, kind, subject, league_id, facts, created_at, news_at)
     select uuidv7(), m.user_id, 'settled', 'old ' || n, m.league_id, '{}', ${at('90 days')}, ${at('90 days')}
     from generate_series(1, $1::int) n, (select user_id, league_id from memberships limit 1) m`,
  ];
  for (const text of planted((retention) => `now() - interval '${retention}' + n * interval '1 minute'`)) {
    await owner.query(text, [minutes]);
  }
  await owner.query(`update sessions set expire = now() + random() * $1::int * interval '1 minute'`, [minutes]);
}
