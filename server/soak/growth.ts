import { median } from '../bench/figures.ts';
import type { Sample } from './samples.ts';

const [minute, hour, day] = [60, 3_600, 86_400];

/**
 * `oldest` is SQL of the age of the oldest row, in seconds by the database's clock; `limit` is the age at which the job
 * deletes it. `isShort`: rows stay for minutes or hours, so that there must not be more of them at the end of a soak.
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

/** The tables that may grow for ever: the owners of their rows, and the reason why they stay. */
const allowed: Record<string, string> = {
  tickets: 'bets: a member sees all that they ever placed',
  legs: 'bets: the legs of the tickets',
  leg_grades: 'bets: the receipt of each grading, append-only',
  settlements: 'bets: the verdicts of the tickets, append-only',
  ledger: 'bets: each move of a balance, append-only',
  statement_entries: 'bets: the numbered lines of statements, whose digests continue each other',
  ticket_reactions: 'bets: reactions of members',
  games: 'games: tickets name them for ever',
  results: 'games: each revision, append-only, which receipts name',
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
  leagues: 'leagues: founded by members',
  join_codes: 'leagues: one each',
  league_log: 'leagues: acts of those who run them, and joins',
  league_weeks: 'leagues: one a week, frozen',
  awards: 'leagues: those of frozen weeks',
  final_standings: 'leagues: one a member, frozen',
  audit_log: 'acts of people, append-only',
};

/**
 * The units of each kind of number, and the difference that still counts as flat: a share, and an amount. Chosen: each
 * more than the noise of a soak of an hour; a leak of 300 bytes a visit, or of one file a minute, is found. Connections
 * are all those of two pools, which may be at rest in one quarter and at work in another.
 */
const units: Record<string, { unit: string; per: number; share: number; slack: number }> = {
  heap: { unit: 'MB', per: 1, share: 0.1, slack: 4 },
  rss: { unit: 'MB', per: 1, share: 0.15, slack: 32 },
  handles: { unit: '', per: 1, share: 0, slack: 25 },
  files: { unit: '', per: 1, share: 0, slack: 25 },
  connections: { unit: '', per: 1, share: 0, slack: 20 },
  queue: { unit: 'rows', per: 1, share: 0.25, slack: 50 },
  rows: { unit: 'rows', per: 1, share: 0.05, slack: 50 },
  bytes: { unit: 'kB', per: 1_024, share: 0.1, slack: 1_024 * 1_024 },
  index: { unit: 'kB', per: 1_024, share: 0.1, slack: 1_024 * 1_024 },
  age: { unit: 'min', per: 60, share: 0, slack: 0 },
};

const noUnit = { unit: '', per: 1, share: 0, slack: 0 };
const spaces = new Set(['bytes', 'index']);
const ofTables = new Set([...spaces, 'rows', 'age']);
/** The beginning of a verdict that ends the soak with status 1. */
const grows = 'GROWS';

/**
 * Chosen: the space of a row may become so many times as large. An index that was filled in order has full pages, which the
 * rows of players split into halves.
 */
const mostOfARow = 2.5;

/** The course of one number: the medians of its quarters but the third, and its growth from the second to the last. */
export type Growth = {
  name: string;
  unit: string;
  first: number;
  second: number;
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
  const parts = [samples.slice(0, length), samples.slice(length, 2 * length), samples.slice(-length)] as const;
  const days = (median(parts[2].map(({ atMs }) => atMs)) - median(parts[1].map(({ atMs }) => atMs))) / (day * 1_000);
  const partsOf = (name: string): Parts => {
    const [first = 0, second = 0, last = 0] = parts.map((part) =>
      median(part.map(({ values }) => values.get(name) ?? 0)),
    );
    return { first, second, last };
  };
  const isFlat = (kind: string, { second, last }: Parts) => {
    const { share, slack } = units[kind] ?? noUnit;
    return kind !== 'age' && last <= second * (1 + share) + slack;
  };
  const isDeletedInTime = (table: string) =>
    partsOf(`age of ${table}`).last <= (forgotten[table]?.limit ?? 0) + pauseSeconds;
  /** Whether the rows of the table account for the growth of its space. */
  const growsByRows = (table: string, { second, last }: Parts) => {
    const rows = partsOf(`rows of ${table}`);
    return last * Math.max(1, rows.second) <= second * Math.max(1, rows.last) * mostOfARow;
  };
  const names = [...new Set(samples.flatMap(({ values }) => [...values.keys()]))];
  return names.map((name) => {
    const [kind = '', , table = ''] = name.split(' ');
    const { unit, per } = units[kind] ?? noUnit;
    const course = partsOf(name);
    const { first, second, last } = course;
    const verdict = verdictOf(kind, table, {
      isFlat: isFlat(kind, course),
      isDeletedInTime: isDeletedInTime(table),
      growsByRows: !spaces.has(kind) || growsByRows(table, course),
    });
    const perDay = days > 0 ? (last - second) / per / days : 0;
    const isWrong = verdict.startsWith(grows);
    return { name, unit, first: first / per, second: second / per, last: last / per, perDay, verdict, isWrong };
  });
}

type Parts = Pick<Growth, 'first' | 'second' | 'last'>;

function verdictOf(
  kind: string,
  table: string,
  was: { isFlat: boolean; isDeletedInTime: boolean; growsByRows: boolean },
): string {
  const isOfTable = ofTables.has(kind);
  const bound = isOfTable ? forgotten[table] : undefined;
  if (bound && !was.isDeletedInTime) return `${grows}: ${bound.by} leaves rows that are old enough`;
  if (kind === 'age') return `bounded by ${bound?.by}`;
  if (was.isFlat) return 'flat';
  if (!was.growsByRows) return `${grows}: more than its rows`;
  // Rows that stay for weeks may become more until the first of the soak are old enough.
  if (bound && !bound.isShort) return `bounded by ${bound.by}`;
  const reason = isOfTable ? allowed[table] : undefined;
  return reason ? `allowed, grows with ${reason}` : grows;
}
