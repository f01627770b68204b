import { type Grade, gradeLeg, type LegGrade } from '#shared/domain/grade.ts';
import { cents } from '#shared/domain/money.ts';
import type { Price } from '#shared/domain/price.ts';
import { verdict } from '#shared/domain/settle.ts';
import type { Database, Db } from '../db/connection.ts';
import { confirmingPolls } from '../games/advance.ts';
import { findGame, type GameRow } from '../games/store.ts';
import { appendMovements } from '../ledger/store.ts';
import {
  type ClosedTicket,
  closeTickets,
  type GradedLeg,
  holdTicketsToGrade,
  type LegRow,
  listGradableGames,
  listLeaguesToGrade,
  listLegs,
  type TicketRow,
  writeLegGrades,
} from './store.ts';

/** Ours: how many tickets one transaction settles, so that a big league never holds its members for long. */
const ticketsAtOnce = 1_000;

export type Settled = { games: number; legs: number; tickets: number };

/**
 * Settles every ticket that a result now allows, and returns how many games, legs and tickets that were.
 *
 * Any number of workers may run this at once, and any of them may die: the rows decide, so nothing is paid twice and
 * the next run finds what is left. One transaction per league and batch. Source: hardening P-SETTLE.
 *
 * earliestMs  a result sooner than this after the start is held back: no game ends that fast (house rules).
 */
export async function settleGames(database: Database, now: Date, earliestMs: number): Promise<Settled> {
  const done: Settled = { games: 0, legs: 0, tickets: 0 };
  for (const gameId of await listGradableGames(database.db, confirmingPolls)) {
    const game = await findGame(database.db, gameId);
    if (!game || !isDecided(game, now, earliestMs)) continue;
    done.games += 1;
    for (const leagueId of await listLeaguesToGrade(database.db, gameId)) {
      for (let batch = ticketsAtOnce; batch === ticketsAtOnce; ) {
        const settled = await database.withTx((tx) => settleBatch(tx, leagueId, game, now));
        batch = settled.held;
        done.legs += settled.legs;
        done.tickets += settled.tickets;
      }
    }
  }
  return done;
}

function isDecided(game: GameRow, now: Date, earliestMs: number): boolean {
  if (game.equalPolls < confirmingPolls) return false;
  if (game.status === 'canceled') return true;
  return game.settleable && game.countedHome !== null && now.getTime() >= game.startsAt.getTime() + earliestMs;
}

/** Grades the legs on one game of up to `ticketsAtOnce` tickets of one league, and closes the tickets this decides. */
async function settleBatch(tx: Db, leagueId: string, game: GameRow, now: Date) {
  const held = await holdTicketsToGrade(tx, leagueId, game.id, ticketsAtOnce);
  if (held.length === 0) return { held: 0, legs: 0, tickets: 0 };
  const legs = await listLegs(
    tx,
    leagueId,
    held.map((ticket) => ticket.id),
  );

  const byTicket = new Map(held.map((ticket) => [ticket.id, { ticket, legs: [] as LegRow[] }]));
  for (const leg of legs) byTicket.get(leg.ticketId)?.legs.push(leg);

  const graded: GradedLeg[] = [];
  const closing: ClosedTicket[] = [];
  for (const { ticket, legs: own } of byTicket.values()) {
    const grades = own.map((leg) => {
      if (leg.grade !== null || leg.gameId !== game.id) return { price: leg.price as Price, grade: leg.grade };
      const { grade, rule } = gradeOn(leg, ticket, game);
      graded.push({ ticketId: ticket.id, number: leg.number, grade, rule });
      return { price: leg.price as Price, grade: grade as Grade | null };
    });
    const reached = ticket.grade === null ? verdict(cents(ticket.stake), grades) : null;
    if (reached) {
      const { id, userId, stake, round } = ticket;
      closing.push({ id, userId, stake: cents(stake), round: round + 1, ...reached });
    }
  }

  await writeLegGrades(tx, leagueId, graded, now);
  const closed = await closeTickets(tx, leagueId, closing, now);
  const paid = closing.filter((ticket) => closed.has(ticket.id));
  if (paid.length > 0) {
    const movements = paid.map(({ id, userId, stake, back, grade, round }) => ({
      ticketId: id,
      userId,
      stake,
      back,
      kind: grade === 'won' ? ('payout' as const) : ('refund' as const),
      round,
    }));
    await appendMovements(tx, leagueId, movements, now);
  }
  return { held: held.length, legs: graded.length, tickets: paid.length };
}

/** What the game means for one leg: called off for it, or graded on the score that counts. Source: house rules. */
function gradeOn(leg: LegRow, ticket: TicketRow, game: GameRow): LegGrade {
  if (game.status === 'canceled') return { grade: 'void', rule: 'canceled' };
  if (game.homeTeamId !== leg.homeTeamId) return { grade: 'void', rule: 'home-and-away-swapped' };
  if (ticket.placedAt >= game.startsAt) return { grade: 'void', rule: 'started-before-placing' };
  if (game.countedHome === null || game.countedAway === null) throw new Error(`${game.id} has no score to grade on`);
  const score = { home: game.countedHome, away: game.countedAway };
  return gradeLeg(leg, { sport: game.sport, score, halfInnings: game.halfInnings });
}
