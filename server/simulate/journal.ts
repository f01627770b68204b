import type pg from 'pg';

/** A row that a committed transaction wrote, as the table has it. */
export type Entry = { table: string; act: 'INSERT' | 'UPDATE' | 'DELETE'; row: Record<string, unknown> };

/** Tables of which every change is read. `when`: the condition of an update that is read. */
const tables: { name: string; when?: string }[] = [
  { name: 'ledger' },
  { name: 'tickets' },
  { name: 'legs' },
  { name: 'leg_grades' },
  { name: 'settlements' },
  { name: 'results' },
  { name: 'members' },
  { name: 'final_standings' },
  {
    name: 'leagues',
    when: '(old.reveal, old.finalized_at) is distinct from (new.reveal, new.finalized_at)',
  },
  {
    name: 'games',
    when: `(old.status, old.starts_at, old.start_known, old.started_at, old.betting_locked, old.proposed_start)
      is distinct from
      (new.status, new.starts_at, new.start_known, new.started_at, new.betting_locked, new.proposed_start)`,
  },
  { name: 'notifications', when: 'false' },
];

/**
 * Reads what each step has written. Triggers of the simulated database write it down in the transaction that makes the
 * change, so that what was rolled back is not there.
 */
export async function startJournal(owner: pg.Pool): Promise<() => Promise<Entry[]>> {
  await owner.query(`
    create schema simulation;
    create unlogged table simulation.journal (
      number bigint generated always as identity primary key, "table" text not null, act text not null, row jsonb not null
    );
    create function simulation.note() returns trigger language plpgsql security definer as $$ begin
      insert into simulation.journal ("table", act, row)
        values (tg_table_name, tg_op, to_jsonb(case when tg_op = 'DELETE' then old else new end));
      return null;
    end $$`);
  for (const { name, when } of tables) {
    const trigger = (act: string, condition?: string) => `
      create trigger simulation_${act.replace(' or ', '_')} after ${act} on ${name} for each row
        ${condition === undefined ? '' : `when (${condition})`} execute function simulation.note()`;
    await owner.query(trigger('insert or delete'));
    await owner.query(trigger('update', when));
  }
  let last = '0';
  return async () => {
    const { rows } = await owner.query<Entry & { number: string }>(
      'select number, "table", act, row from simulation.journal where number > $1 order by number',
      [last],
    );
    last = rows.at(-1)?.number ?? last;
    return rows;
  };
}
