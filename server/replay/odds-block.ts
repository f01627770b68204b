import { emptyQuote, flatQuote, offers, type Quote, quoteOf, startingQuote } from '#shared/domain/market.ts';
import { type Sport, sportRules } from '#shared/domain/sport.ts';
import { readOdds } from '../feed/espn-odds.ts';
import type { RecordedGame } from './recording.ts';

/** The odds that a game starts with: the recorded ones if they offer any market, else invented ones. */
export function firstOdds(game: RecordedGame): unknown {
  return offers(game.league.sport, readQuote(game, game.odds)).length > 0
    ? game.odds
    : oddsBlock(game.league.sport, inventedQuote(game));
}

/** The quote that the ESPN feed reads from an odds block. */
export function readQuote(game: RecordedGame, odds: unknown): Quote {
  return readOdds(game.league.sport, odds) ?? emptyQuote;
}

/** A quote in the form that ESPN has used since August 2025. Source: docs/feeds.md#odds. */
export function oddsBlock(sport: Sport, quote: Quote): unknown {
  const { markets, drawOffered } = sportRules[sport];
  const at = (price: number | null = null, line?: string) => ({
    close: { ...(line && { line }), odds: signed(price) },
  });
  const { spread, moneyline, total } = quote;
  const winner = {
    home: at(moneyline?.home),
    away: at(moneyline?.away),
    ...(drawOffered && { draw: at(moneyline?.draw) }),
  };
  const provider = { id: '1', name: 'Replay', priority: 1 };
  if (!markets.includes('spread')) return [{ provider, moneyline: winner }];
  const points = (mark: string) => (total ? `${mark}${total.line}` : 'OFF');
  return [
    {
      provider,
      moneyline: winner,
      ...(spread && { spread: spread.line }),
      pointSpread: {
        home: at(spread?.home, signed(spread?.line)),
        away: at(spread?.away, signed(spread && 0 - spread.line)),
      },
      ...(total && { overUnder: total.line }),
      total: { over: at(total?.over, points('o')), under: at(total?.under, points('u')) },
    },
  ];
}

function signed(value: number | null = null): string {
  if (value === null) return 'OFF';
  return value > 0 ? `+${value}` : value === 0 ? 'PK' : String(value);
}

/** A plausible quote, always the same for the same game: the last digit of its id decides the favourite. */
function inventedQuote({ id, league }: RecordedGame): Quote {
  const usual = flatQuote(startingQuote(league.sport));
  const favoursHome = Number(id.slice(-1)) % 2 === 0;
  const [moneylineHome, moneylineAway] = favoursHome ? [-150, 130] : [130, -150];
  const moneylineDraw = usual.moneylineDraw && 240;
  const spreadHome = usual.spreadHome === null ? null : favoursHome ? -1.5 : 1.5;
  const spreadAway = spreadHome && -spreadHome;
  return quoteOf({ ...usual, moneylineHome, moneylineAway, moneylineDraw, spreadHome, spreadAway });
}
