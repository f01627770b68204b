import { cents, toWire } from '#shared/domain/money.ts';
import { findLinkTime } from '../calendar/store.ts';
import type { Database, Db } from '../db/connection.ts';
import { listRequestsOf } from '../leagues/join-requests-store.ts';
import { listLeagueIdsOf } from '../leagues/memberships-store.ts';
import { jsonParts } from '../lib/json-stream.ts';
import { unauthorized } from '../lib/refusal.ts';
import { listReadable } from '../notifications/readable-store.ts';
import { listStored, type StoredNotice } from '../notifications/store.ts';
import { readSettings } from '../preferences/service.ts';
import { findAnswer, listDevices } from '../push/store.ts';
import { findEmailChangeOf, listUndosOf } from '../users/email-changes-store.ts';
import { findUser } from '../users/store.ts';
import {
  findMembership,
  listLegsOf,
  listOwnActs,
  listOwnAwards,
  listOwnEntries,
  listOwnReactions,
  listOwnTickets,
  type OwnLeg,
} from './export-store.ts';
import type { Seen } from './sessions.ts';

/** Chosen: some 100 kB of a file are made at once. */
const rowsOfPart = 200;

/**
 * Everything that Ching stores of a user, as one JSON object in parts. Leagues are read one by one, their tickets and
 * entries page by page, so that an export of any length needs little memory and no statement about several leagues. It
 * has no secret of a session, a device or a link, and of other people nothing but ids: in notices that the user may
 * read, and of the member to whom the user offers a league.
 */
export async function exportOf(
  database: Database,
  userId: string,
  sessions: readonly Seen[],
  now: Date,
): Promise<AsyncIterable<Buffer>> {
  const user = await findUser(database.db, userId);
  if (!user) throw unauthorized();
  const { id, email, firstName, lastName, username, isAdmin, createdAt } = user;
  const account = { id, email, firstName, lastName, username, isAdmin, createdAt };
  const leagueIds = (await listLeagueIdsOf(database.db, userId)).toSorted();
  return jsonParts({
    madeAt: now,
    account,
    wantedEmail: (await findEmailChangeOf(database.db, userId))?.email ?? null,
    // Addresses of before that may undo a change; the links are in the mail alone.
    emailsOfBefore: (await listUndosOf(database.db, userId)).map(({ email, expiresAt }) => ({
      email,
      until: expiresAt,
    })),
    sessions: sessions.map(({ label, createdAt, seenAt }) => ({ label, signedInAt: createdAt, lastSeenAt: seenAt })),
    devices: (await listDevices(database.db, userId)).map(({ label, createdAt, lastUsedAt }) => {
      return { label, createdAt, lastUsedAt };
    }),
    wantsDevices: await findAnswer(database.db, userId),
    settings: await readSettings(database.db, userId),
    calendarLinkMadeAt: await findLinkTime(database.db, userId),
    notices: noticesOf(database, leagueIds, userId),
    joinRequests: await listRequestsOf(database, database.machines.reachable(leagueIds), userId),
    leagues: leaguesOf(database, leagueIds, userId),
    // The leagues of lost machines: another export has them later.
    leaguesLeftOut: database.machines.unreachable(leagueIds).length,
  });
}

async function* noticesOf(database: Database, leagueIds: readonly string[], userId: string) {
  const reachable = database.machines.reachable(leagueIds);
  const readable = (await listReadable(database, reachable, userId)).map(({ id }) => id);
  let last: StoredNotice | undefined;
  do {
    const page = await listStored(database.db, userId, readable, last ?? null, rowsOfPart);
    for (const { id, kind, leagueId, facts, at, isRead } of page)
      yield { id, kind, leagueId, facts, at: new Date(at / 1_000), isRead };
    last = page.length < rowsOfPart ? undefined : page.at(-1);
  } while (last);
}

async function* leaguesOf({ db, machines }: Database, leagueIds: readonly string[], userId: string) {
  for (const leagueId of machines.reachable(leagueIds)) {
    const found = await findMembership(db, leagueId, userId);
    if (!found) continue;
    const { league, member, offeredTo } = found;
    const isPresent = member.removedAt === null;
    yield {
      id: league.id,
      name: league.name,
      season: league.season,
      // The end and the final standings are for members alone.
      endDate: isPresent ? league.endDate : null,
      finalizedAt: isPresent ? league.finalizedAt : null,
      isOwner: league.ownerId === userId,
      isManager: member.isManager,
      isOfferedToUser: offeredTo === userId,
      offeredTo: league.ownerId === userId ? offeredTo : null,
      displayName: member.displayName,
      joinedAt: member.joinedAt,
      removedAt: member.removedAt,
      isGuest: member.isGuest,
      isRescued: member.isRescued,
      available: toWire(cents(member.available)),
      pending: toWire(cents(member.pending)),
      tickets: ticketsOf(db, leagueId, userId),
      reactions: reactionsOf(db, leagueId, userId),
      awards: await listOwnAwards(db, leagueId, userId),
      acts: actsOf(db, leagueId, userId),
      ledger: entriesOf(db, leagueId, userId),
    };
  }
}

async function* ticketsOf(db: Db, leagueId: string, userId: string) {
  for await (const page of pagesOf((after) => listOwnTickets(db, { leagueId, userId, after, most: rowsOfPart }))) {
    const ids = page.map(({ id }) => id);
    const legs = new Map(ids.map((id) => [id, [] as OwnLeg[]]));
    for (const leg of await listLegsOf(db, leagueId, ids)) legs.get(leg.leg.ticketId)?.push(leg);
    for (const { id, stake, payout, note, grade, back, placedAt, settledAt } of page)
      yield {
        id,
        placedAt,
        stake: toWire(cents(stake)),
        payout: toWire(cents(payout)),
        note,
        grade,
        paidBack: back === null ? null : toWire(cents(back)),
        settledAt,
        legs: (legs.get(id) ?? []).map(({ leg, sport, home, away }) => ({
          gameId: leg.gameId,
          sport,
          home,
          away,
          startsAt: leg.originalStart,
          market: leg.market,
          side: leg.side,
          line: leg.line,
          price: leg.price,
          grade: leg.grade,
          gradedAt: leg.gradedAt,
        })),
      };
  }
}

async function* reactionsOf(db: Db, leagueId: string, userId: string) {
  for await (const page of pagesOf((after) => listOwnReactions(db, { leagueId, userId, after, most: rowsOfPart })))
    for (const { id, reaction, at } of page) yield { ticketId: id, reaction, at };
}

/** The lines of the league's log about what the user did, and what was done about the user. */
async function* actsOf(db: Db, leagueId: string, userId: string) {
  for await (const page of pagesOf((after) => listOwnActs(db, { leagueId, userId, after, most: rowsOfPart })))
    for (const { id, at, act, isActor } of page)
      yield { number: Number(id), at, act, by: isActor ? 'user' : 'another' };
}

async function* entriesOf(db: Db, leagueId: string, userId: string) {
  for await (const page of pagesOf((after) => listOwnEntries(db, { leagueId, userId, after, most: rowsOfPart })))
    for (const { id, at, kind, ticketId, round, amount } of page)
      yield { id, at, kind, ticketId, round, amount: toWire(cents(amount)) };
}

/** The pages of a list that is read in the order of its ids. */
async function* pagesOf<Row extends { id: string }>(read: (after: string | null) => Promise<Row[]>) {
  let after: string | null = null;
  do {
    const page: Row[] = await read(after);
    yield page;
    after = page.length < rowsOfPart ? null : (page.at(-1)?.id ?? null);
  } while (after !== null);
}
