import { v7 as uuid } from 'uuid';
import { currentUser, login } from '#shared/api/auth.ts';
import { groupBetsLastSevenDaysPage, listBetsPage, memberBetsPage } from '#shared/api/bet-pages.ts';
import { gameBets, listBets, memberBets, placeBet } from '#shared/api/bets.ts';
import { addressOf } from '#shared/api/endpoint.ts';
import { memberForm } from '#shared/api/form.ts';
import { slateCalls } from '#shared/api/games.ts';
import { groupBetsLastSevenDays, leaderboard, listGroups } from '#shared/api/groups.ts';
import { leagueIfEnded } from '#shared/api/if-ended.ts';
import { memberLuck } from '#shared/api/luck.ts';
import { leagueHistory } from '#shared/api/race.ts';
import { ownRecord } from '#shared/api/record.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { aLeg } from '../testing/games.ts';
import type { Seat } from './crowd.ts';
import { cookieOf, requestBytes } from './http-connection.ts';

// Builds the bytes of requests as browsers send them.

const week = { week: '12', season: '2026' };

export const slatePath = addressOf(slateCalls.NFL.games, week);
export const weekPath = addressOf(slateCalls.NFL.currentWeek, {});

/** A request for a list of games; with `etag`, a conditional one. */
export function gamesRequest(path: string, etag: string | null = null): Buffer {
  return requestBytes('GET', path, { headers: etag ? { 'If-None-Match': etag } : {} });
}

function getRequest(path: string, { sid }: Seat): Buffer {
  return requestBytes('GET', path, { headers: { Cookie: cookieOf(sid) } });
}

export const currentUserRequest = (seat: Seat) => getRequest(currentUser.path, seat);
export const leaguesRequest = (seat: Seat) => getRequest(listGroups.path, seat);
export const myBetsRequest = (seat: Seat) => getRequest(listBets.path, seat);
export const recordRequest = (seat: Seat) => getRequest(ownRecord.path, seat);
export const myBetsPageRequest = (seat: Seat, before?: string) =>
  getRequest(addressOf(listBetsPage, { status: 'all', before }), seat);
export const lastSevenDaysPageRequest = (seat: Seat) =>
  getRequest(addressOf(groupBetsLastSevenDaysPage, { id: seat.leagueId, status: 'open' }), seat);
export const memberBetsPageRequest = (seat: Seat, other: Seat) =>
  getRequest(addressOf(memberBetsPage, { userId: other.userId, groupId: seat.leagueId, status: 'open' }), seat);
export const ifEndedRequest = (seat: Seat) => getRequest(addressOf(leagueIfEnded, { id: seat.leagueId }), seat);
export const raceRequest = (seat: Seat) => getRequest(addressOf(leagueHistory, { id: seat.leagueId }), seat);
export const leaderboardRequest = (seat: Seat) => getRequest(addressOf(leaderboard, { id: seat.leagueId }), seat);
export const lastSevenDaysRequest = (seat: Seat) =>
  getRequest(addressOf(groupBetsLastSevenDays, { id: seat.leagueId }), seat);
export const gameBetsRequest = (seat: Seat, game: FeedGame) =>
  getRequest(addressOf(gameBets, { gameId: game.id }), seat);

export function memberBetsRequest(seat: Seat, other: Seat): Buffer {
  return getRequest(addressOf(memberBets, { userId: other.userId, groupId: seat.leagueId }), seat);
}

export const ownFormRequest = (seat: Seat) => getRequest(addressOf(memberForm, { userId: seat.userId }), seat);
export const ownLuckRequest = (seat: Seat) => getRequest(addressOf(memberLuck, { userId: seat.userId }), seat);

/**
 * A bet of one Ching on the home side at the offered price. The Express handlers that the app is compared with read no
 * session: `userId` gives them the user in the body.
 */
export function betRequest(seat: Seat, game: FeedGame, { userId }: { userId?: string } = {}): Buffer {
  return requestBytes('POST', placeBet.path, {
    headers: { Cookie: cookieOf(seat.sid), 'Idempotency-Key': uuid() },
    body: { ...aLeg(game), groupId: seat.leagueId, amount: '1', potentialPayout: '1.90', ...(userId && { userId }) },
  });
}

/** A sign-in of user `number` from a network address of its own. */
export function loginRequest(number: number, password: string): Buffer {
  return requestBytes('POST', login.path, {
    headers: { 'X-Forwarded-For': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` },
    body: { email: `member${number}@example.com`, password },
  });
}
