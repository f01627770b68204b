import {
  fundsAfter,
  memberKey,
  type Outcome,
  outcomeOf,
  type PlacedLeg,
  verdictOf,
} from '../testing/reference-model.ts';
import { type Game, limitOf, type Result } from './reference-game.ts';

// The same for bets and leagues: tickets, balances and standings by docs/house-rules.md alone. Money is hundredths of a
// Ching.

type Leg = Pick<PlacedLeg, 'market' | 'side' | 'line' | 'price'> & {
  game: Game;
  match: number;
  home: string;
  away: string;
  originalStart: number;
  outcome: Outcome | null;
  /** The revision of the result that decided the outcome; null if no result decided it. */
  rev: number | null;
};
export type Ticket = { id: string; league: League; userId: string; stake: number; placedAt: number; legs: Leg[] };
export type Frozen = { userId: string; rank: number; balance: number; wins: number; losses: number; bets: number };
export type League = { id: string; endsAt: number; userIds: readonly string[]; frozen: Frozen[] | null };

const granted = 100_000;

export class House {
  readonly tickets: Ticket[] = [];
  readonly leagues: League[];

  constructor(leagues: League[]) {
    this.leagues = leagues;
  }

  fundsOf(league: League, userId: string): { available: number; pending: number } {
    const placed = this.tickets.filter((ticket) => ticket.league === league && ticket.userId === userId);
    const funds = fundsAfter(
      placed.map((ticket) => ({
        placed: { leagueId: league.id, userId, stake: ticket.stake, legs: [] },
        back: verdictOf(ticket.stake, ticket.legs)?.back ?? null,
      })),
    );
    return funds.get(memberKey(league.id, userId)) ?? { available: granted, pending: 0 };
  }

  /** Whether the product must accept a slip now, at the current prices. */
  takes(league: League, userId: string, stake: number, games: readonly Game[], now: number): boolean {
    return (
      now < league.endsAt &&
      !league.frozen &&
      games.every((game) => game.takesBets(now) && game.startsAt < league.endsAt) &&
      stake <= this.fundsOf(league, userId).available
    );
  }

  /** Grades legs by the results in force: of all games, or of `only`. */
  settle(now: number, only: Game | null = null): void {
    for (const ticket of this.tickets) {
      for (const leg of ticket.legs) {
        if (only && leg.game !== only) continue;
        const found = leg.game.inForce(now);
        const isOpen = leg.outcome === null;
        if (isOpen && leg.match < leg.game.match) {
          leg.outcome = 'void';
        } else if (found && (isOpen || (!ticket.league.frozen && leg.rev !== null && leg.rev < found.rev))) {
          leg.outcome = judge(leg, ticket, found.result);
          leg.rev = found.rev;
        } else if (isOpen && leg.game.isOutOfTime(leg.originalStart, now)) {
          leg.outcome = 'void';
        }
      }
    }
  }

  /** Whether the standings of the league may be frozen now. */
  mayFinalize(league: League, now: number): boolean {
    if (league.frozen || league.endsAt > now) return false;
    const tickets = this.tickets.filter((ticket) => ticket.league === league);
    return tickets.every(
      (ticket) =>
        verdictOf(ticket.stake, ticket.legs) !== null &&
        ticket.legs.every(({ game, outcome, rev }) => {
          const isOnLast = game.results.length === (rev ?? 0);
          const isForGood = outcome !== null && rev === null; // void without a result: no result changes it
          return isForGood || (isOnLast && !game.isBeingConfirmed(now));
        }),
    );
  }

  finalize(now: number): void {
    for (const league of this.leagues) if (this.mayFinalize(league, now)) league.frozen = this.standingsOf(league);
  }

  standingsOf(league: League): Frozen[] {
    const rows = league.userIds.map((userId) => {
      const own = this.tickets.filter((ticket) => ticket.league === league && ticket.userId === userId);
      const count = (grade: Outcome) => own.filter((one) => verdictOf(one.stake, one.legs)?.grade === grade).length;
      const { available, pending } = this.fundsOf(league, userId);
      return { userId, balance: available + pending, wins: count('won'), losses: count('lost'), bets: own.length };
    });
    return rows.map((row) => ({ ...row, rank: 1 + rows.filter(({ balance }) => balance > row.balance).length }));
  }
}

function judge(leg: Leg, ticket: Ticket, result: Result): Outcome {
  const [first] = leg.game.results;
  if (result.finish === 'off') return 'void';
  if (first && first.home !== leg.home) return 'void';
  if (ticket.placedAt >= result.startsAt) return 'void';
  if (result.startsAt > limitOf(leg.game.sport, leg.originalStart, false)) return 'void';
  const { points, halfInnings } = result.finish;
  const ending = { home: points[leg.home] ?? Number.NaN, away: points[leg.away] ?? Number.NaN, halfInnings };
  return outcomeOf({ sport: leg.game.sport, market: leg.market, side: leg.side, line: leg.line }, ending);
}
