import type { BetStatus, listBets } from '#shared/api/bets.ts';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { Grade } from '#shared/domain/grade.ts';
import { cents, toWire } from '#shared/domain/money.ts';
import { displayName, emailLocalPart } from '#shared/domain/naming.ts';
import { type Price, payout } from '#shared/domain/price.ts';
import { arithmetic } from '#shared/domain/receipt.ts';
import { reactions } from '#shared/domain/remarks.ts';
import { explain } from '#shared/domain/rulebook.ts';
import { lineText, presentGame } from '../games/present.ts';
import type { QuotedGame } from '../games/store.ts';
import type { ReactionCount } from './reactions-store.ts';
import type { RecordedGrade, ShownLeg } from './store.ts';

export type WireBet = ReplyInput<typeof listBets>[number];
type Settlement = NonNullable<WireBet['settlement']>;
type Grading = Settlement['corrections'][number];

function statusOf(grade: Grade | null): BetStatus {
  return grade === null ? 'pending' : gradedStatus(grade);
}

/** A grade on the wire. The wire calls a void a push: both return the stake. */
function gradedStatus(grade: Grade): Grading['status'] {
  return grade === 'void' ? 'push' : grade;
}

/**
 * One Bet per leg, in the order of the rows. `parlayId` is set if the ticket has several legs, hidden ones included.
 * `potentialPayout` counts only the legs shown: the whole payout would reveal the hidden prices.
 * Source: docs/decisions/tickets-and-legs.md, docs/decisions/who-sees-which-bets.md.
 *
 * games   every game of the rows.
 * grades  the grades of the tickets' legs, oldest first; those of legs that are not among the rows are left out.
 * counts  all reactions to the tickets.
 */
export function presentLegs(
  rows: readonly ShownLeg[],
  games: ReadonlyMap<string, QuotedGame>,
  grades: readonly RecordedGrade[],
  counts: readonly ReactionCount[],
  viewerId: string,
  now: Date,
): WireBet[] {
  const gradesOf = new Map<string, RecordedGrade[]>();
  for (const one of grades) {
    const leg = legKey(one.grade);
    gradesOf.set(leg, [...(gradesOf.get(leg) ?? []), one]);
  }
  const countsOf = new Map<string, ReactionCount[]>();
  for (const one of counts) countsOf.set(one.ticketId, [...(countsOf.get(one.ticketId) ?? []), one]);
  const shownPrices = new Map<string, Price[]>();
  for (const { ticket, leg } of rows) {
    shownPrices.set(ticket.id, [...(shownPrices.get(ticket.id) ?? []), leg.price as Price]);
  }
  return rows.map(({ leg, ticket, legCount, league, remarksOf, memberName, user }) => {
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
      remarks: remarksOf.areOn
        ? presentRemarks({ ...ticket, ownerId: remarksOf.ownerId }, countsOf.get(ticket.id) ?? [], viewerId)
        : null,
    };
  });
}

/** Whether the viewer is the bettor, or owns the league; for a ticket that the viewer may see. */
export function mayRemoveNote({ userId, ownerId }: { userId: string; ownerId: string }, viewerId: string): boolean {
  return viewerId === userId || viewerId === ownerId;
}

/** The remarks on a ticket, reactions in the order of screens. */
export function presentRemarks(
  { id, userId, ownerId, note }: { id: string; userId: string; ownerId: string; note: string | null },
  counts: readonly ReactionCount[],
  viewerId: string,
): NonNullable<WireBet['remarks']> {
  return {
    ticketId: id,
    note,
    mayRemoveNote: note !== null && mayRemoveNote({ userId, ownerId }, viewerId),
    reactions: reactions.flatMap((reaction) => {
      const found = counts.find((one) => one.reaction === reaction);
      return found ? [{ reaction, count: found.count, isOwn: found.isOwn }] : [];
    }),
  };
}

function legKey({ ticketId, number }: { ticketId: string; number: number }): string {
  return `${ticketId} ${number}`;
}

/** How the leg was graded, and the gradings that corrections replaced; null before the first grade. */
function presentSettlement(
  leg: ShownLeg['leg'],
  game: QuotedGame['game'],
  grades: readonly RecordedGrade[],
): Settlement | null {
  const gradings = grades.map((one) => presentGrading(leg, game, one));
  const inForce = gradings.at(-1);
  return inForce ? { ...inForce, corrections: gradings.slice(0, -1) } : null;
}

function presentGrading(
  leg: ShownLeg['leg'],
  game: QuotedGame['game'],
  { grade: graded, result }: RecordedGrade,
): Grading {
  const { sport, homeAbbr, awayAbbr } = game;
  const score = graded.home === null || graded.away === null ? null : { away: graded.away, home: graded.home };
  // If the feed swapped home and away after the bet, the score still has the sides of the bet.
  const names =
    leg.homeTeamId === game.homeTeamId ? { home: homeAbbr, away: awayAbbr } : { home: awayAbbr, away: homeAbbr };
  return {
    status: gradedStatus(graded.grade),
    rule: graded.rule,
    words: explain(graded.rule, sport),
    score,
    arithmetic: arithmetic(leg, { sport, grade: graded.grade, score }, names),
    settledAt: graded.at.toISOString(),
    source: result?.source ?? null,
    pullId: graded.pullId,
    reason: result?.reason ?? null,
  };
}
