import { median } from '../bench/figures.ts';
import type { Sample } from './samples.ts';

const [minute, hour, day] = [60, 3_600, 86_400];

/**
 * `oldest` is SQL of the age of the oldest row, in seconds by the database's clock; `limit` is the age at which the job
 * deletes it. `isShort`: rows stay for minutes or hours, so that their space must not grow in a soak.
 */
type Forgotten = { by: string; limit: number; oldest: string; isShort: boolean };

/** The tables whose rows a job deletes. */
export const forgotten: Record<string, Forgotten> = {
  changes: shortly(10 * minute, 'select now() - min(at) from changes'),
  ticket_refusals: shortly(10 * minute, 'select now() - min(at) from ticket_refusals'),
  rate_limits: shortly(hour, 'select now() - to_timestamp(min(expire) / 1000.0) from rate_limits'),
  password_resets: shortly(0, 'select now() - min(expires_at) from password_resets'),
  email_changes: shortly(0, 'select now() - min(expires_at) from email_changes'),
  email_undos: late(0, 'select now() - min(expires_at) from email_undos'),
  sessions: late(0, 'select now() - min(expire) from sessions'),
  pulls: late(
    14 * day,
    'select now() - min(at) from pulls p where not exists (select from results r where r.pull_id = p.id)',
  ),
  outbox: late(30 * day, 'select now() - min(created_at) from outbox'),
  quarantined_events: late(30 * day, 'select now() - min(last_seen_at) from quarantined_events'),
  notifications: late(90 * day, 'select now() - min(news_at) from notifications'),
};

function shortly(limit: number, oldest: string): Forgotten {
  return { by: 'delete expired', limit, oldest, isShort: true };
}

function late(limit: number, oldest: string): Forgotten {
  return { ...shortly(limit, oldest), isShort: false };
}

/** Why a table may grow for ever: what its rows belong to, and why they stay. */
const allowed: Record<string, string> = {
  tickets: 'bets: a member sees all that they ever placed',
  legs: 'bets: the legs of the tickets',
  leg_grades: 'bets: the receipt of each grading, append-only',
  settlements: 'bets: the verdicts of the tickets, append-only',
  ledger: 'bets: what moved balances, append-only',
  statement_entries: 'bets: the numbered lines of statements, whose digests continue each other',
  ticket_reactions: 'bets: what members said of them',
  games: 'games: tickets name them for ever',
  results: 'games: each revision, append-only, which receipts name',
  corrections: 'games: those with a corrected result',
  absences: 'games: those that their feed lost',
  quotes: 'games: one a source',
  closing_quotes: 'games: one each, for the luck of tickets',
  quote_history: 'games: each change of odds before the start, append-only; a started game has no more of them',
  users: 'members: accounts',
  members: 'members: seats in leagues, which the ledger names',
  memberships: 'members: the same by user',
  join_requests: 'members: one for each who asks',
  mail_addresses: 'members: one each at most',
  notice_settings: 'members: one each at most',
  push_answers: 'members: one each at most',
  account_deletions: 'members: those who have left',
  leagues: 'leagues: founded by members',
  join_codes: 'leagues: one each',
  league_log: 'leagues: what those who run them did, and who joined',
  league_weeks: 'leagues: one a week, frozen',
  weeks: 'leagues: one a member and week, frozen',
  awards: 'leagues: those of frozen weeks',
  final_standings: 'leagues: one a member, frozen',
  audit_log: 'acts of people, append-only',
};

/** The units of each kind of number, and by what it may differ and still count as flat: a share, and an amount. */
const units: Record<string, { unit: string; per: number; share: number; slack: number }> = {
  heap: { unit: 'MB', per: 1, share: 0.1, slack: 8 },
  rss: { unit: 'MB', per: 1, share: 0.15, slack: 32 },
  handles: { unit: '', per: 1, share: 0.25, slack: 30 },
  files: { unit: '', per: 1, share: 0.25, slack: 30 },
  connections: { unit: '', per: 1, share: 0, slack: 4 },
  queue: { unit: 'rows', per: 1, share: 0.25, slack: 50 },
  rows: { unit: 'rows', per: 1, share: 0.05, slack: 50 },
  bytes: { unit: 'kB', per: 1_024, share: 0.1, slack: 128 * 1_024 },
  index: { unit: 'kB', per: 1_024, share: 0.1, slack: 128 * 1_024 },
  age: { unit: 'min', per: 60, share: 0, slack: 0 },
};

const noUnit = { unit: '', per: 1, share: 0, slack: 0 };
const ofTables = new Set(['rows', 'bytes', 'index', 'age']);
/** The beginning of a verdict that ends the soak with status 1. */
const grows = 'GROWS';

/** How one number went: the medians of the first, the middle and the last quarter, and growth from middle to last. */
export type Growth = {
  name: string;
  unit: string;
  first: number;
  middle: number;
  last: number;
  perDay: number;
  verdict: string;
  isWrong: boolean;
};

/**
 * Judges each number of the samples. The first quarter is not compared: caches and statements warm up in it.
 *
 * pauseSeconds  by the soak's clock: the longest that a job may pause on a busy machine.
 */
export function growthOf(samples: readonly Sample[], pauseSeconds: number): Growth[] {
  const length = Math.max(1, Math.floor(samples.length / 4));
  const middleAt = Math.floor((samples.length - length) / 2);
  const parts = [samples.slice(0, length), samples.slice(middleAt, middleAt + length), samples.slice(-length)] as const;
  const days = (median(parts[2].map(({ atMs }) => atMs)) - median(parts[1].map(({ atMs }) => atMs))) / (day * 1_000);
  const partsOf = (name: string): Parts => {
    const [first = 0, middle = 0, last = 0] = parts.map((part) =>
      median(part.map(({ values }) => values.get(name) ?? 0)),
    );
    return { first, middle, last };
  };
  const isDeletedInTime = (table: string) =>
    partsOf(`age of ${table}`).last <= (forgotten[table]?.limit ?? 0) + pauseSeconds;
  const names = [...new Set(samples.flatMap(({ values }) => [...values.keys()]))];
  return names.map((name) => {
    const [kind = '', , table = ''] = name.split(' ');
    const { unit, per, share, slack } = units[kind] ?? noUnit;
    const { first, middle, last } = partsOf(name);
    const isFlat = kind !== 'age' && last <= middle * (1 + share) + slack;
    const isByHalf = kind !== 'age' && last > middle * 1.5 + 8 * slack;
    const verdict = verdictOf(kind, table, { isFlat, isByHalf, isDeletedInTime: isDeletedInTime(table) });
    const perDay = days > 0 ? (last - middle) / per / days : 0;
    const isWrong = verdict.startsWith(grows);
    return { name, unit, first: first / per, middle: middle / per, last: last / per, perDay, verdict, isWrong };
  });
}

type Parts = Pick<Growth, 'first' | 'middle' | 'last'>;

function verdictOf(
  kind: string,
  table: string,
  was: { isFlat: boolean; isByHalf: boolean; isDeletedInTime: boolean },
): string {
  const isOfTable = ofTables.has(kind);
  const bound = isOfTable ? forgotten[table] : undefined;
  if (bound && !was.isDeletedInTime) return `${grows}: ${bound.by} leaves rows that are old enough`;
  if (was.isFlat) return 'flat';
  // What stays for weeks may grow until the first rows of the soak are old enough; the rest follows the busiest hours.
  if (bound && !(bound.isShort && was.isByHalf)) return `bounded by ${bound.by}`;
  const reason = isOfTable ? allowed[table] : undefined;
  return reason ? `allowed, grows with ${reason}` : grows;
}
