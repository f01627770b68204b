import type { z } from 'zod';
import type { gameView } from '#shared/api/games.ts';
import { isLocked } from '#shared/domain/lock.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { QuotedGame } from './store.ts';

/** A game on the wire with its quote in force; whether betting is closed is judged at `now`. */
export function presentGame({ game, quote, source }: QuotedGame, now: Date): z.input<ReturnType<typeof gameView>> {
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
    quarter: game.period === null ? null : periodName(game.sport, game.period),
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
    awayTeamRank: game.awayRank,
    homeTeamRank: game.homeRank,
    bettingLocked: isLocked(game, now),
    spreadHome: lineText(quote?.spreadHome),
    spreadAway: lineText(quote?.spreadAway),
    spreadHomeOdds: quote?.spreadHomePrice ?? null,
    spreadAwayOdds: quote?.spreadAwayPrice ?? null,
    moneylineHome: quote?.moneylineHome ?? null,
    moneylineAway: quote?.moneylineAway ?? null,
    moneylineDraw: quote?.moneylineDraw ?? null,
    totalPoints: lineText(quote?.totalPoints),
    overOdds: quote?.overPrice ?? null,
    underOdds: quote?.underPrice ?? null,
    quoteSource: source,
  };
}

/** A line as text on the wire; null without a line. */
export function lineText(line: number | null | undefined): string | null {
  return line === null || line === undefined ? null : String(line);
}

export function fullName(city: string, name: string): string {
  return city === name || city === '' ? name : `${city} ${name}`;
}

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** The name of a period beside the clock: '3rd', '1st half', 'OT', '2OT'. */
function periodName(sport: Sport, period: number): string {
  const ordinal = `${period}${endings[ordinals.select(period)]}`;
  switch (sport) {
    case 'Soccer':
      return period <= 2 ? `${ordinal} half` : period <= 4 ? 'Extra time' : 'Penalties';
    case 'MLB':
      return ordinal;
    case 'NFL':
    case 'CFB':
    case 'NBA':
      return period <= 4 ? ordinal : overtime(period - 4);
    case 'Hockey':
      return period <= 3 ? ordinal : overtime(period - 3);
  }
}

function overtime(count: number): string {
  return count <= 1 ? 'OT' : `${count}OT`;
}
