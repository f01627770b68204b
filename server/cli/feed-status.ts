import { showAge } from '#shared/domain/age.ts';
import type { Outcome } from '#shared/domain/correction.ts';
import { counted } from '#shared/domain/count.ts';
import { databaseNow } from '../db/clock.ts';
import { connect, isUnreachable } from '../db/connection.ts';
import { runningEmbedded } from '../db/embedded.ts';
import { isMigrated } from '../db/migrate.ts';
import { reachableLeagues } from '../db/reach.ts';
import { pollSecondsOf, readEnv } from '../env.ts';
import { waitMs } from '../feed/backoff.ts';
import { listOddities, listPullHealth, type Oddity, type PullHealth } from '../feed/store.ts';
import { type GameRow, listStartingSoon } from '../games/store.ts';
import { createLog } from '../lib/log.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';
import { type Disputed, listDisputedGames } from '../settlement/overdue.ts';
import { listStuck, stuckFromHours } from '../settlement/watch-list.ts';

const dayMs = 24 * 3_600_000;
/**
 * Chosen: odds older than this are reported for games that start within the same time. Source: docs/feeds.md#odds.
 */
const staleMs = 30 * 60_000;

type Status = {
  games: readonly PullHealth[];
  odds: readonly PullHealth[];
  oddities: readonly Oddity[];
  stuck: readonly { game: GameRow; openLegs: number }[];
  /** Games that start within half an hour. */
  soon: readonly GameRow[];
  disputed: readonly Disputed[];
};

/**
 * The state of the feeds as text for a terminal: a line per sport, then why sports fail, what was quarantined in the
 * last day, games that start soon on old odds, games that should have a result by now, and results that the feed
 * corrects.
 *
 * "next try by" is the latest time of the next try by the backoff. A provider's Retry-After may make it later.
 * pollSecondsOf  how often a feed is polled, given its name.
 */
export function feedReport(
  { games, odds, oddities, stuck, soon, disputed }: Status,
  now: Date,
  pollSecondsOf: (feed: string) => number,
): string {
  const asked = [
    ...games.map((health) => ({ ...health, of: 'games', name: health.sport })),
    ...odds.flatMap((health) => (health.lastAt ? [{ ...health, of: 'odds', name: `${health.sport} odds` }] : [])),
  ];
  const head = ['sport', 'last pull', 'last success', 'failures', 'next try by', 'games', 'quarantined'];
  const lines = asked.map((health) => [
    health.name,
    ago(health.lastAt, now),
    ago(health.lastSuccessAt, now),
    String(health.failures),
    nextTry(health, pollSecondsOf(health.feed ?? '')),
    String(health.seen ?? '-'),
    String(oddities.filter((odd) => odd.sport === health.sport && odd.of === health.of && odd.eventId).length),
  ]);
  const failing = asked.flatMap(({ name, failingSince, failure }) =>
    failingSince ? [[name, `since ${moment(failingSince)}`, failure ?? '']] : [],
  );
  const odd = oddities.map(({ sport, eventId, reason, times }) => [
    sport,
    eventId ?? '-',
    reason,
    counted(times, 'time'),
  ]);
  const late = stuck.map(({ game, openLegs }) => [
    game.sport,
    game.id,
    `${game.awayAbbr} @ ${game.homeAbbr}`,
    `started ${moment(game.startsAt)}`,
    game.status === 'final' ? 'final but not confirmed' : `still ${game.status}`,
    counted(openLegs, 'open leg'),
  ]);
  const stale = soon.flatMap((game) => {
    const seen = games.find(({ sport }) => sport === game.sport)?.lastSuccessAt ?? null;
    if (seen && now.getTime() - seen.getTime() <= staleMs) return [];
    const teams = `${game.awayAbbr} @ ${game.homeAbbr}`;
    return [[game.sport, game.id, teams, `starts ${moment(game.startsAt)}`, `last heard of ${ago(seen, now)}`]];
  });
  const corrected = disputed.map(({ game, result, correction, why }) => [
    game.sport,
    game.id,
    `${game.awayAbbr} @ ${game.homeAbbr}`,
    outcome(result),
    `the feed says ${outcome(correction)}`,
    `waits for ${why}`,
    `lapses ${moment(correction.until)}`,
  ]);
  return [
    table([head, ...lines]),
    ...section('Failing', failing),
    ...section('Quarantined or not known, in the last day', odd),
    ...section('Starting within 30 min on odds older than that', stale),
    ...section(`Started more than ${stuckFromHours} hours ago and still without a result`, late),
    ...section('Results that the feed corrects, home score first', corrected),
  ].join('\n\n');
}

function outcome({ isVoid, home, away }: Outcome): string {
  return isVoid ? 'void' : `${home}-${away}`;
}

function nextTry({ lastAt, failures }: PullHealth, pollSeconds: number): string {
  return lastAt && failures > 0 ? moment(new Date(lastAt.getTime() + waitMs(pollSeconds * 1_000, failures, 0))) : '-';
}

function section(title: string, rows: readonly string[][]): string[] {
  return rows.length > 0 ? [`${title}:\n${table(rows)}`] : [];
}

/** Pads each column to its widest cell, with two spaces between columns. */
function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

/** "12 s ago"; "never" for null. */
function ago(instant: Date | null, now: Date): string {
  return instant ? `${showAge(instant, now)} ago` : 'never';
}

/** "2026-11-22 18:00:05 UTC". */
function moment(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

async function main(): Promise<void> {
  const env = readEnv();
  const url = env.DATABASE_URL ?? (await runningEmbedded(env.DATA_DIR));
  if (!url) throw new StartupError('Ching is not running here, and DATABASE_URL is not set: there is nothing to ask.');
  const database = connect(url, createLog(env.LOG_LEVEL), { max: 1 });
  const { db, end, machines } = database;
  try {
    const isUpToDate = await isMigrated(db).catch((cause: unknown) => {
      throw isUnreachable(cause) ? new StartupError('The database cannot be reached.', { cause }) : cause;
    });
    if (!isUpToDate) throw new StartupError('The database is not up to date: start Ching once.');
    await machines.start();
    const now = await databaseNow(db);
    const status = {
      games: await listPullHealth(db, 'games', now),
      odds: await listPullHealth(db, 'odds', now),
      oddities: await listOddities(db, new Date(now.getTime() - dayMs)),
      stuck: await listStuck(db, now, (await reachableLeagues(database)).these),
      soon: await listStartingSoon(db, now, staleMs),
      disputed: await listDisputedGames(db),
    };
    process.stdout.write(`${feedReport(status, now, (feed) => pollSecondsOf(env, feed))}\n`);
  } finally {
    await end();
  }
}

if (process.argv[1] === import.meta.filename) main().catch(exitWith);
