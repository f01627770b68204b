import { Router } from 'express';
import { z } from 'zod';
import { listBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { uuid } from '#shared/api/values.ts';
import type { Database } from '../db/connection.ts';
import { mount, mountWithRight, read } from '../http/mount.ts';
import { type Member, requireMember } from '../leagues/access.ts';
import { placeTicket, type SentSlip } from './place.ts';
import { presentLegs } from './present.ts';
import { listOwnLegs, listTicketLegs } from './store.ts';

const namesLeague = z.object({ groupId: uuid });

export function ticketRoutes(database: Database, clock: () => Date): Router {
  const router = Router();
  const { db } = database;

  mount(router, listBets, async ({ user }) => presentLegs(await listOwnLegs(db, user.id), user.id, clock()));

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
  async function memberOfBody({ user, body }: { user: { id: string }; body: unknown }): Promise<Member> {
    const { groupId } = read(namesLeague, body) as z.output<typeof namesLeague>;
    return requireMember(db, user.id, groupId);
  }

  async function place(member: Member, slip: SentSlip, key: string | null) {
    const ticketId = await placeTicket(database, member, slip, key);
    return presentLegs(await listTicketLegs(db, member.leagueId, ticketId), member.userId, clock());
  }
}
