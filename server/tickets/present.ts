import type { BetStatus, listBets } from '#shared/api/bets.ts';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { Grade } from '#shared/domain/grade.ts';
import { cents, toWire } from '#shared/domain/money.ts';
import { displayName, emailLocalPart } from '#shared/domain/naming.ts';
import { lineText, presentGame } from '../games/present.ts';
import { quotedBy } from '../quotes/store.ts';
import type { ShownLeg } from './store.ts';

/** The wire has no void: the stake came back, which it calls a push. */
function statusOf(grade: Grade | null): BetStatus {
  return grade === null ? 'pending' : grade === 'void' ? 'push' : grade;
}

/** One Bet a leg, in the order given. `parlayId` stands on the legs of a ticket that has several. Source: design D3. */
export function presentLegs(rows: readonly ShownLeg[], viewerId: string, now: Date): ReplyInput<typeof listBets> {
  const legCounts = new Map<string, number>();
  for (const { ticket } of rows) legCounts.set(ticket.id, (legCounts.get(ticket.id) ?? 0) + 1);
  return rows.map(({ leg, ticket, game, feed, manual, league, memberName, user }) => {
    const isParlay = (legCounts.get(ticket.id) ?? 0) > 1;
    const ticketStatus = statusOf(ticket.grade);
    return {
      id: leg.id,
      gameId: leg.gameId,
      groupId: leg.leagueId,
      userId: ticket.userId,
      parlayId: isParlay ? ticket.id : null,
      legNumber: leg.number,
      betType: leg.market,
      betSide: leg.side,
      amount: toWire(cents(ticket.stake)),
      odds: leg.price,
      potentialPayout: toWire(cents(ticket.payout)),
      line: lineText(leg.line),
      status: isParlay ? statusOf(leg.grade) : ticketStatus,
      parlayOutcome: isParlay ? { status: ticketStatus, payout: toWire(cents(ticket.back ?? 0)) } : null,
      createdAt: ticket.placedAt.toISOString(),
      placedAt: ticket.placedAt.toISOString(),
      settledAt: ticket.settledAt?.toISOString() ?? null,
      displayName: displayName({ ...user, displayName: memberName }),
      user: { ...user, email: user.id === viewerId ? user.email : emailLocalPart(user.email) },
      group: league,
      game: presentGame({ game, ...quotedBy(feed, manual) }, now),
    };
  });
}
