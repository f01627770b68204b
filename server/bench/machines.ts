import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { presets } from '#shared/domain/fair-play.ts';
import { createPasswords } from '../auth/passwords.ts';
import { registerUser } from '../auth/service.ts';
import { connect, type Database } from '../db/connection.ts';
import { distribute } from '../db/distribute.ts';
import { startCitus } from '../db/local-citus.ts';
import { discardData } from '../db/postgres-server.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { createLeague } from '../leagues/service.ts';
import { createLog } from '../lib/log.ts';
import { aGame, final } from '../testing/games.ts';
import { ownerPool } from '../testing/owner-pool.ts';
import type { Seat } from './crowd.ts';
import { ledgerErrors } from './ledger-check.ts';
import { type Contender, type PairedFigures, type Rounds, runPaired } from './paired-runs.ts';
import { betRequest } from './requests.ts';
import { serve } from './served.ts';

export type MachineFigures = {
  paces: PairedFigures[];
  settling: SettlingFigures[];
  /** Commits of two phases during the bets, and lines of the logs of all three servers about a deadlock. */
  twoPhaseCommits: number;
  deadlocks: number;
  /** Violated invariants of the ledger; empty if there are none. */
  broken: string[];
};

/** The time in which so many workers, each a process, settle the tickets of three games. */
type SettlingFigures = { name: string; workers: number; tickets: number; ms: number };

type Side = { name: string; url: string; seats: Seat[]; games: FeedGame[] };
type Opened = { owner: pg.Pool; database: Database };

const players = 16;
const games = 8;
const hourMs = 3_600_000;

/**
 * Compares one Postgres with a Citus of three servers on the same machine, in `folder`, as durable as in production. 16
 * players of 16 leagues bet on eight games; then the games end. One worker settles three of them, two workers three others.
 *
 * postgresUrl  an empty migrated database.
 */
export async function measureMachines(postgresUrl: string, folder: string, rounds: Rounds): Promise<MachineFigures> {
  const citus = await startCitus(folder, { durable: true });
  try {
    await distribute(citus.url);
    const sides = [
      await fillSide('one Postgres', postgresUrl),
      await fillSide('Citus, three servers on this machine', citus.url),
    ];
    const before = await twoPhaseCommitsOf(citus.url);
    const paces = await measureBets(sides, rounds);
    const twoPhaseCommits = (await twoPhaseCommitsOf(citus.url)) - before;
    const settling = [];
    for (const side of sides) settling.push(...(await measureSettling(side)));
    const broken = [];
    for (const { url } of sides) broken.push(...(await onDatabase(url, ({ owner }) => ledgerErrors(owner))));
    return { paces, settling, twoPhaseCommits, deadlocks: await deadlocksIn(folder), broken };
  } finally {
    await citus.stop();
    await discardData(folder);
  }
}

/** Closes its connections at the end: only then do the statistics of Postgres have all that they did. */
async function onDatabase<T>(url: string, work: (opened: Opened) => Promise<T>): Promise<T> {
  const owner = ownerPool(url);
  const database = connect(url, createLog('error'));
  try {
    await database.machines.start();
    return await work({ owner, database });
  } finally {
    await Promise.all([owner.end(), database.end()]);
  }
}

/** Signs up the players, each with a league of their own, and announces the games. */
async function fillSide(name: string, url: string): Promise<Side> {
  return onDatabase(url, async (opened) => ({ name, url, ...(await fill(opened)) }));
}

async function fill({ owner, database }: Opened): Promise<Pick<Side, 'seats' | 'games'>> {
  const offered = Array.from({ length: games }, () => aGame({ startsAt: new Date(Date.now() + 3 * hourMs) }));
  await ingest(database, 'NFL', answerOf(offered), new Date());
  const passwords = createPasswords(4);
  const seats: Seat[] = [];
  while (seats.length < players) {
    const number = seats.length;
    const person = {
      email: `member${number}@example.com`,
      password: 'correct horse',
      firstName: 'Ann',
      lastName: 'Lee',
    };
    const { id: userId } = await registerUser(database, passwords, person);
    const league = await createLeague(database, userId, {
      name: `League ${number}`,
      description: null,
      joinDeadline: new Date(Date.now() + hourMs),
      endDate: new Date(Date.now() + 24 * hourMs),
      allowedSports: 'ALL',
      reveal: 'settled',
      approvesJoins: false,
      remarks: true,
      fairPlay: presets.classic,
    });
    const sid = `bench-${number}`;
    const cookie = { originalMaxAge: 2_592_000_000, httpOnly: true, path: '/', sameSite: 'lax' };
    const session = { cookie, passport: { user: userId }, createdAt: Date.now() };
    await owner.query("insert into sessions (sid, sess, expire) values ($1, $2, now() + interval '7 days')", [
      sid,
      session,
    ]);
    seats.push({ leagueId: league.id, userId, sid });
  }
  await owner.query('vacuum analyze');
  return { seats, games: offered };
}

async function measureBets(sides: readonly Side[], rounds: Rounds): Promise<PairedFigures[]> {
  const contenders: Contender[] = [];
  try {
    for (const { name, url, seats, games } of sides) {
      const next = (number: number) => {
        const [seat, game] = [seats[number % seats.length], games[number % games.length]];
        if (!seat || !game) throw new Error('there is nothing to bet on');
        return betRequest(seat, game);
      };
      contenders.push({ name, served: await serve({ serves: 'app', url }), status: 201, next });
    }
    return await runPaired(contenders, rounds);
  } finally {
    await Promise.all(contenders.map(({ served }) => served.stop()));
  }
}

/** Measures settling by one worker and by two, after both have settled two games to warm up. */
async function measureSettling({ name, url, games }: Side): Promise<SettlingFigures[]> {
  const processes = await Promise.all([1, 2].map(() => serve({ serves: 'settling', url })));
  try {
    return await onDatabase(url, async (opened) => {
      const settleWith = async (workers: number, ended: readonly FeedGame[]) => {
        const now = await endGames(opened, ended);
        const ports = processes.slice(0, workers).map(({ port }) => port);
        return { name, workers, ...(await settle(opened, ended, ports, now)) };
      };
      await settleWith(2, games.slice(0, 2));
      return [await settleWith(1, games.slice(2, 5)), await settleWith(2, games.slice(5))];
    });
  } finally {
    await Promise.all(processes.map(({ stop }) => stop()));
  }
}

/** Lets the home side of these games win. Returns a time at which they can be settled. */
async function endGames({ owner, database }: Opened, ended: readonly FeedGame[]): Promise<Date> {
  const ends = Date.now() + 7 * hourMs;
  for (const at of [ends, ends + 60_000]) {
    await ingest(database, 'NFL', answerOf(ended.map((game) => final(game, 24, 20))), new Date(at));
  }
  await owner.query('checkpoint');
  return new Date(ends + 60_000);
}

/** Lets the processes at these ports settle the games, all at once. Throws if a ticket stays open. */
async function settle(
  { owner }: Opened,
  ended: readonly FeedGame[],
  ports: readonly number[],
  now: Date,
): Promise<{ tickets: number; ms: number }> {
  const body = JSON.stringify({ now });
  const begun = performance.now();
  const settled = await Promise.all(
    ports.map(async (port) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`settling was answered ${answer.status}`);
      return (await answer.json()) as number;
    }),
  );
  const ms = performance.now() - begun;
  const { rows } = await owner.query<{ open: number }>(
    "select count(*)::int as open from tickets where grade is null and string_to_array(games, ' ') && $1",
    [ended.map(({ id }) => id)],
  );
  if (rows[0]?.open !== 0) throw new Error(`${rows[0]?.open} tickets were not settled`);
  return { tickets: settled.reduce((sum, tickets) => sum + tickets, 0), ms };
}

/** Citus notes each transaction that it prepares on a machine in `pg_dist_transaction`. */
async function twoPhaseCommitsOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      "select n_tup_ins::int as count from pg_stat_all_tables where relname = 'pg_dist_transaction'",
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}

async function deadlocksIn(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const logs = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return logs.flatMap((log) => log.split('\n')).filter((line) => line.includes('deadlock')).length;
}
