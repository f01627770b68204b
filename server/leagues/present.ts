import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { createGroup, leaderboard, leagueStates, listGroups } from '#shared/api/groups.ts';
import { balance, profitOf, ranked } from '#shared/domain/balance.ts';
import { cents, toWire } from '#shared/domain/money.ts';
import { emailLocalPart } from '#shared/domain/naming.ts';
import type { LeagueRow, listMemberships, listStandings } from './store.ts';

/** Where the league stands in its life. Source: design D11. */
function stateOf(league: LeagueRow, now: Date): (typeof leagueStates)[number] {
  if (!league.endDate || league.endDate > now) return 'open';
  return league.openTickets > 0 ? 'settling' : 'final';
}

export function presentLeague(league: LeagueRow, now: Date): ReplyInput<typeof createGroup> {
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
    state: stateOf(league, now),
  };
}

export function presentMemberships(
  rows: Awaited<ReturnType<typeof listMemberships>>,
  now: Date,
): ReplyInput<typeof listGroups> {
  return rows.map(({ league, memberCount, member }) => ({
    group: presentLeague(league, now),
    memberCount,
    displayName: member.displayName,
    ...presentMoney(member),
  }));
}

/** Best first. Of others only settled tickets are counted: open ones are nobody's business yet (hardening B3). */
export function presentStandings(
  rows: Awaited<ReturnType<typeof listStandings>>,
  viewerId: string,
): ReplyInput<typeof leaderboard> {
  const entries = rows.map((row) => ({ ...row, ...balance(cents(row.available), cents(row.pending)) }));
  return ranked(entries).map((row) => {
    const isOwn = row.userId === viewerId;
    return {
      user: { id: row.userId, firstName: row.firstName, email: isOwn ? row.email : emailLocalPart(row.email) },
      displayName: row.displayName,
      rank: row.rank,
      wins: row.wins,
      losses: row.losses,
      totalBets: isOwn ? row.settled + row.open : row.settled,
      balance: toWire(row.total),
      profit: toWire(profitOf(row.total)),
      ...(isOwn && { available: toWire(row.available), pending: toWire(row.pending) }),
    };
  });
}

function presentMoney(member: { available: number; pending: number }) {
  const money = balance(cents(member.available), cents(member.pending));
  return { balance: toWire(money.total), available: toWire(money.available), pending: toWire(money.pending) };
}
