import { Router } from 'express';
import type { Logger } from 'pino';
import { feedsHealth, rawEvent } from '#shared/api/admin-feeds.ts';
import { findAdminGames, previewGameResult, setGameResult, waitingGames } from '#shared/api/admin-games.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/connection.ts';
import type { Limits } from '../http/limits.ts';
import { mountWithRight } from '../http/mount.ts';
import { setResult } from '../settlement/set-result.ts';
import { requireAdmin } from '../users/access.ts';
import { readFeedHealth, readRawEvent } from './feed-health.ts';
import { outcomeByHand, previewForAdmin } from './set-game.ts';
import { findGamesToSet, readWaitingGames } from './waiting-games.ts';

/** Calls of admins about games and feeds. Each reads the caller's right anew. */
export function adminRoutes(database: Database, limits: Limits, log: Logger): Router {
  const router = Router();
  const { db } = database;
  const admin = ({ user }: { user: { id: string } }) => requireAdmin(db, user.id);

  mountWithRight(router, feedsHealth, admin, async () => {
    const now = await databaseNow(db);
    return { now: now.toISOString(), feeds: await readFeedHealth(db, now) };
  });

  mountWithRight(router, rawEvent, admin, async ({ params }) => readRawEvent(db, params.id));

  mountWithRight(router, waitingGames, admin, async () => readWaitingGames(database, await databaseNow(db)));

  mountWithRight(router, findAdminGames, admin, async ({ params }) =>
    findGamesToSet(db, params.words?.trim() ?? '', await databaseNow(db)),
  );

  mountWithRight(router, previewGameResult, admin, async ({ proof, params, body }) => {
    await limits.previewsOfUser.use(proof.userId);
    return previewForAdmin(database, proof, params.gameId, outcomeByHand(body.outcome));
  });

  mountWithRight(router, setGameResult, admin, async ({ proof, params, body }) => {
    await limits.resultsOfUser.use(proof.userId);
    const { reason, rev, digest } = body;
    const outcome = outcomeByHand(body.outcome);
    const wanted = { gameId: params.gameId, outcome, reason, setById: proof.userId };
    const { result } = await setResult(database, wanted, rev, digest);
    log.info({ adminId: proof.userId, gameId: params.gameId, rev: result.rev }, 'result set by hand');
    return { message: outcome.isVoid ? 'Game voided' : 'Result settled' };
  });

  return router;
}
