import { ranked } from './balance.ts';
import type { Grade } from './grade.ts';
import { type Cents, cents, sumCents } from './money.ts';
import type { Price } from './price.ts';
import { type PricedLeg, verdict } from './settle.ts';

/** A row of the standings, as far as a consequence needs it. */
export type StandingsRow = { userId: string; total: Cents };

/** A ticket that is open, or not placed yet. Its legs may be graded in part. */
export type OpenTicket = { stake: Cents; legs: readonly PricedLeg[] };

/** A member's balance and their rank in the standings. */
export type Place = { total: Cents; rank: number };

/** The places in which open tickets leave their owner: if all of them win, lose, or are returned. */
export type Consequence = { wins: Place; loses: Place; returned: Place };

/** A ticket that is not placed yet. */
export function newTicket(stake: Cents, prices: readonly Price[]): OpenTicket {
  return { stake, legs: prices.map((price) => ({ grade: null, price })) };
}

/**
 * The places in the standings in which these open tickets leave their member, if nothing else is settled meanwhile.
 * Null if the member is not in the standings.
 *
 * It is the same before and after placing: an open stake is part of the balance that the standings rank. All other open
 * tickets stay open, those of the member too. It uses nothing but what the standings show to everybody, so that nothing
 * follows from it about tickets that the viewer may not see.
 *
 * returned  every leg that is open is pushed or void. A parlay with a won leg is then paid on that.
 */
export function consequenceOf(
  standings: readonly StandingsRow[],
  userId: string,
  tickets: readonly OpenTicket[],
): Consequence | null {
  const placeIf = (grade: Grade) => placeAfter(standings, userId, sumCents(tickets.map((one) => netIf(one, grade))));
  const [wins, loses, returned] = [placeIf('won'), placeIf('lost'), placeIf('void')];
  return wins && loses && returned && { wins, loses, returned };
}

/** The amount by which a ticket moves the balance if each of its open legs gets this grade. */
function netIf({ stake, legs }: OpenTicket, grade: Grade): Cents {
  const settled = verdict(
    stake,
    legs.map((leg) => ({ ...leg, grade: leg.grade ?? grade })),
  );
  return cents((settled?.back ?? stake) - stake);
}

function placeAfter(standings: readonly StandingsRow[], userId: string, net: Cents): Place | null {
  const moved = standings.map((row) => (row.userId === userId ? { userId, total: cents(row.total + net) } : row));
  const own = ranked(moved).find((row) => row.userId === userId);
  return own ? { total: own.total, rank: own.rank } : null;
}

/** The share of what is available that a stake risks: '10%'. A stake is never '0%', and '100%' is all of it. */
export function shareAtRisk(stake: Cents, available: Cents): string {
  const percent = Math.round((100 * stake) / available);
  if (percent === 0) return 'less than 1%';
  return `${stake < available ? Math.min(percent, 99) : 100}%`;
}
