import { Router } from 'express';
import type { Logger } from 'pino';
import {
  approveRequest,
  askToJoin,
  declineRequest,
  listJoinRequests,
  withdrawRequest,
} from '#shared/api/join-requests.ts';
import { leagueLog } from '#shared/api/league-log.ts';
import { acceptOffer, endOffer, nameManager, offerLeague, unnameManager } from '#shared/api/league-roles.ts';
import type { LeagueAct } from '#shared/domain/league-role.ts';
import { displayName } from '#shared/domain/naming.ts';
import type { Database } from '../db/connection.ts';
import { countJoin, type Limits } from '../http/limits.ts';
import { mount, mountWithRight } from '../http/mount.ts';
import { type Entitled, type Member, requireMember, requireRight } from './access.ts';
import { listRequests } from './join-requests-store.ts';
import * as joining from './joining.ts';
import { readLog } from './log.ts';
import { makeManager, unmakeManager } from './roles.ts';
import * as transfer from './transfer.ts';

/** The user of a request, and the league in its path. */
type LeagueRequest = { user: { id: string }; params: { id: string } };

type Deps = { database: Database; limits: Limits; log: Logger };

/** Routes about those who run a league: their roles, the people whom they let in, and the log of their acts. */
export function runningRoutes({ database, limits, log }: Deps): Router {
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

  mountWithRight(router, offerLeague, may('transfer'), async ({ proof, body }) => {
    await transfer.offerLeague(database, proof, body.userId);
    log.info({ leagueId: proof.leagueId, userId: proof.userId, offeredTo: body.userId }, 'league offered');
    return { message: 'The league is offered to the member.' };
  });

  mountWithRight(router, endOffer, member, async ({ proof }) => {
    await transfer.endOffer(database, proof);
    log.info({ leagueId: proof.leagueId, userId: proof.userId }, 'offer of a league ended');
    return { message: 'The league is not offered any more.' };
  });

  mountWithRight(router, acceptOffer, member, async ({ proof }) => {
    await transfer.acceptOffer(database, proof);
    log.info({ leagueId: proof.leagueId, userId: proof.userId }, 'league transferred');
    return { message: 'You own the league now.' };
  });

  mount(router, askToJoin, async ({ user, body, ip }) => {
    await countJoin(limits, user.id, ip, () => joining.askToJoin(database, user.id, body.joinCode));
    return { message: 'You have asked to join.' };
  });

  mount(router, withdrawRequest, async ({ user, params, ip }) => {
    await countJoin(limits, user.id, ip, () => joining.withdrawRequest(database, user.id, params.code));
    return { message: 'Your request is taken back.' };
  });

  mountWithRight(router, listJoinRequests, may('approve'), async ({ proof }) => {
    const rows = await listRequests(db, proof.leagueId);
    return rows.map(({ userId, at, ...person }) => ({ userId, name: displayName(person), at: at.toISOString() }));
  });

  mountWithRight(router, approveRequest, may('approve'), async ({ proof, params }) => {
    await joining.approveRequest(database, proof, params.userId);
    log.info({ leagueId: proof.leagueId, userId: proof.userId, joinedId: params.userId }, 'request approved');
    return { message: 'The person is a member now.' };
  });

  mountWithRight(router, declineRequest, may('approve'), async ({ proof, params }) => {
    await joining.declineRequest(database, proof, params.userId);
    log.info({ leagueId: proof.leagueId, userId: proof.userId }, 'request declined');
    return { message: 'The request is turned down.' };
  });

  return router;

  function member({ user, params }: LeagueRequest): Promise<Member> {
    return requireMember(db, user.id, params.id);
  }

  function may<Act extends LeagueAct>(act: Act) {
    return ({ user, params }: LeagueRequest): Promise<Entitled<Act>> => requireRight(db, user.id, params.id, act);
  }
}
