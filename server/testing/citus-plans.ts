import type pg from 'pg';
import type { Recording } from './citus-lint.ts';

/** A part of a plan. `Job` is that of a node which Citus distributes over machines. */
type Plan = { Plans?: Plan[]; 'Distributed Query'?: { Job: { 'Task Count': number }; Subplans?: Subplan[] } };
type Subplan = { PlannedStmt: { Plan: Plan }[] };

/** On how many shards Citus runs a statement: the most of its parts, those of inner selects included. */
export async function tasksOf(pool: pg.Pool, { text, values }: Recording[number][number]): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, [...values]);
  return Math.max(0, ...rows.map(({ 'QUERY PLAN': [{ Plan: plan }] }) => tasksIn(plan)));
}

function tasksIn({ Plans = [], 'Distributed Query': distributed }: Plan): number {
  const inner = (distributed?.Subplans ?? []).flatMap(({ PlannedStmt }) => PlannedStmt.map(({ Plan }) => Plan));
  return Math.max(distributed?.Job['Task Count'] ?? 0, ...[...Plans, ...inner].map(tasksIn));
}
