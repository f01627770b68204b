import type { Bet } from '#shared/api/bets.ts';
import {
  backOf,
  type Ending,
  type Funds,
  fundsAfter,
  memberKey,
  outcomeOf,
  type PlacedTicket,
} from '../testing/reference-model.ts';
import type { Violations } from './violations.ts';

type Acked = PlacedTicket & { ids: string };

/** A ticket that was acknowledged with 201, under its idempotency key. */
export type Promised = { key: string; ticket: PlacedTicket };

/** The reference state: every acknowledged membership and ticket, recorded outside of the product. */
export type Model = {
  joined(leagueId: string, userId: string): void;
  /** Records an acknowledged ticket; a second answer under the same key must be the same ticket. */
  placed(key: string, bets: readonly Bet[]): PlacedTicket | null;
  /** Every acknowledged ticket, by its key. */
  tickets: ReadonlyMap<string, PlacedTicket>;
  /** By key, what each ticket pays back after these endings of games; null while it is open. */
  backs(endings: ReadonlyMap<string, Ending>): Map<string, number | null>;
  /** Funds of every member of every league, by `memberKey`. */
  funds(endings: ReadonlyMap<string, Ending>): Map<string, Funds>;
};

const granted: Funds = { available: 100_000, pending: 0 };

export function createModel(violations: Violations): Model {
  const members = new Set<string>();
  const tickets = new Map<string, Acked>();

  const backs = (endings: ReadonlyMap<string, Ending>) =>
    new Map(
      [...tickets].map(([key, { stake, legs }]) => {
        const judged = legs.map((leg) => {
          const ending = endings.get(leg.gameId);
          return { price: leg.price, outcome: ending === undefined ? null : outcomeOf(leg, ending) };
        });
        return [key, backOf(stake, judged)];
      }),
    );
  return {
    joined: (leagueId, userId) => void members.add(memberKey(leagueId, userId)),
    placed: (key, bets) => {
      const [first] = bets;
      if (!first) {
        violations.add('a ticket without a leg', key);
        return null;
      }
      const ids = bets.map(({ id }) => id).join(' ');
      const known = tickets.get(key);
      if (known && known.ids !== ids) violations.add('one key became two tickets', { key, ids: [known.ids, ids] });
      const ticket: PlacedTicket = {
        leagueId: first.groupId,
        userId: first.userId,
        stake: first.amount,
        legs: bets.map(({ game: { sport }, gameId, betType: market, betSide: side, line, odds: price }) => {
          return { sport, gameId, market, side, line, price };
        }),
      };
      const most = backOf(
        ticket.stake,
        ticket.legs.map(({ price }) => ({ price, outcome: 'won' })),
      );
      if (most !== first.potentialPayout) violations.add('a payout was promised wrong', { most, first });
      tickets.set(key, { ...ticket, ids });
      return ticket;
    },
    tickets,
    backs,
    funds: (endings) => {
      const back = backs(endings);
      const placed = [...tickets].map(([key, ticket]) => ({ placed: ticket, back: back.get(key) ?? null }));
      return new Map([...[...members].map((key) => [key, granted] as const), ...fundsAfter(placed)]);
    },
  };
}
