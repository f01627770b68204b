import type pg from 'pg';
import type { Recording } from '../testing/citus-lint.ts';

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};

/** Tables that grow with the number of players and games. */
const growing = new Set([
  'tickets',
  'legs',
  'ledger',
  'members',
  'games',
  'users',
  'leagues',
  'leg_grades',
  'settlements',
  'sessions',
]);

/**
 * What in the plans of these statements reads the whole of a table that grows: a scan of it, or of one of its indexes
 * from end to end. `how` is `honest` for the plans that the database would take, and `forced` for those it takes when
 * every scan is dear: on small tables a scan is right, and it only stays where no index would do.
 */
export async function wholeReads(pool: pg.Pool, recording: Recording, how: 'honest' | 'forced'): Promise<string[]> {
  const found = new Set<string>();
  const client = await pool.connect();
  try {
    await client.query(`set enable_seqscan = ${how === 'forced' ? 'off' : 'on'}`);
    for (const { text, sql, values } of recording.flat()) {
      if (!/^(select|insert|update|delete|with)\b/.test(sql)) continue;
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, [
        ...values,
      ]);
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

function readsIn(plan: Plan): string[] {
  const { 'Node Type': kind, 'Relation Name': table, 'Index Name': index, 'Index Cond': condition } = plan;
  const isScan = kind === 'Seq Scan' && growing.has(table ?? '');
  const isEndToEnd =
    index !== undefined && condition === undefined && /Index/.test(kind) && isOfGrowing(table ?? index);
  const own = isScan || isEndToEnd ? [`${kind} of ${table ?? index}`] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(readsIn)];
}

/** An index is called after its table. */
function isOfGrowing(name: string): boolean {
  return growing.has(name) || [...growing].some((table) => name.startsWith(`${table}_`));
}
