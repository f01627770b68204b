import type pg from 'pg';
import type { Recording } from '../testing/citus-lint.ts';

type Plan = {
  'Node Type': string;
  /** The rows of one loop, without those that a filter dropped; known once the statement has run. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};
type Explained = { 'QUERY PLAN': [{ Plan: Plan }] };

/** Tables that grow with the number of players and games. */
const growing = new Set([
  'tickets',
  'legs',
  'ticket_reactions',
  'ledger',
  'statement_entries',
  'members',
  'memberships',
  'games',
  'users',
  'leagues',
  'leg_grades',
  'settlements',
  'league_weeks',
  'league_log',
  'awards',
  'closing_quotes',
  'quote_history',
  'notifications',
  'push_devices',
  'pushes',
  'mails',
  'mail_addresses',
  'calendars',
  'sessions',
  'outbox',
  'audit_log',
]);

/**
 * Parts of the query plans that read a whole growing table: a sequential scan, or an index scan without a condition.
 *
 * how  `honest` uses the planner's own choice. `forced` disables sequential scans: on small tables the planner prefers
 *      them, and with them disabled one only remains if no index fits.
 */
export async function wholeReads(pool: pg.Pool, recording: Recording, how: 'honest' | 'forced'): Promise<string[]> {
  const found = new Set<string>();
  const client = await pool.connect();
  try {
    await client.query(`set enable_seqscan = ${how === 'forced' ? 'off' : 'on'}`);
    for (const { text, sql, values } of recording.flat()) {
      if (!/^(select|insert|update|delete|with)\b/.test(sql)) continue;
      const { rows } = await client.query<Explained>(`explain (format json) ${text}`, [...values]);
      for (const { 'QUERY PLAN': explained } of rows) {
        for (const what of readsIn(explained[0].Plan)) found.add(`${what}: ${sql.slice(0, 160)}`);
      }
    }
    await client.query('reset enable_seqscan');
  } finally {
    client.release();
  }
  return [...found];
}

/** Runs a statement and counts the rows of a table that it reads, also those that a filter drops. */
export async function rowsRead(
  pool: pg.Pool,
  { text, values }: Recording[number][number],
  table: string,
): Promise<number> {
  const { rows } = await pool.query<Explained>(`explain (analyze, timing off, format json) ${text}`, [...values]);
  const readBy = (plan: Plan): number => {
    const { 'Actual Rows': returned = 0, 'Rows Removed by Filter': dropped = 0, 'Actual Loops': loops = 0 } = plan;
    const own = plan['Relation Name'] === table ? (returned + dropped) * loops : 0;
    return (plan.Plans ?? []).reduce((sum, below) => sum + readBy(below), own);
  };
  return rows.reduce((sum, { 'QUERY PLAN': [{ Plan: plan }] }) => sum + readBy(plan), 0);
}

function readsIn(plan: Plan): string[] {
  const { 'Node Type': kind, 'Relation Name': table, 'Index Name': index, 'Index Cond': condition } = plan;
  const isScan = kind === 'Seq Scan' && growing.has(table ?? '');
  const isEndToEnd =
    index !== undefined && condition === undefined && /Index/.test(kind) && isOfGrowing(table ?? index);
  const own = isScan || isEndToEnd ? [`${kind} of ${table ?? index}`] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(readsIn)];
}

/** Whether it is a growing table or an index of one; index names start with the table's name. */
function isOfGrowing(name: string): boolean {
  return growing.has(name) || [...growing].some((table) => name.startsWith(`${table}_`));
}
