import { v7 as uuid } from 'uuid';
import { currentUser, login } from '#shared/api/auth.ts';
import { gameBets, listBets, memberBets, placeBet } from '#shared/api/bets.ts';
import { addressOf } from '#shared/api/endpoint.ts';
import { nflGames, nflWeek } from '#shared/api/games.ts';
import { groupBetsLastSevenDays, leaderboard, listGroups } from '#shared/api/groups.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { aLeg } from '../testing/games.ts';
import type { Seat } from './crowd.ts';
import { cookieOf, requestBytes } from './http-connection.ts';

// Requests of browsers, as bytes.

const week = { week: '12', season: '2026' };

export const slatePath = addressOf(nflGames, week);
export const weekPath = addressOf(nflWeek, {});

/** A request for a list of games; with `tag`, a conditional one. */
export function askGames(path: string, tag: string | null = null): Buffer {
  return requestBytes('GET', path, { headers: tag ? { 'If-None-Match': tag } : {} });
}

function asked(path: string, { sid }: Seat): Buffer {
  return requestBytes('GET', path, { headers: { Cookie: cookieOf(sid) } });
}

export const askCurrentUser = (seat: Seat) => asked(currentUser.path, seat);
export const askLeagues = (seat: Seat) => asked(listGroups.path, seat);
export const askMyBets = (seat: Seat) => asked(listBets.path, seat);
export const askLeaderboard = (seat: Seat) => asked(addressOf(leaderboard, { id: seat.leagueId }), seat);
export const askLastSevenDays = (seat: Seat) => asked(addressOf(groupBetsLastSevenDays, { id: seat.leagueId }), seat);
export const askGameBets = (seat: Seat, game: FeedGame) => asked(addressOf(gameBets, { gameId: game.id }), seat);

export function askMemberBets(seat: Seat, other: Seat): Buffer {
  return asked(addressOf(memberBets, { userId: other.userId, groupId: seat.leagueId }), seat);
}

/** A bet of one Ching on the home side at the offered price. `userId` is for a bare handler, which reads no session. */
export function sendBet(seat: Seat, game: FeedGame, { userId }: { userId?: string } = {}): Buffer {
  return requestBytes('POST', placeBet.path, {
    headers: { Cookie: cookieOf(seat.sid), 'Idempotency-Key': uuid() },
    body: { ...aLeg(game), groupId: seat.leagueId, amount: '1', potentialPayout: '1.90', ...(userId && { userId }) },
  });
}

/** A sign-in of user `number` from a network address of its own. */
export function sendLogin(number: number, password: string): Buffer {
  return requestBytes('POST', login.path, {
    headers: { 'X-Forwarded-For': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` },
    body: { email: `member${number}@example.com`, password },
  });
}
