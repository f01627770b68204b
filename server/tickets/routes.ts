import { setImmediate as nextTurn } from 'node:timers/promises';
import { Router } from 'express';
import { z } from 'zod';
import { gameBets, listBets, memberBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { groupBets, groupBetsLastSevenDays } from '#shared/api/groups.ts';
import { uuid } from '#shared/api/values.ts';
import type { Database } from '../db/connection.ts';
import type { KeptGames } from '../games/kept-games.ts';
import { findGame, type QuotedGame } from '../games/store.ts';
import type { Limits } from '../http/limits.ts';
import { mountBytes, mountWithRight, read } from '../http/mount.ts';
import { leagueNotFound, type Member, requireMember } from '../leagues/access.ts';
import { findMember } from '../leagues/store.ts';
import { Refusal } from '../refusal.ts';
import { gameNotFound, placeTicket, type SentSlip } from './place.ts';
import { presentLegs, type WireBet } from './present.ts';
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

/** Chosen: about 300 kB of JSON, which takes some milliseconds to make. */
const legsAtOnce = 200;

const nobodysRight = async () => null;

/** How far back a league's activity goes. Source: spec §9. */
const activityMs = 7 * 24 * 3_600_000;

type TicketDeps = { database: Database; games: KeptGames; clock: () => Date; limits: Limits };

export function ticketRoutes({ database, games, clock, limits }: TicketDeps): Router {
  const router = Router();
  const { db } = database;

  mountBytes(router, listBets, nobodysRight, async ({ user }) => list(await listOwnLegs(db, user.id), user.id));

  mountBytes(router, gameBets, nobodysRight, async ({ user, params }) => {
    if (!(await findGame(db, params.gameId))) throw gameNotFound();
    return list(await listGameLegs(db, user.id, params.gameId), user.id);
  });

  mountBytes(
    router,
    memberBets,
    ({ user, params }) => requireMember(db, user.id, params.groupId),
    async ({ proof: viewer, params }) => {
      const ofLeague = await findMember(db, viewer.leagueId, params.userId);
      if (!ofLeague) throw new Refusal(404, 'member-not-found', 'Member not found');
      return list(await listMemberLegs(db, viewer, params.userId), viewer.userId);
    },
  );

  for (const activity of [groupBets, groupBetsLastSevenDays]) {
    mountBytes(
      router,
      activity,
      ({ user, params }) => requireMember(db, user.id, params.id),
      async ({ proof: viewer }) => {
        const since = new Date(clock().getTime() - activityMs);
        return list(await listRecentLegs(db, viewer, since), viewer.userId);
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

  /** All bets of the legs: of one ticket, or few. */
  async function show(legs: readonly ShownLeg[], viewerId: string): Promise<WireBet[]> {
    const bets: WireBet[] = [];
    for await (const some of presented(legs, viewerId)) bets.push(...some);
    return bets;
  }

  /** The same as JSON, however many they are: a part for each slice of them. */
  async function list(legs: readonly ShownLeg[], viewerId: string): Promise<Buffer[]> {
    const texts: string[] = [];
    for await (const bets of presented(legs, viewerId)) texts.push(JSON.stringify(bets).slice(1, -1));
    if (texts.length < 2) return [Buffer.from(`[${texts.join('')}]`)];
    return texts.map((text, at) => Buffer.from(`${at === 0 ? '[' : ','}${text}${at === texts.length - 1 ? ']' : ''}`));
  }

  /**
   * The bets of the legs, some tickets at a time. Between these the event loop serves others: the 20,000 bets that one
   * member may have are 30 MB of JSON. Each game is read once, so that it is the same on all of its bets.
   */
  async function* presented(legs: readonly ShownLeg[], viewerId: string): AsyncGenerator<WireBet[]> {
    const known = new Map<string, QuotedGame>();
    for (const some of inSlices(legs)) {
      const graded = some.flatMap(({ leg, ticket }) => (leg.grade === null ? [] : [ticket]));
      const grades = await listLegGrades(db, graded);
      // After the legs, so that no leg is shown as graded on a game that is shown as it was before.
      const unknown = some.map(({ leg }) => leg.gameId).filter((id) => !known.has(id));
      for (const [id, game] of await games.find(unknown)) known.set(id, game);
      yield presentLegs(some, known, grades, viewerId, clock());
      if (some.length < legs.length) await nextTurn();
    }
  }
}

/** The legs in slices of some hundred, each with whole tickets. */
function* inSlices(legs: readonly ShownLeg[]): Generator<ShownLeg[]> {
  for (let from = 0, to = 0; from < legs.length; from = to) {
    to = Math.min(from + legsAtOnce, legs.length);
    while (to < legs.length && legs[to]?.ticket.id === legs[to - 1]?.ticket.id) to += 1;
    yield legs.slice(from, to);
  }
}
