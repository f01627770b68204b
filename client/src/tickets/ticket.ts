import type { Bet, BetStatus } from '#shared/api/bets.ts';
import { type Grade, gradeLeg, gradeTicket } from '#shared/domain/grade.ts';
import { liveStatus } from '#shared/domain/live-status.ts';
import { type Cents, cents } from '#shared/domain/money.ts';
import { type BetPhase, betPhase } from '#shared/domain/phase.ts';
import { type BettingRecord, bettingRecord } from '#shared/domain/record.ts';

/** What a member placed, put together again from the wire's bets: one leg, or several sharing a parlay identifier. */
export type Ticket = {
  /** The parlay identifier, or the single bet's id. */
  id: string;
  legs: readonly [Bet, ...Bet[]];
  isParlay: boolean;
  status: BetStatus;
  /** What came back, stake included; null while open. */
  back: Cents | null;
};

/** The tickets of a list of bets, in the order of their first legs; legs in the order of their numbers. */
export function ticketsOf(bets: readonly Bet[]): Ticket[] {
  const groups = new Map<string, [Bet, ...Bet[]]>();
  for (const bet of bets) {
    const id = bet.parlayId ?? bet.id;
    const legs = groups.get(id);
    if (legs) legs.push(bet);
    else groups.set(id, [bet]);
  }
  return [...groups].map(([id, legs]) => {
    legs.sort((a, b) => a.legNumber - b.legNumber);
    const isParlay = legs[0].parlayId !== null;
    const status = isParlay ? parlayStatus(legs) : legs[0].status;
    return { id, legs, isParlay, status, back: backOf(legs[0], status) };
  });
}

/** The server's outcome, else what its legs make of it. Source: spec §4; design D5. */
function parlayStatus(legs: readonly [Bet, ...Bet[]]): BetStatus {
  const outcome = legs[0].parlayOutcome;
  if (outcome) return outcome.status;
  return statusOf(gradeTicket(legs.map((leg) => gradeOf(leg.status))));
}

function backOf(first: Bet, status: BetStatus): Cents | null {
  switch (status) {
    case 'pending':
      return null;
    case 'lost':
      return cents(0);
    case 'push':
      return first.amount;
    case 'won':
      return first.parlayOutcome?.payout ?? first.potentialPayout;
  }
}

function gradeOf(status: BetStatus): Grade | null {
  return status === 'pending' ? null : status;
}

function statusOf(grade: Grade | null): BetStatus {
  if (grade === null) return 'pending';
  return grade === 'void' ? 'push' : grade;
}

/** Where one leg is shown. Source: spec §4, "Bet display phase". */
function legPhase(leg: Bet): BetPhase {
  return betPhase(gradeOf(leg.status), leg.game.status);
}

/** Wins, win rate, wagered and net of tickets; a parlay counts once. Source: spec §9; screens, "Words and numbers". */
export function recordOf(tickets: readonly Ticket[]): BettingRecord {
  return bettingRecord(
    tickets.map(({ legs, status, back }) => ({
      stake: legs[0].amount,
      grade: gradeOf(status),
      back: back ?? cents(0),
    })),
  );
}

export type LegBadge = 'WON' | 'LOST' | 'PUSH' | 'WINNING' | 'LOSING' | 'LIVE' | 'PENDING';

/**
 * The word on a leg: what it settled as; else what the score says, on the line of the bet; else where its game stands.
 *
 * A final game that waits to be settled says how it should settle: a tie shows PUSH, unless a draw is a loss.
 * Source: spec §4, "Badges"; screens, "Bets".
 */
export function legBadge(leg: Bet): LegBadge {
  switch (leg.status) {
    case 'won':
      return 'WON';
    case 'lost':
      return 'LOST';
    case 'push':
      return 'PUSH';
    case 'pending':
      return openBadge(leg);
  }
}

function openBadge(leg: Bet): LegBadge {
  const taken = { market: leg.betType, side: leg.betSide, line: leg.line };
  const { homeScore: home, awayScore: away, sport } = leg.game;
  switch (legPhase(leg)) {
    case 'pending':
      return 'PENDING';
    case 'active': {
      const now = liveStatus(taken, { home, away });
      return now === null ? 'LIVE' : now === 'winning' ? 'WINNING' : 'LOSING';
    }
    case 'complete': {
      if (home === null || away === null) return 'PENDING';
      const { grade } = gradeLeg(taken, { sport, score: { home, away }, halfInnings: null });
      return grade === 'won' ? 'WON' : grade === 'lost' ? 'LOST' : 'PUSH';
    }
  }
}

export const betTabs = ['All', 'Live', 'Pending', 'Won', 'Lost'] as const;
export type BetTab = (typeof betTabs)[number];

/**
 * Whether a ticket stands in a tab.
 *
 * An open single is Live or Pending, never both: a final game that waits to be settled is Pending. An open parlay with
 * started and unstarted legs is in both. Pushes are in All only. Source: spec §4; screens, "Bets".
 */
export function isIn(ticket: Ticket, tab: BetTab): boolean {
  switch (tab) {
    case 'All':
      return true;
    case 'Live':
      return isLive(ticket);
    case 'Pending':
      return ticket.status === 'pending' && (!isLive(ticket) || ticket.legs.some((leg) => legPhase(leg) === 'pending'));
    case 'Won':
      return ticket.status === 'won';
    case 'Lost':
      return ticket.status === 'lost';
  }
}

function isLive({ legs, isParlay, status }: Ticket): boolean {
  if (status !== 'pending') return false;
  const phases = legs.map(legPhase);
  if (!isParlay) return phases.includes('active');
  return phases.some((phase) => phase !== 'pending') && phases.some((phase) => phase !== 'complete');
}

const order = ['Live', 'Pending', 'Won', 'Lost'] as const satisfies readonly BetTab[];

/** Live, pending, won, lost, others; the latest placed first among equals. Source: spec §4, "My Bets ordering". */
export function ticketOrder(tickets: readonly Ticket[]): Ticket[] {
  // Told once for each ticket: a comparison is made many times, and a history may hold thousands.
  const keyed = tickets.map((ticket) => {
    const tab = order.findIndex((one) => isIn(ticket, one));
    return { ticket, tab: tab < 0 ? order.length : tab, placedAt: Date.parse(ticket.legs[0].placedAt) };
  });
  return keyed.sort((a, b) => a.tab - b.tab || b.placedAt - a.placedAt).map(({ ticket }) => ticket);
}
