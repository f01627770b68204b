import { Router } from 'express';
import type { Logger } from 'pino';
import { createGroup, joinGroup, leaderboard, listGroups } from '#shared/api/groups.ts';
import type { Database } from '../db/connection.ts';
import { mount, mountWithRight } from '../http/mount.ts';
import { requireMember } from './access.ts';
import { presentLeague, presentMemberships, presentStandings } from './present.ts';
import { createLeague, joinLeague } from './service.ts';
import { listMemberships, listStandings } from './store.ts';

export function leagueRoutes(database: Database, clock: () => Date, log: Logger): Router {
  const router = Router();
  const { db } = database;

  mount(router, listGroups, async ({ user }) => presentMemberships(await listMemberships(db, user.id), clock()));

  mount(router, createGroup, async ({ user, body }) => {
    const league = await createLeague(database, clock(), user.id, body);
    log.info({ leagueId: league.id, userId: user.id }, 'league created');
    return presentLeague(league, clock());
  });

  mount(router, joinGroup, async ({ user, body }) => {
    const league = await joinLeague(database, clock(), user.id, body.joinCode);
    log.info({ leagueId: league.id, userId: user.id }, 'league joined');
    return presentLeague(league, clock());
  });

  mountWithRight(
    router,
    leaderboard,
    ({ user, params }) => requireMember(db, user.id, params.id),
    async ({ proof: member }) => presentStandings(await listStandings(db, member.leagueId), member.userId),
  );

  return router;
}
