import type { Bet, BetStatus } from '#shared/api/bets.ts';
import { type Grade, gradeLeg, gradeTicket } from '#shared/domain/grade.ts';
import { liveStatus } from '#shared/domain/live-status.ts';
import { type Cents, cents } from '#shared/domain/money.ts';
import { type BetPhase, betPhase } from '#shared/domain/phase.ts';
import { combinedPrice, type Price } from '#shared/domain/price.ts';
import { mostBack, priceInForce } from '#shared/domain/settle.ts';

/** A ticket, assembled from the bets of the wire: one leg, or several with the same parlay identifier. */
export type Ticket = {
  /** The parlay identifier, or the single bet's id. */
  id: string;
  legs: readonly [Bet, ...Bet[]];
  isParlay: boolean;
} & Outcome;

/** `back` is the amount that the member got back, stake included; null while the ticket is open. */
type Outcome = { status: 'pending'; back: null } | { status: Exclude<BetStatus, 'pending'>; back: Cents };

/** The id of a ticket's card on My Bets. */
export function ticketAnchor({ id }: { id: string }): string {
  return `ticket-${id}`;
}

/** The path that leads to a ticket's card on My Bets. */
export function ticketPath(ticket: { id: string }): string {
  return `/my-bets#${ticketAnchor(ticket)}`;
}

/** Groups bets into tickets, in the order of their first bets. Legs are sorted by their number. */
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
    return { id, legs, isParlay, ...outcomeOf(legs[0], status) };
  });
}

/** The outcome from the server, else one computed from the legs. Source: docs/decisions/parlay-grade.md. */
function parlayStatus(legs: readonly [Bet, ...Bet[]]): BetStatus {
  const outcome = legs[0].parlayOutcome;
  if (outcome) return outcome.status;
  return statusOf(gradeTicket(legs.map((leg) => gradeOf(leg.status))));
}

function outcomeOf(first: Bet, status: BetStatus): Outcome {
  switch (status) {
    case 'pending':
      return { status, back: null };
    case 'lost':
      return { status, back: cents(0) };
    case 'push':
      return { status, back: first.amount };
    case 'won':
      return { status, back: first.parlayOutcome?.payout ?? first.potentialPayout };
  }
}

/** The grade of a status on the wire; null while it is open. */
export function gradeOf(status: BetStatus): Grade | null {
  return status === 'pending' ? null : status;
}

function statusOf(grade: Grade | null): BetStatus {
  if (grade === null) return 'pending';
  return grade === 'void' ? 'push' : grade;
}

export function legPhase(leg: Bet): BetPhase {
  return betPhase(gradeOf(leg.status), leg.game.status);
}

/** The price and the return of a ticket, as far as the viewer may know them. */
export type Terms = {
  /** The legs that the viewer may not see yet. */
  hiddenLegs: number;
  /** The price in force, of the legs shown. Null when each of them was pushed, so that a win is not paid on any. */
  price: Price | null;
  /** The price of the legs shown at placing, if a pushed leg has changed it since; else null. */
  earlierPrice: Price | null;
  /** The amount that the ticket gave back or can still give back, stake included. Null while legs are hidden. */
  returns: Cents | null;
};

/** A pushed leg drops out of a parlay, and the price with it. Source: docs/screens.md#bets. */
export function termsOf({ legs, isParlay, back }: Ticket): Terms {
  const [first] = legs;
  const hiddenLegs = Math.max(0, first.legCount - legs.length);
  const placedReturns = hiddenLegs > 0 ? null : first.potentialPayout;
  if (!isParlay || legs.every(({ status }) => status !== 'push')) {
    const price = isParlay ? combinedPrice(legs.map(({ odds }) => odds)) : first.odds;
    return { hiddenLegs, price, earlierPrice: null, returns: back ?? placedReturns };
  }
  const priced = legs.map(({ status, odds }) => ({ grade: gradeOf(status), price: odds }));
  return {
    hiddenLegs,
    price: priceInForce(priced),
    earlierPrice: combinedPrice(legs.map(({ odds }) => odds)),
    returns: back ?? (hiddenLegs > 0 ? null : mostBack(first.amount, priced)),
  };
}

export type LegBadge = 'WON' | 'LOST' | 'PUSH' | 'WINNING' | 'LOSING' | 'LIVE' | 'PENDING';

/**
 * The badge of a leg: its status once settled; else what the score means for the line of the bet; else the state of its
 * game.
 *
 * A leg on a final game that is not settled yet shows its expected grade: PUSH for a tie, LOST where the sport has a
 * draw. Source: docs/screens.md#bets.
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
  const { countedHome: home, countedAway: away, halfInnings, sport } = leg.game;
  switch (legPhase(leg)) {
    case 'pending':
      return 'PENDING';
    case 'active': {
      const now = liveStatus(taken, { home, away });
      return now === null ? 'LIVE' : now === 'winning' ? 'WINNING' : 'LOSING';
    }
    case 'complete': {
      if (home === null || away === null) return 'PENDING';
      const { grade } = gradeLeg(taken, { sport, score: { home, away }, halfInnings });
      return grade === 'won' ? 'WON' : grade === 'lost' ? 'LOST' : 'PUSH';
    }
  }
}

export const betTabs = ['All', 'Live', 'Pending', 'Won', 'Lost'] as const;
export type BetTab = (typeof betTabs)[number];

/**
 * Whether a tab contains a ticket.
 *
 * An open single is Live or Pending, never both; it is Pending while its final game is not settled. An open parlay with
 * started and unstarted legs is in both tabs. Pushes are in All only. Source: docs/screens.md#my-bets.
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

/**
 * Sorts tickets: live, pending, won, lost, others. Within each, the last settled come first, and of open ones the last
 * placed. Source: docs/screens.md#my-bets.
 */
export function ticketOrder(tickets: readonly Ticket[]): Ticket[] {
  // Computed once per ticket and not in each comparison: a history may have thousands of tickets.
  const keyed = tickets.map((ticket) => {
    const tab = order.findIndex((one) => isIn(ticket, one));
    const [{ settledAt, placedAt }] = ticket.legs;
    return {
      ticket,
      tab: tab < 0 ? order.length : tab,
      settledAt: settledAt === null ? 0 : Date.parse(settledAt),
      placedAt: Date.parse(placedAt),
    };
  });
  return keyed
    .sort((a, b) => a.tab - b.tab || b.settledAt - a.settledAt || b.placedAt - a.placedAt)
    .map(({ ticket }) => ticket);
}
