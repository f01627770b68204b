import type { BetStatus, listBets } from '#shared/api/bets.ts';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { Grade } from '#shared/domain/grade.ts';
import { cents, toWire } from '#shared/domain/money.ts';
import { displayName, emailLocalPart } from '#shared/domain/naming.ts';
import { type Price, payout } from '#shared/domain/price.ts';
import { lineText, presentGame } from '../games/present.ts';
import { quotedBy } from '../quotes/store.ts';
import type { ShownLeg } from './store.ts';

/** The wire has no void: the stake came back, which it calls a push. */
function statusOf(grade: Grade | null): BetStatus {
  return grade === null ? 'pending' : grade === 'void' ? 'push' : grade;
}

/**
 * One Bet a leg, in the order given. `parlayId` stands on the legs of a ticket that has several, hidden ones included;
 * `potentialPayout` is what the legs shown would return, since the whole would give away the hidden prices.
 * Source: design D3, D10.
 */
export function presentLegs(rows: readonly ShownLeg[], viewerId: string, now: Date): ReplyInput<typeof listBets> {
  const shownPrices = new Map<string, Price[]>();
  for (const { ticket, leg } of rows) {
    shownPrices.set(ticket.id, [...(shownPrices.get(ticket.id) ?? []), leg.price as Price]);
  }
  return rows.map(({ leg, ticket, legCount, game, feed, manual, league, memberName, user }) => {
    const isParlay = legCount > 1;
    const ticketStatus = statusOf(ticket.grade);
    const prices = shownPrices.get(ticket.id) ?? [];
    const returns = prices.length < legCount ? payout(cents(ticket.stake), prices) : cents(ticket.payout);
    return {
      id: leg.id,
      gameId: leg.gameId,
      groupId: leg.leagueId,
      userId: ticket.userId,
      parlayId: isParlay ? ticket.id : null,
      legNumber: leg.number,
      legCount,
      betType: leg.market,
      betSide: leg.side,
      amount: toWire(cents(ticket.stake)),
      odds: leg.price,
      potentialPayout: toWire(returns),
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
