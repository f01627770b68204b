import { eq } from 'drizzle-orm';
import type { Sport } from '#shared/domain/sport.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/connection.ts';
import { feedOdds } from '../db/tables/quotes.ts';
import { recordSportChange } from '../events/store.ts';

/** Lets the feeds' odds of a sport close after so many seconds, as if its last slate were that old. */
export function closeOddsIn({ withTx }: Database, sport: Sport, seconds: number): Promise<void> {
  return withTx(async (tx) => {
    const closeAt = new Date((await databaseNow(tx)).getTime() + seconds * 1_000);
    await tx.update(feedOdds).set({ closeAt }).where(eq(feedOdds.sport, sport));
    await recordSportChange(tx, sport);
  });
}
