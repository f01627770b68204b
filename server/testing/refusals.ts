import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { RefusalBody } from '#shared/api/errors.ts';
import type { Db } from '../db/connection.ts';
import { expectLedgerBalances, ledgerCounts } from './ledger-asserts.ts';

/** The status and body of a refused call; asserts that the call wrote no ticket, leg or entry and moved no balance. */
export async function refusalOf(
  db: Db,
  call: () => Promise<{ status: number; refusal: RefusalBody | null }>,
): Promise<Partial<RefusalBody> & { status: number }> {
  const before = [await ledgerCounts(db), await balances(db)];
  const { status, refusal } = await call();
  expect([await ledgerCounts(db), await balances(db)]).toEqual(before);
  await expectLedgerBalances(db);
  return { status, ...refusal };
}

async function balances(db: Db): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select league_id, user_id, available_cents, pending_cents from members order by league_id, user_id`);
  return rows;
}
