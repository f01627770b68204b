import { and, eq } from 'drizzle-orm';
import { areOddsOld, oddsCloseAt } from '#shared/domain/odds-age.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/connection.ts';
import { feedOdds } from '../db/tables/quotes.ts';
import { recordSportChange } from '../events/store.ts';

/**
 * Records that a feed answered with the slate of a sport at `at`, which lets its odds stay open for a while more. Pages
 * are notified if the odds were closed. The latest call wins, so that a poll by a clock that was ahead opens odds for
 * no longer than until the next one.
 *
 * slateEveryMs  the time between two slates, in milliseconds.
 */
export async function recordSlate(
  { withTx }: Pick<Database, 'withTx'>,
  { feed, sport }: { feed: string; sport: Sport },
  at: Date,
  slateEveryMs: number,
): Promise<void> {
  const closeAt = oddsCloseAt(at, slateEveryMs);
  await withTx(async (tx) => {
    const isOfSport = and(eq(feedOdds.feed, feed), eq(feedOdds.sport, sport));
    const [before] = await tx.select().from(feedOdds).where(isOfSport);
    const isOpened = areOddsOld(before?.closeAt ?? null, await databaseNow(tx));
    await tx
      .insert(feedOdds)
      .values({ feed, sport, closeAt })
      .onConflictDoUpdate({ target: [feedOdds.feed, feedOdds.sport], set: { closeAt } });
    if (isOpened) await recordSportChange(tx, sport);
  });
}

/** When the odds of each feed close, sport by sport. */
export async function listOddsCloses(db: Db): Promise<(typeof feedOdds.$inferSelect)[]> {
  return db.select().from(feedOdds);
}
