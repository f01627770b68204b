import { lt, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { rateLimits } from '../db/tables/processes.ts';

/** Deletes rate-limit counts that expired more than an hour ago. The hour allows for processes whose clocks are off. */
export async function deleteOldLimits(db: Db): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, sql`extract(epoch from now() - interval '1 hour') * 1000`));
}
