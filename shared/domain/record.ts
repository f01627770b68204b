import type { Grade } from './grade.ts';
import { type Cents, cents } from './money.ts';

/**
 * The part of a ticket that a record counts; a parlay is one ticket. `back` is what it returned: 0 while open or lost.
 * Several tickets of one grade may be one entry with their number and sums.
 */
export type RecordedTicket = { stake: Cents; grade: Grade | null; back: Cents; tickets?: number };

export type BettingRecord = {
  bets: number;
  wins: number;
  losses: number;
  /** Won tickets per settled ticket, pushes included, in per cent with one decimal; null before any is settled. */
  winRate: number | null;
  wagered: Cents;
  /** The profit of won tickets minus the stakes of lost tickets. */
  net: Cents;
};

/** Counts tickets into a record. Source: docs/screens.md#words-and-numbers. */
export function bettingRecord(tickets: readonly RecordedTicket[]): BettingRecord {
  let bets = 0;
  let wins = 0;
  let losses = 0;
  let settled = 0;
  let wagered = 0;
  let net = 0;
  for (const { tickets: count = 1, ...ticket } of tickets) {
    bets += count;
    wagered += ticket.stake;
    if (ticket.grade === null) continue;
    settled += count;
    if (ticket.grade === 'won') wins += count;
    if (ticket.grade === 'lost') losses += count;
    net += ticket.grade === 'lost' ? -ticket.stake : ticket.back - ticket.stake;
  }
  const winRate = settled === 0 ? null : Math.round((wins * 1_000) / settled) / 10;
  return { bets, wins, losses, winRate, wagered: cents(wagered), net: cents(net) };
}
