import type { BetStatus, listBets } from '#shared/api/bets.ts';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { Grade } from '#shared/domain/grade.ts';
import { cents, toWire } from '#shared/domain/money.ts';
import { displayName, emailLocalPart } from '#shared/domain/naming.ts';
import { type Price, payout } from '#shared/domain/price.ts';
import { arithmetic } from '#shared/domain/receipt.ts';
import { explain } from '#shared/domain/rulebook.ts';
import { lineText, presentGame } from '../games/present.ts';
import type { QuotedGame } from '../games/store.ts';
import type { KeptGrade, ShownLeg } from './store.ts';

export type WireBet = ReplyInput<typeof listBets>[number];
type Settlement = NonNullable<WireBet['settlement']>;
type Grading = Settlement['corrections'][number];

function statusOf(grade: Grade | null): BetStatus {
  return grade === null ? 'pending' : gradedStatus(grade);
}

/** The wire has no void: the stake came back, which it calls a push. */
function gradedStatus(grade: Grade): Grading['status'] {
  return grade === 'void' ? 'push' : grade;
}

/**
 * One Bet a leg, in the order given. `parlayId` stands on the legs of a ticket that has several, hidden ones included;
 * `potentialPayout` is what the legs shown would return, since the whole would give away the hidden prices.
 * Source: design D3, D10.
 *
 * games  every game of the rows.
 * kept   the grades of the tickets' legs, in order; those of legs that are not among the rows stay unsaid.
 */
export function presentLegs(
  rows: readonly ShownLeg[],
  games: ReadonlyMap<string, QuotedGame>,
  kept: readonly KeptGrade[],
  viewerId: string,
  now: Date,
): WireBet[] {
  const gradesOf = new Map<string, KeptGrade[]>();
  for (const one of kept) {
    const leg = legKey(one.grade);
    gradesOf.set(leg, [...(gradesOf.get(leg) ?? []), one]);
  }
  const shownPrices = new Map<string, Price[]>();
  for (const { ticket, leg } of rows) {
    shownPrices.set(ticket.id, [...(shownPrices.get(ticket.id) ?? []), leg.price as Price]);
  }
  return rows.map(({ leg, ticket, legCount, league, memberName, user }) => {
    const quoted = games.get(leg.gameId);
    if (!quoted) throw new Error('a leg without its game');
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
      settlement: presentSettlement(leg, quoted.game, gradesOf.get(legKey(leg)) ?? []),
      displayName: displayName({ ...user, displayName: memberName }),
      user: { ...user, email: user.id === viewerId ? user.email : emailLocalPart(user.email) },
      group: league,
      game: presentGame(quoted, now),
    };
  });
}

function legKey({ ticketId, number }: { ticketId: string; number: number }): string {
  return `${ticketId} ${number}`;
}

/** Why the leg was graded as it was, with the gradings that corrections replaced; null while there is none. */
function presentSettlement(
  leg: ShownLeg['leg'],
  game: QuotedGame['game'],
  kept: readonly KeptGrade[],
): Settlement | null {
  const gradings = kept.map((one) => presentGrading(leg, game, one));
  const inForce = gradings.at(-1);
  return inForce ? { ...inForce, corrections: gradings.slice(0, -1) } : null;
}

function presentGrading(leg: ShownLeg['leg'], game: QuotedGame['game'], { grade: kept, result }: KeptGrade): Grading {
  const { sport, homeAbbr, awayAbbr } = game;
  const score = kept.home === null || kept.away === null ? null : { away: kept.away, home: kept.home };
  // A game whose sides were swapped since keeps, on its older gradings, the sides that they were made on.
  const names =
    leg.homeTeamId === game.homeTeamId ? { home: homeAbbr, away: awayAbbr } : { home: awayAbbr, away: homeAbbr };
  return {
    status: gradedStatus(kept.grade),
    rule: kept.rule,
    words: explain(kept.rule, sport),
    score,
    arithmetic: arithmetic(leg, { sport, grade: kept.grade, score }, names),
    settledAt: kept.at.toISOString(),
    source: result?.source ?? null,
    pullId: kept.pullId,
    reason: result?.reason ?? null,
  };
}
