import type { Price } from '#shared/domain/price.ts';
import { ticketWords } from '#shared/words/statement-words.ts';
import type { Db } from '../db/connection.ts';
import { listLegs, type NamedLeg } from './store.ts';

/** The legs of these tickets of a league, by ticket. */
export async function legsByTicket(
  db: Db,
  leagueId: string,
  ticketIds: Iterable<string>,
): Promise<Map<string, NamedLeg[]>> {
  const legs = new Map<string, NamedLeg[]>();
  for (const leg of await listLegs(db, leagueId, [...new Set(ticketIds)])) {
    legs.set(leg.ticketId, [...(legs.get(leg.ticketId) ?? []), leg]);
  }
  return legs;
}

/** A ticket in words, by its legs. */
export function wordsOf(legs: readonly NamedLeg[]): string {
  return ticketWords(legs.map(namedLeg));
}

/** If the feed swapped home and away after the bet, the sides are still those of the bet. */
function namedLeg({ market, side, line, price, isSwapped, sport, ...teams }: NamedLeg) {
  const { homeTeamName, homeTeamCity, awayTeamName, awayTeamCity } = teams;
  const game = isSwapped
    ? {
        sport,
        homeTeamName: awayTeamName,
        homeTeamCity: awayTeamCity,
        awayTeamName: homeTeamName,
        awayTeamCity: homeTeamCity,
      }
    : { sport, homeTeamName, homeTeamCity, awayTeamName, awayTeamCity };
  return { betType: market, betSide: side, line, odds: price as Price, game };
}
