import { Router } from 'express';
import type { Logger } from 'pino';
import {
  auditLog,
  failedDeliveries,
  failedMail,
  grantAdminRight,
  listAdmins,
  revokeAdminRight,
  searchPeople,
  tryMailAgain,
} from '#shared/api/oversight.ts';
import type { Database } from '../db/connection.ts';
import type { Limits } from '../http/limits.ts';
import { mountWithRight } from '../http/mount.ts';
import type { Sessions } from '../http/session.ts';
import { requireAdmin } from '../users/access.ts';
import { grantAdmin, revokeAdmin } from '../users/service.ts';
import { readAdmins } from './admins.ts';
import { readAuditLog } from './audit-log.ts';
import { readFailedDeliveries, readFailedMail, retryMail } from './deliveries.ts';
import { search } from './people.ts';

type Deps = { database: Database; sessions: Sessions; limits: Limits; log: Logger };

/** The calls by which admins run the site, games and odds apart. */
export function oversightRoutes({ database, sessions, limits, log }: Deps): Router {
  const router = Router();
  const { db } = database;
  const admin = ({ user }: { user: { id: string } }) => requireAdmin(db, user.id);

  mountWithRight(router, listAdmins, admin, () => readAdmins(db));

  mountWithRight(router, grantAdminRight, admin, async ({ proof, body }) => {
    await limits.rightsOfAdmin.use(proof.userId);
    const { id } = await grantAdmin(database, body.who, proof);
    log.info({ adminId: proof.userId, userId: id }, 'admin granted');
    return { message: 'Admin right granted' };
  });

  mountWithRight(router, revokeAdminRight, admin, async ({ proof, body }) => {
    await limits.rightsOfAdmin.use(proof.userId);
    const { id } = await revokeAdmin(database, { id: body.id }, proof, body);
    log.info({ adminId: proof.userId, userId: id }, 'admin revoked');
    return { message: 'Admin right revoked' };
  });

  mountWithRight(router, searchPeople, admin, async ({ proof, body }) => {
    await limits.searchesOfAdmin.use(proof.userId);
    const countSessions = async (userId: string) => (await sessions.listOf(userId)).length;
    return search(database, countSessions, proof, body.query);
  });

  mountWithRight(router, failedMail, admin, ({ params }) => readFailedMail(db, params.after ?? null));

  mountWithRight(router, tryMailAgain, admin, async ({ proof, body }) => {
    await limits.mailRetriesOfAdmin.use(proof.userId);
    const tried = await retryMail(database, proof, body.ids);
    log.info({ adminId: proof.userId, tried }, 'mail to be sent again');
    return { tried };
  });

  mountWithRight(router, failedDeliveries, admin, () => readFailedDeliveries(database));

  mountWithRight(router, auditLog, admin, ({ params }) => readAuditLog(database, params));

  return router;
}
