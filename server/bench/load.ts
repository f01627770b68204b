import { setTimeout as pause } from 'node:timers/promises';
import { slateCalls } from '#shared/api/games.ts';
import { counted } from '#shared/domain/count.ts';
import { flatQuote, quoteOf } from '#shared/domain/market.ts';
import type { Database } from '../db/connection.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf } from '../games/feed-answer.ts';
import type { Crowd } from './crowd.ts';
import { median, percentile } from './figures.ts';
import { tagOf } from './http-connection.ts';
import { openLoad, type Sample, type Shot } from './open-load.ts';
import {
  betRequest,
  currentUserRequest,
  gamesRequest,
  leaderboardRequest,
  loginRequest,
  myBetsRequest,
  slatePath,
  weekPath,
} from './requests.ts';
import { type Served, serve } from './served.ts';

export type LoadRow = {
  name: string;
  /** The target in words, and whether it was met. */
  target: string;
  isMet: boolean;
  sent: number;
  p50: number;
  p95: number;
  p99: number;
  worst: number;
  /** 5xx replies, except 503 to a sign-in from the full queue, and requests without an answer within five seconds. */
  failed: number;
  notes: string;
};

/** The duration of each row, and the share of its rate (`scale`): a short run only shows that the row works. */
export type LoadSize = { seconds: number; scale: number; warmUpSeconds: number };

type Row = {
  name: string;
  target: string;
  rateAt(second: number): number;
  next(number: number): Shot;
  /** Called once a second during the load; returns its duration in milliseconds. */
  eachSecond?(): Promise<number>;
  judge(
    samples: readonly Sample[],
    beside: { cpuMs: number; seconds: number; tickMs: readonly number[] },
  ): [boolean, string];
};

/** Measures the rows of docs/benchmarks.md#load with an open load: requests start at a fixed rate. */
export async function measureLoad(
  url: string,
  database: Database,
  crowd: Crowd,
  password: string,
  size: LoadSize,
): Promise<LoadRow[]> {
  const app = await serve({ serves: 'app', url });
  const worker = await serve({ serves: 'freezing', url });
  try {
    const rows = rowsFor(database, worker.port, crowd, password, size);
    const warm = rows[0];
    if (warm) await openLoad(app.port, { seconds: size.warmUpSeconds, rateAt: warm.rateAt, next: warm.next });
    const figures: LoadRow[] = [];
    for (const row of rows) figures.push(await run(app, row, size));
    return figures;
  } finally {
    await Promise.all([app.stop(), worker.stop()]);
  }
}

async function run(app: Served, row: Row, { seconds, scale }: LoadSize): Promise<LoadRow> {
  const before = await app.usage();
  let isOver = false;
  const tickMs: number[] = [];
  const ticking = (async () => {
    while (row.eachSecond && !isOver) {
      tickMs.push(await row.eachSecond().catch(() => Number.POSITIVE_INFINITY)); // it ran into its time limit
      await pause(1_000 * Math.min(1, seconds / 10));
    }
  })();
  const rateAt = (second: number) => row.rateAt((second * 20) / seconds) * scale;
  const samples = await openLoad(app.port, { seconds, rateAt, next: row.next });
  isOver = true;
  await ticking;
  const { cpuMs } = await app.usage();
  const took = samples.map((sample) => sample.ms);
  const [isMet, notes] = row.judge(samples, { cpuMs: cpuMs - before.cpuMs, seconds, tickMs });
  const failed = failures(samples).length;
  return {
    name: row.name,
    target: row.target,
    isMet: isMet && failed === 0,
    sent: samples.length,
    p50: percentile(took, 0.5),
    p95: percentile(took, 0.95),
    p99: percentile(took, 0.99),
    worst: Math.max(...took),
    failed,
    notes,
  };
}

function failures(samples: readonly Sample[]): readonly Sample[] {
  return samples.filter(({ status, kind }) => {
    if (status === null) return true;
    return status >= 500 && !(kind === 'login' && status === 503);
  });
}

function rowsFor(database: Database, workerPort: number, crowd: Crowd, password: string, { seconds }: LoadSize): Row[] {
  const [hot] = crowd.games;
  if (!hot) throw new Error('there is nothing to bet on');
  const p = (samples: readonly Sample[], share: number) =>
    percentile(
      samples.map((sample) => sample.ms),
      share,
    );

  const isSteady = (all: readonly Sample[]) => p(all, 0.5) <= 10 && p(all, 0.95) <= 40 && p(all, 0.99) <= 100;

  const tags = new Map<string, string>();
  /** A conditional request for a list of games, with the ETag of the last reply to any caller. */
  const poll = (kind: string, path: string): Shot => ({
    kind,
    request: gamesRequest(path, tags.get(path) ?? null),
    onReply: (reply) => {
      const tag = tagOf(reply);
      if (tag) tags.set(path, tag);
    },
  });

  /** 60 % the slate, 15 % a leaderboard, 10 % My Bets, 10 % the current user, 5 % a bet. */
  const mixed = (number: number): Shot => {
    const twentieth = (number * 7) % 20;
    const seat = crowd.seat(number * 13);
    if (twentieth < 12) return poll('slate', slatePath);
    if (twentieth < 15) return { kind: 'leaderboard', request: leaderboardRequest(seat) };
    if (twentieth < 17) return { kind: 'my bets', request: myBetsRequest(seat) };
    if (twentieth < 19) return { kind: 'me', request: currentUserRequest(seat) };
    return { kind: 'bet', request: betRequest(seat, crowd.games[number % crowd.games.length] ?? hot) };
  };
  const { membersPerLeague, users } = crowd.size;
  const bettors = Math.min(users, 50 * membersPerLeague, 500);
  let ticks = 0;
  let frozen = 0;
  const crowded = Math.max(...crowd.size.standings);

  return [
    {
      name: 'T1 steady mix, 300/s',
      target: 'p50 ≤ 10, p95 ≤ 40, p99 ≤ 100 ms',
      rateAt: () => 300,
      next: mixed,
      judge: (all) => [isSteady(all), byKind(all)],
    },
    {
      name: `T1 while a week of ${counted(crowded, 'member')} freezes`,
      target: 'as T1, freezing ≤ 2 s',
      rateAt: () => 300,
      next: (number) => {
        if (number % 10 > 0) return mixed(number);
        const seat = crowd.memberOfLeagueWith(crowded, number);
        return { kind: 'bet there', request: betRequest(seat, crowd.games[number % crowd.games.length] ?? hot) };
      },
      eachSecond: async () => {
        const begun = performance.now();
        const answer = await fetch(`http://127.0.0.1:${workerPort}/`, { method: 'POST' });
        frozen += Number(await answer.json());
        return performance.now() - begun;
      },
      judge: (all, { tickMs }) => [
        isSteady(all) && frozen > 0 && Math.max(...tickMs) <= 2_000,
        `${counted(frozen, 'week')}, the slowest second ${slowest(tickMs)}; ${byKind(all)}`,
      ],
    },
    {
      name: 'T3 bets, 200/s of 500 users',
      target: 'p99 ≤ 150 ms',
      rateAt: () => 200,
      next: (number) => ({
        kind: 'bet',
        request: betRequest(crowd.seat(number % bettors), crowd.games[number % crowd.games.length] ?? hot),
      }),
      judge: (all) => [p(all, 0.99) <= 150, `${countOf(all, 201)} placed`],
    },
    {
      name: 'T4 bets on one game, 200/s, odds moving each second',
      target: 'p99 ≤ 200 ms, feed write ≤ 1 s',
      rateAt: () => 200,
      next: (number) => ({ kind: 'bet', request: betRequest(crowd.seat(number % bettors), hot) }),
      eachSecond: async () => {
        ticks += 1;
        const quote = hot.quote && quoteOf({ ...flatQuote(hot.quote), moneylineHome: -180 - ticks });
        const begun = performance.now();
        const games = [{ ...hot, quote }];
        await ingest(database, 'NFL', answerOf(games), new Date());
        return performance.now() - begun;
      },
      judge: (all, { tickMs }) => [
        p(all, 0.99) <= 200 && Math.max(...tickMs) <= 1_000,
        `${countOf(all, 201)} placed; slowest feed write ${slowest(tickMs)}`,
      ],
    },
    {
      name: 'T7 spike from 30/s to 600/s and back',
      target: 'no 5xx; p99 ≤ 100 ms after it',
      rateAt: (second) => (second < 5 ? 30 + 114 * second : second < 12 ? 600 : 30),
      next: mixed,
      judge: (all) => {
        const after = all.filter(({ at }) => at >= (seconds * 1_000 * 15) / 20);
        return [p(after, 0.99) <= 100, `p99 from three seconds after it: ${p(after, 0.99).toFixed(1)} ms`];
      },
    },
    {
      name: 'T8 1,000 open tabs, 100/s',
      target: '≥ 80 % of 304; ≤ 50 % of one core',
      rateAt: () => 100,
      next: (number) => poll('poll', [slatePath, weekPath, slateCalls.MLB.games.path][number % 3] ?? slatePath),
      judge: (all, { cpuMs, seconds: lasted }) => {
        const unchanged = countOf(all, 304) / all.length;
        const busy = cpuMs / (lasted * 1_000);
        return [unchanged >= 0.8 && busy <= 0.5, `${percent(unchanged)} were 304; ${percent(busy)} of one core`];
      },
    },
    {
      name: 'T9 sign-ins, 20/s beside the mix at 100/s',
      target: 'p99 of the others ≤ 200 ms; excess 503',
      rateAt: () => 120,
      next: (number) =>
        number % 6 === 0 ? { kind: 'login', request: loginRequest(number / 6, password) } : mixed(number),
      judge: (all) => {
        const [logins, others] = [
          all.filter(({ kind }) => kind === 'login'),
          all.filter(({ kind }) => kind !== 'login'),
        ];
        const words = `others p99 ${p(others, 0.99).toFixed(1)} ms; ${countOf(logins, 200)} signed in, ${countOf(logins, 503)} sent away`;
        return [p(others, 0.99) <= 200, words];
      },
    },
  ];
}

function countOf(samples: readonly Sample[], status: number): number {
  return samples.filter((sample) => sample.status === status).length;
}

function slowest(tickMs: readonly number[]): string {
  const most = Math.max(...tickMs);
  return Number.isFinite(most) ? `${most.toFixed(0)} ms` : 'given up after its time limit';
}

function byKind(samples: readonly Sample[]): string {
  const kinds = [...new Set(samples.map((sample) => sample.kind))];
  return kinds
    .map((kind) => {
      const took = samples.filter((sample) => sample.kind === kind).map((sample) => sample.ms);
      return `${kind} ${median(took).toFixed(1)}`;
    })
    .join(', ')
    .concat(' ms (medians)');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
