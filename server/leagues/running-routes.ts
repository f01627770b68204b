import { Router } from 'express';
import type { Logger } from 'pino';
import { leagueLog } from '#shared/api/league-log.ts';
import { nameManager, unnameManager } from '#shared/api/league-roles.ts';
import type { LeagueAct } from '#shared/domain/league-role.ts';
import type { Database } from '../db/connection.ts';
import { mountWithRight } from '../http/mount.ts';
import { type Entitled, type Member, requireMember, requireRight } from './access.ts';
import { readLog } from './log.ts';
import { makeManager, unmakeManager } from './roles.ts';

/** The user of a request, and the league in its path. */
type LeagueRequest = { user: { id: string }; params: { id: string } };

/** Routes about those who run a league: roles and the log of their acts. */
export function runningRoutes({ database, log }: { database: Database; log: Logger }): Router {
  const router = Router();
  const { db } = database;

  mountWithRight(router, leagueLog, member, ({ proof, params }) => readLog(db, proof.leagueId, params.before ?? null));

  mountWithRight(router, nameManager, may('appoint'), async ({ proof, params }) => {
    await makeManager(database, proof, params.userId);
    log.info({ leagueId: proof.leagueId, userId: proof.userId, managerId: params.userId }, 'manager named');
    return { message: 'The member is a manager of the league now.' };
  });

  mountWithRight(router, unnameManager, may('appoint'), async ({ proof, params }) => {
    await unmakeManager(database, proof, params.userId);
    log.info({ leagueId: proof.leagueId, userId: proof.userId, managerId: params.userId }, 'manager unnamed');
    return { message: 'The member is no manager of the league any more.' };
  });

  return router;

  function member({ user, params }: LeagueRequest): Promise<Member> {
    return requireMember(db, user.id, params.id);
  }

  function may<Act extends LeagueAct>(act: Act) {
    return ({ user, params }: LeagueRequest): Promise<Entitled<Act>> => requireRight(db, user.id, params.id, act);
  }
}
