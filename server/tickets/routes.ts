import { Router } from 'express';
import { z } from 'zod';
import {
  groupBetsLastSevenDaysPage,
  groupBetsPage,
  listBetsPage,
  listBetsSince,
  memberBetsPage,
} from '#shared/api/bet-pages.ts';
import { gameBets, listBets, memberBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { memberForm } from '#shared/api/form.ts';
import { groupBets, groupBetsLastSevenDays } from '#shared/api/groups.ts';
import { memberLuck } from '#shared/api/luck.ts';
import { ownRecord } from '#shared/api/record.ts';
import { memberRivalry } from '#shared/api/shelf.ts';
import { uuid } from '#shared/api/values.ts';
import { toWire } from '#shared/domain/money.ts';
import { bettingRecord } from '#shared/domain/record.ts';
import type { Database } from '../db/connection.ts';
import type { GameCache } from '../games/game-cache.ts';
import { findGame } from '../games/store.ts';
import type { Limits } from '../http/limits.ts';
import type { LongAnswers } from '../http/long-answers.ts';
import { mount, mountBytes, mountWithRight, noRight, read } from '../http/mount.ts';
import { leagueNotFound, type Member, requireMember } from '../leagues/access.ts';
import { listReachableLeagueIdsOf } from '../leagues/memberships-store.ts';
import { findMember } from '../leagues/store.ts';
import { Refusal } from '../lib/refusal.ts';
import { findOddsSetters } from '../quotes/manual-history-store.ts';
import { readForm, requireFormScope } from './form.ts';
import { readLuck } from './luck.ts';
import { cutToSize, firstThatFit, type KeyPage, readPage } from './page.ts';
import { listLeagueNames, memberTicketList, ownTicketList, recentTicketList } from './page-keys-store.ts';
import type { Key } from './pages-store.ts';
import { gameNotFound, placeTicket, type SentSlip } from './place.ts';
import { presentLegs, type WireBet } from './present.ts';
import { countReactions, type ReactionCount } from './reactions-store.ts';
import { listRecorded } from './record-store.ts';
import { type RivalryCache, requireRival } from './rivalry.ts';
import {
  inOrderOf,
  listGameLegs,
  listLegGrades,
  listMemberLegs,
  listOwnLegs,
  listOwnLegsSince,
  listRecentLegs,
  listTicketLegs,
  readMemberLegs,
  readOwnLegs,
  readVisibleLegs,
  type ShownLeg,
} from './store.ts';

const namesLeague = z.object({ groupId: uuid() });

/** Chosen: about 150 kB of JSON, which takes some milliseconds to build. */
const legsPerSlice = 100;

/** Chosen: the most bytes of a page. A phone draws its tickets, about twenty singles, without a stutter. */
const pageBytes = 40_000;

/** Chosen: the most bytes of a page for its leagues, so that a parlay of twelve legs has room beside them. */
const leagueBytes = 16_000;

/** How far back a league's activity goes. Source: docs/screens.md#leaderboards-and-histories. */
const activityMs = 7 * 24 * 3_600_000;

type TicketDeps = {
  database: Database;
  games: GameCache;
  rivalries: RivalryCache;
  clock: () => Date;
  limits: Limits;
  answers: LongAnswers;
};

export function ticketRoutes({ database, games, rivalries, clock, limits, answers }: TicketDeps): Router {
  const router = Router();
  const { db } = database;

  // Calls for pages have the paths of the whole lists, so they come first.
  mount(router, listBetsPage, async ({ user, params, leaveOut }) => {
    const { leagueIds, leftOut } = await listReachableLeagueIdsOf(database, user.id);
    leaveOut(leftOut);
    const asked = params.groupId === undefined ? null : [params.groupId];
    const page = await readPage(ownTicketList(database, leagueIds, user.id), asked, params);
    const groups = await leaguesOf(page);
    const roomFor = pageBytes - Buffer.byteLength(JSON.stringify(groups));
    return { ...(await shown(page, user.id, (keys) => readOwnLegs(database, keys, user.id), roomFor)), groups };
  });

  mount(router, ownRecord, async ({ user, leaveOut }) => {
    const { leagueIds, leftOut } = await listReachableLeagueIdsOf(database, user.id);
    leaveOut(leftOut);
    const { wagered, net, ...counts } = bettingRecord(await listRecorded(database, leagueIds, user.id));
    return { ...counts, wagered: toWire(wagered), net: toWire(net) };
  });

  mountBytes(router, listBetsSince, noRight, answers, async ({ user, params, leaveOut }) => {
    const { leagueIds, leftOut } = await listReachableLeagueIdsOf(database, user.id);
    leaveOut(leftOut);
    return list(listOwnLegsSince(database, leagueIds, user.id, params.since), user.id);
  });

  mountWithRight(
    router,
    memberBetsPage,
    ({ user, params }) => requireMember(db, user.id, params.groupId),
    async ({ proof: viewer, params }) => {
      await requireEverMember(viewer, params.userId);
      const page = await readPage(memberTicketList(database, viewer, params.userId), null, params);
      return shown(page, viewer.userId, (keys) => readMemberLegs(database, keys, viewer.userId, params.userId));
    },
  );

  for (const activity of [groupBetsPage, groupBetsLastSevenDaysPage]) {
    mountWithRight(
      router,
      activity,
      ({ user, params }) => requireMember(db, user.id, params.id),
      async ({ proof: viewer, params }) => {
        const page = await readPage(recentTicketList(database, viewer, activityBegin()), null, params);
        return shown(page, viewer.userId, (keys) => readVisibleLegs(database, keys, viewer.userId));
      },
    );
  }

  mountBytes(router, listBets, noRight, answers, async ({ user, leaveOut }) => {
    const { leagueIds, leftOut } = await listReachableLeagueIdsOf(database, user.id);
    leaveOut(leftOut);
    return list(listOwnLegs(database, leagueIds, user.id), user.id);
  });

  mountBytes(router, gameBets, noRight, answers, async ({ user, params, leaveOut }) => {
    const game = await findGame(db, params.gameId);
    if (!game) throw gameNotFound();
    const { leagueIds, leftOut } = await listReachableLeagueIdsOf(database, user.id);
    leaveOut(leftOut);
    const setters = await findOddsSetters(db, game);
    return list(listGameLegs(database, leagueIds, user.id, game.id), user.id, (bet) => ({
      ...bet,
      setOdds: bet.gameId === game.id && setters.has(bet.userId),
    }));
  });

  mountBytes(
    router,
    memberBets,
    ({ user, params }) => requireMember(db, user.id, params.groupId),
    answers,
    async ({ proof: viewer, params }) => {
      await requireEverMember(viewer, params.userId);
      return list(listMemberLegs(database, viewer, params.userId), viewer.userId);
    },
  );

  mountWithRight(
    router,
    memberForm,
    ({ user, params }) => requireFormScope(database, user.id, params),
    async ({ proof, leaveOut }) => {
      leaveOut(proof.leftOut);
      return readForm(database, proof);
    },
  );

  mountWithRight(
    router,
    memberRivalry,
    ({ user, params }) => requireRival(database, user.id, params),
    async ({ proof, leaveOut }) => {
      leaveOut(proof.leftOut);
      return rivalries.read(proof);
    },
  );

  mountWithRight(
    router,
    memberLuck,
    ({ user, params }) => requireFormScope(database, user.id, params),
    async ({ proof, leaveOut }) => {
      leaveOut(proof.leftOut);
      return readLuck(database, proof);
    },
  );

  for (const activity of [groupBets, groupBetsLastSevenDays]) {
    mountBytes(
      router,
      activity,
      ({ user, params }) => requireMember(db, user.id, params.id),
      answers,
      async ({ proof: viewer }) => {
        return list(listRecentLegs(database, viewer, activityBegin()), viewer.userId);
      },
    );
  }

  mountWithRight(router, placeBet, strangersOf(placeBet), async ({ user, body, idempotencyKey }) => {
    const [bet] = await place({ leagueId: body.leagueId, userId: user.id }, body, idempotencyKey);
    if (!bet) throw new Error('a placed ticket has a leg');
    return bet;
  });

  mountWithRight(router, placeParlay, strangersOf(placeParlay), ({ user, body, idempotencyKey }) =>
    place({ leagueId: body.leagueId, userId: user.id }, body, idempotencyKey),
  );

  return router;

  /**
   * Refuses others than members of the league that the body names, if the rest of the body is wrong: they get the answer
   * that they get for a right one. Placing proves the membership of a right one by itself, in its first message to the
   * database. Source: docs/decisions/answers-and-errors.md.
   */
  function strangersOf(call: typeof placeBet | typeof placeParlay) {
    return async ({ user, body }: { user: { id: string }; body: unknown }): Promise<void> => {
      await limits.betsOfUser.use(user.id);
      const { groupId } = read(namesLeague, body);
      if (!call.body.safeParse(body).success) await requireMember(db, user.id, groupId);
    };
  }

  async function place(asked: { leagueId: string; userId: string }, slip: SentSlip, key: string | null) {
    const { id, legs } = await placeTicket(database, asked, slip, key);
    if (legs) return present(legs, asked.userId, []); // nobody can have reacted to it
    const stored = await listTicketLegs(db, asked, id);
    if (stored.length === 0) throw leagueNotFound(); // the league was deleted after the ticket was placed
    return present(stored, asked.userId);
  }

  function activityBegin(): Date {
    return new Date(clock().getTime() - activityMs);
  }

  async function requireEverMember({ leagueId }: Member, userId: string): Promise<void> {
    if (!(await findMember(db, leagueId, userId))) throw new Refusal(404, 'member-not-found', 'Member not found');
  }

  /** The leagues of a list with the most tickets, as many as have room. */
  async function leaguesOf({ ticketsOf }: KeyPage): Promise<{ id: string; name: string; bets: number }[]> {
    const named = await listLeagueNames(database, [...ticketsOf.keys()], {});
    const leagues = named.map((league) => ({ ...league, bets: ticketsOf.get(league.id) ?? 0 }));
    return firstThatFit(
      leagues.sort((one, other) => other.bets - one.bets || (one.id < other.id ? -1 : 1)),
      leagueBytes,
    );
  }

  /**
   * A page on the wire. It ends before the first ticket that has no room in `roomFor` bytes, but has at least one. A page
   * that is read again up to its end may be longer: what has come into it must not move its end.
   */
  async function shown(
    page: KeyPage,
    viewerId: string,
    readLegs: (keys: readonly Key[]) => Promise<ShownLeg[]>,
    roomFor = pageBytes,
  ) {
    const legs = page.keys.length === 0 ? [] : inOrderOf(page.keys, await readLegs(page.keys));
    const bets = await present(legs, viewerId);
    const ticketIds = legs.map(({ ticket }) => ticket.id);
    const most = page.isReadAgain ? Number.POSITIVE_INFINITY : roomFor;
    return { ...cutToSize(page, ticketIds, bets, most), counts: page.counts };
  }

  /** The bets of all pages as one JSON array, in chunks. `extend` adds what this list alone says of a bet. */
  async function* list(
    pages: AsyncIterable<ShownLeg[]>,
    viewerId: string,
    extend: (bet: WireBet) => WireBet = (bet) => bet,
  ): AsyncGenerator<Buffer> {
    let before = '[';
    for await (const page of pages) {
      for (const legs of inSlices(page)) {
        const bets = (await present(legs, viewerId)).map(extend);
        yield Buffer.from(before + JSON.stringify(bets).slice(1, -1));
        before = ',';
      }
    }
    yield Buffer.from(before === '[' ? '[]' : ']');
  }

  /** `reactions` are those to the tickets; left out: they are read. */
  async function present(
    legs: readonly ShownLeg[],
    viewerId: string,
    reactions?: readonly ReactionCount[],
  ): Promise<WireBet[]> {
    const graded = legs.flatMap(({ leg, ticket }) => (leg.grade === null ? [] : [ticket]));
    const grades = await listLegGrades(database, graded);
    // The games are read after the legs, so that no graded leg is shown with its game from before the grade.
    const shown = await games.find(legs.map(({ leg }) => leg.gameId));
    const counts = reactions ?? (await countReactions(database, ticketsWithRemarks(legs), viewerId));
    return presentLegs(legs, shown, grades, counts, viewerId, clock());
  }
}

/** The tickets of the legs, but for those of leagues without notes and reactions. */
function ticketsWithRemarks(legs: readonly ShownLeg[]): Key[] {
  const tickets = legs.flatMap(({ ticket, remarksOf }) => (remarksOf.areOn ? [ticket] : []));
  return [...new Map(tickets.map((ticket) => [ticket.id, ticket])).values()];
}

/** The legs in slices of `legsPerSlice` or a few more, so that no ticket is split. */
function* inSlices(legs: readonly ShownLeg[]): Generator<ShownLeg[]> {
  for (let from = 0, to = 0; from < legs.length; from = to) {
    to = Math.min(from + legsPerSlice, legs.length);
    while (to < legs.length && legs[to]?.ticket.id === legs[to - 1]?.ticket.id) to += 1;
    yield legs.slice(from, to);
  }
}
