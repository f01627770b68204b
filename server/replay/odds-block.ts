import { emptyQuote, offers, type Quote } from '#shared/domain/market.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { readOdds } from '../feed/espn-odds.ts';
import type { RecordedGame } from './recording.ts';

/** The odds that a game starts with: the recorded ones if they offer any market, else invented ones. */
export function firstOdds(game: RecordedGame): unknown {
  return offers(game.league.sport, quoteOf(game, game.odds)).length > 0
    ? game.odds
    : oddsBlock(game.league.sport, inventedQuote(game));
}

/** The quote that the ESPN feed reads from an odds block. */
export function quoteOf(game: RecordedGame, odds: unknown): Quote {
  const { league, home, away } = game;
  const names = { home: home.team.abbreviation, away: away.team.abbreviation };
  return readOdds(league.sport, odds, names) ?? emptyQuote;
}

/** A quote in the form that ESPN has used since August 2025. Source: docs/feeds.md#odds. */
export function oddsBlock(sport: Sport, quote: Quote): unknown {
  const at = (price: number | null, line?: string) => ({ close: { ...(line && { line }), odds: signed(price) } });
  const { spreadHome, spreadAway, totalPoints } = quote;
  const moneyline = {
    home: at(quote.moneylineHome),
    away: at(quote.moneylineAway),
    ...(sport === 'Soccer' && { draw: at(quote.moneylineDraw) }),
  };
  const provider = { id: '1', name: 'Replay', priority: 1 };
  if (sport === 'Soccer') return [{ provider, moneyline }];
  const points = (mark: string) => (totalPoints === null ? 'OFF' : `${mark}${totalPoints}`);
  return [
    {
      provider,
      moneyline,
      ...(spreadHome !== null && { spread: spreadHome }),
      pointSpread: {
        home: at(quote.spreadHomePrice, signed(spreadHome)),
        away: at(quote.spreadAwayPrice, signed(spreadAway)),
      },
      ...(totalPoints !== null && { overUnder: totalPoints }),
      total: { over: at(quote.overPrice, points('o')), under: at(quote.underPrice, points('u')) },
    },
  ];
}

function signed(value: number | null): string {
  if (value === null) return 'OFF';
  return value > 0 ? `+${value}` : value === 0 ? 'PK' : String(value);
}

const usual: Record<Exclude<Sport, 'Soccer'>, { spread: number; total: number }> = {
  NFL: { spread: 3.5, total: 44.5 },
  CFB: { spread: 6.5, total: 51.5 },
  MLB: { spread: 1.5, total: 8.5 },
  NBA: { spread: 5.5, total: 225.5 },
  Hockey: { spread: 1.5, total: 6.5 },
};

/** A plausible quote, always the same for the same game: the last digit of its id decides the favourite. */
function inventedQuote({ id, league }: RecordedGame): Quote {
  const favoursHome = Number(id.slice(-1)) % 2 === 0;
  const [moneylineHome, moneylineAway] = favoursHome ? [-150, 130] : [130, -150];
  if (league.sport === 'Soccer') return { ...emptyQuote, moneylineHome, moneylineAway, moneylineDraw: 240 };
  const { spread, total } = usual[league.sport];
  return {
    ...emptyQuote,
    moneylineHome,
    moneylineAway,
    spreadHome: favoursHome ? -spread : spread,
    spreadAway: favoursHome ? spread : -spread,
    spreadHomePrice: -110,
    spreadAwayPrice: -110,
    totalPoints: total,
    overPrice: -110,
    underPrice: -110,
  };
}
