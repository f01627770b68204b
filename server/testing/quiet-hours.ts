import type { Database } from '../db/connection.ts';

/** Ends the quiet hours of everybody: a test may run at night. */
export async function endQuietHours({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(`
    insert into notice_settings (user_id, quiet_from, quiet_until) select id, null, null from users
    on conflict (user_id) do update set quiet_from = null, quiet_until = null`);
}
