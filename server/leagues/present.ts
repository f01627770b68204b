import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { createGroup, Group, leaderboard, listGroups } from '#shared/api/groups.ts';
import { balance, profitOf } from '#shared/domain/balance.ts';
import { cents, toWire } from '#shared/domain/money.ts';
import { emailLocalPart, rowName } from '#shared/domain/naming.ts';
import { presentFairPlay } from './present-fair-play.ts';
import type { Neighbours } from './seasons.ts';
import type { Standing } from './standings-store.ts';
import { stateOf } from './state.ts';
import type { LeagueRow, listMemberships } from './store.ts';

/**
 * `now` must be the time that the league was read with: its state depends on it. `waitsFor` is what the viewer may
 * know.
 */
export function presentLeague(
  league: LeagueRow,
  now: Date,
  waitsFor: Group['waitsFor'] = [],
): ReplyInput<typeof createGroup> {
  const runners = league.runners.map(({ isManager, ...person }) => ({
    userId: person.userId,
    name: rowName(person),
    isManager,
  }));
  return {
    id: league.id,
    name: league.name,
    description: league.description,
    joinCode: league.joinCode,
    joinDeadline: league.joinDeadline?.toISOString() ?? null,
    endDate: league.endDate?.toISOString() ?? null,
    ownerId: league.ownerId,
    allowedSports: league.allowedSports,
    reveal: league.reveal,
    remarks: league.remarks,
    fairPlay: presentFairPlay(league),
    state: stateOf(league, now),
    openBets: league.openTickets,
    waitsFor,
    champions: league.champions.map(({ userId, balance: won, ...name }) => ({
      userId,
      name: rowName(name),
      balance: toWire(cents(won)),
    })),
    offeredTo: runners.find(({ userId }) => userId === league.offeredTo) ?? null,
    managers: runners.filter(({ isManager }) => isManager),
    approvesJoins: league.approvesJoins,
    announcement:
      league.announcement === null || league.announcedAt === null
        ? null
        : { text: league.announcement, at: league.announcedAt.toISOString() },
    season: league.season,
    startedAt: league.createdAt.toISOString(),
    finalizedAt: league.finalizedAt?.toISOString() ?? null,
  };
}

export function presentMemberships(
  rows: Awaited<ReturnType<typeof listMemberships>>,
  now: Date,
  waits: ReadonlyMap<string, Group['waitsFor']>,
  neighbours: ReadonlyMap<string, Neighbours>,
): ReplyInput<typeof listGroups> {
  return rows.map(({ league, memberCount, member }) => ({
    group: presentLeague(league, now, waits.get(league.id)),
    previousId: null,
    next: null,
    ...neighbours.get(league.id),
    memberCount,
    displayName: member.displayName,
    ...presentMoney(member),
  }));
}

/** `isOwn` marks the viewer's own row: only that has the whole address, and the money available and pending. */
export function presentStanding(row: Standing, isOwn: boolean): ReplyInput<typeof leaderboard>[number] {
  return {
    user: { id: row.userId, firstName: row.firstName, email: isOwn ? row.email : emailLocalPart(row.email) },
    displayName: row.displayName,
    rank: row.rank,
    wins: row.wins,
    losses: row.losses,
    totalBets: row.bets,
    balance: toWire(row.total),
    profit: toWire(profitOf(row.total, row.given)),
    isGuest: row.isGuest,
    isRescued: row.isRescued,
    title: row.title,
    ...(isOwn && { available: toWire(row.available), pending: toWire(row.pending) }),
  };
}

export function presentMoney(member: { available: number; pending: number }) {
  const money = balance(cents(member.available), cents(member.pending));
  return { balance: toWire(money.total), available: toWire(money.available), pending: toWire(money.pending) };
}
