import type { Grade } from './grade.ts';
import { type Cents, cents } from './money.ts';

/** One ticket as a record sees it; a parlay is one bet. `back` is what it returned, 0 while open or lost. */
export type RecordedTicket = { stake: Cents; grade: Grade | null; back: Cents };

export type BettingRecord = {
  bets: number;
  wins: number;
  losses: number;
  /** Won out of settled, pushes counting as settled, in per cent with one decimal; null before anything is settled. */
  winRate: number | null;
  wagered: Cents;
  /** Profit on won tickets less the stakes of lost ones. */
  net: Cents;
};

/** Wins, losses, win rate, wagered and net of a set of tickets. Source: spec §9. */
export function bettingRecord(tickets: readonly RecordedTicket[]): BettingRecord {
  let wins = 0;
  let losses = 0;
  let settled = 0;
  let wagered = 0;
  let net = 0;
  for (const ticket of tickets) {
    wagered += ticket.stake;
    if (ticket.grade === null) continue;
    settled += 1;
    if (ticket.grade === 'won') wins += 1;
    if (ticket.grade === 'lost') losses += 1;
    net += ticket.grade === 'lost' ? -ticket.stake : ticket.back - ticket.stake;
  }
  const winRate = settled === 0 ? null : Math.round((wins * 1_000) / settled) / 10;
  return { bets: tickets.length, wins, losses, winRate, wagered: cents(wagered), net: cents(net) };
}
