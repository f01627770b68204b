import type pg from 'pg';
import type { Recording } from './citus-lint.ts';

/**
 * A part of a plan. `Job` is that of a node which Citus distributes over machines. `Subplans` run first, and their rows
 * are sent through the coordinator, to every machine if an insert takes them.
 */
type Plan = { Plans?: Plan[]; 'Distributed Query'?: { Job: { 'Task Count': number }; Subplans?: unknown[] } };

/** Whether Citus runs a statement as one task on one machine, or on the coordinator alone. */
export async function isOneTask(pool: pg.Pool, { text, values }: Recording[number][number]): Promise<boolean> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, [...values]);
  return rows.every(({ 'QUERY PLAN': [{ Plan: plan }] }) => isOneTaskAtMost(plan));
}

function isOneTaskAtMost({ Plans = [], 'Distributed Query': distributed }: Plan): boolean {
  if (distributed && (distributed.Subplans || distributed.Job['Task Count'] > 1)) return false;
  return Plans.every(isOneTaskAtMost);
}
