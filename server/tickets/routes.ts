import { Router } from 'express';
import { z } from 'zod';
import { gameBets, listBets, memberBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { groupBets, groupBetsLastSevenDays } from '#shared/api/groups.ts';
import { uuid } from '#shared/api/values.ts';
import type { Database } from '../db/connection.ts';
import type { KeptGames } from '../games/kept-games.ts';
import { findGame } from '../games/store.ts';
import type { Limits } from '../http/limits.ts';
import { mount, mountWithRight, read } from '../http/mount.ts';
import { leagueNotFound, type Member, requireMember } from '../leagues/access.ts';
import { findMember } from '../leagues/store.ts';
import { Refusal } from '../refusal.ts';
import { gameNotFound, placeTicket, type SentSlip } from './place.ts';
import { presentLegs } from './present.ts';
import {
  listGameLegs,
  listLegGrades,
  listMemberLegs,
  listOwnLegs,
  listRecentLegs,
  listTicketLegs,
  type ShownLeg,
} from './store.ts';

const namesLeague = z.object({ groupId: uuid() });

/** How far back a league's activity goes. Source: spec §9. */
const activityMs = 7 * 24 * 3_600_000;

type TicketDeps = { database: Database; games: KeptGames; clock: () => Date; limits: Limits };

export function ticketRoutes({ database, games, clock, limits }: TicketDeps): Router {
  const router = Router();
  const { db } = database;

  mount(router, listBets, async ({ user }) => show(await listOwnLegs(db, user.id), user.id));

  mount(router, gameBets, async ({ user, params }) => {
    if (!(await findGame(db, params.gameId))) throw gameNotFound();
    return show(await listGameLegs(db, user.id, params.gameId), user.id);
  });

  mountWithRight(
    router,
    memberBets,
    ({ user, params }) => requireMember(db, user.id, params.groupId),
    async ({ proof: viewer, params }) => {
      const ofLeague = await findMember(db, viewer.leagueId, params.userId);
      if (!ofLeague) throw new Refusal(404, 'member-not-found', 'Member not found');
      return show(await listMemberLegs(db, viewer, params.userId), viewer.userId);
    },
  );

  for (const activity of [groupBets, groupBetsLastSevenDays]) {
    mountWithRight(
      router,
      activity,
      ({ user, params }) => requireMember(db, user.id, params.id),
      async ({ proof: viewer }) => {
        const since = new Date(clock().getTime() - activityMs);
        return show(await listRecentLegs(db, viewer, since), viewer.userId);
      },
    );
  }

  mountWithRight(router, placeBet, memberOfBody, async ({ proof, body, idempotencyKey }) => {
    const [bet] = await place(proof, body, idempotencyKey);
    if (!bet) throw new Error('a placed ticket has a leg');
    return bet;
  });

  mountWithRight(router, placeParlay, memberOfBody, ({ proof, body, idempotencyKey }) =>
    place(proof, body, idempotencyKey),
  );

  return router;

  /** The league that the body names is read before the rest of it (design 5). */
  async function memberOfBody(asked: { user: { id: string }; body: unknown }): Promise<Member> {
    await limits.betsOfUser.use(asked.user.id);
    const { groupId } = read(namesLeague, asked.body) as z.output<typeof namesLeague>;
    return requireMember(db, asked.user.id, groupId);
  }

  async function place(member: Member, slip: SentSlip, key: string | null) {
    const ticketId = await placeTicket(database, member, slip, key);
    const legs = await listTicketLegs(db, member, ticketId);
    if (legs.length === 0) throw leagueNotFound(); // deleted in the moment after the ticket was placed
    return show(legs, member.userId);
  }

  async function show(legs: readonly ShownLeg[], viewerId: string) {
    const graded = legs.flatMap(({ leg, ticket }) => (leg.grade === null ? [] : [ticket]));
    const grades = await listLegGrades(db, graded);
    // After the legs, so that no leg is shown as graded on a game that is shown as it was before.
    return presentLegs(legs, await games.find(legs.map(({ leg }) => leg.gameId)), grades, viewerId, clock());
  }
}
