import type pg from 'pg';
import type { Recording } from './citus-lint.ts';

/**
 * A part of a plan. `Job` is that of a node which Citus distributes over machines. The coordinator collects the rows of
 * `Subplans`, which run first, and those of an insert that has a method, and sends them on.
 */
type Plan = {
  Plans?: Plan[];
  'Distributed Query'?: { Job: { 'Task Count': number }; Subplans?: unknown[] };
  'INSERT/SELECT method'?: string;
};

/** Whether Citus runs a statement as one task on one machine, or on the coordinator alone. */
export async function isOneTask(pool: pg.Pool, { text, values }: Recording[number][number]): Promise<boolean> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, [...values]);
  return rows.every(({ 'QUERY PLAN': [{ Plan: plan }] }) => isOneTaskAtMost(plan));
}

function isOneTaskAtMost({ Plans = [], 'Distributed Query': distributed, ...plan }: Plan): boolean {
  if (distributed && (distributed.Subplans || distributed.Job['Task Count'] > 1)) return false;
  return !plan['INSERT/SELECT method'] && Plans.every(isOneTaskAtMost);
}
