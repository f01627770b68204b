import { Router } from 'express';
import type { Logger } from 'pino';
import { manualOddsByGames, saveManualOdds, weekManualOdds } from '#shared/api/admin.ts';
import { oddsHistory } from '#shared/api/odds-history.ts';
import type { Database } from '../db/connection.ts';
import type { SpanAt } from '../games/service.ts';
import { mount, mountWithRight } from '../http/mount.ts';
import { requireAdmin } from '../users/access.ts';
import { readOddsHistory } from './manual-history.ts';
import { presentManualQuotes } from './present.ts';
import { saveManualQuotes, weekManualQuotes } from './service.ts';
import { listManualQuotes } from './store.ts';

/** The paths whose bodies may be longer than others: one call names hundreds of games. */
export const longBodies = [manualOddsByGames.path, saveManualOdds.path];

export function quoteRoutes(database: Database, clock: () => Date, spanAt: SpanAt, log: Logger): Router {
  const router = Router();
  const { db } = database;
  const admin = ({ user }: { user: { id: string } }) => requireAdmin(db, user.id);

  mountWithRight(router, weekManualOdds, admin, async ({ params }) => {
    const now = clock();
    return presentManualQuotes(db, await weekManualQuotes(db, params.week, params.season, now, spanAt(now)));
  });

  mountWithRight(router, manualOddsByGames, admin, async ({ body }) =>
    presentManualQuotes(db, await listManualQuotes(db, body.gameIds)),
  );

  mountWithRight(router, saveManualOdds, admin, async ({ proof, body }) => {
    const { saved, cleared } = await saveManualQuotes(database, proof, body.odds);
    log.info({ adminId: proof.userId, saved: saved.map((row) => row.gameId), cleared }, 'manual odds saved');
    return presentManualQuotes(db, saved);
  });

  mount(router, oddsHistory, ({ params }) => readOddsHistory(db, params.gameId, params.after ?? null));

  return router;
}
