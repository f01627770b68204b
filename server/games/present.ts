import type { z } from 'zod';
import type { gameView, slateGameView } from '#shared/api/games.ts';
import { isLocked } from '#shared/domain/lock.ts';
import { flatQuote, mapFields, type Quote } from '#shared/domain/market.ts';
import { areOddsOld } from '#shared/domain/odds-age.ts';
import { sportRules } from '#shared/domain/sport.ts';
import type { QuotedGame } from './store.ts';

type Quoted = Pick<QuotedGame, 'game' | 'quote' | 'source'>;

/** A game on the wire with its quote in force; whether betting is closed is judged at `now`. */
export function presentGame({ game, quote, source }: Quoted, now: Date): z.input<ReturnType<typeof gameView>> {
  const hasScore = game.status !== 'scheduled' && game.status !== 'postponed' && game.status !== 'canceled';
  return {
    id: game.id,
    sport: game.sport,
    competition: game.competition,
    status: game.status,
    gameTime: game.startsAt.toISOString(),
    timeKnown: game.startKnown,
    week: game.week,
    season: game.season,
    quarter: game.period === null ? null : sportRules[game.sport].periodName(game.period),
    timeRemaining: game.clock,
    awayTeam: fullName(game.awayCity, game.awayName),
    homeTeam: fullName(game.homeCity, game.homeName),
    awayTeamAbbr: game.awayAbbr,
    homeTeamAbbr: game.homeAbbr,
    awayTeamCity: game.awayCity,
    homeTeamCity: game.homeCity,
    awayTeamName: game.awayName,
    homeTeamName: game.homeName,
    awayTeamColor: game.awayColor,
    homeTeamColor: game.homeColor,
    awayTeamAlternateColor: game.awayAlternateColor,
    homeTeamAlternateColor: game.homeAlternateColor,
    awayScore: hasScore ? game.awayScore : null,
    homeScore: hasScore ? game.homeScore : null,
    countedAway: hasScore ? game.countedAway : null,
    countedHome: hasScore ? game.countedHome : null,
    halfInnings: hasScore ? game.halfInnings : null,
    awayTeamRank: game.awayRank,
    homeTeamRank: game.homeRank,
    bettingLocked: isLocked(game, now),
    ...wireQuote(quote),
    quoteSource: source,
  };
}

type WireSlateGame = z.input<ReturnType<typeof slateGameView>>;

/** A game of the slate. Odds that are old at `now` are left out. `manual` is what the slate says of odds of admins. */
export function presentSlateGame(quoted: QuotedGame, manual: WireSlateGame['manual'], now: Date): WireSlateGame {
  const { oddsCloseAt } = quoted;
  const offered = areOddsOld(oddsCloseAt, now) ? { ...quoted, quote: null, source: null } : quoted;
  return { ...presentGame(offered, now), oddsCloseAt: oddsCloseAt?.toISOString() ?? null, manual };
}

/** The lines and prices of a quote on the wire. */
export function wireQuote(quote: Quote | null) {
  const flat = flatQuote(quote);
  return mapFields(
    (field) => lineText(flat[field]),
    (field) => flat[field],
  );
}

/** A line as text on the wire; null without a line. */
export function lineText(line: number | null | undefined): string | null {
  return line === null || line === undefined ? null : String(line);
}

export function fullName(city: string, name: string): string {
  return city === name || city === '' ? name : `${city} ${name}`;
}
