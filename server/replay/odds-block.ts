import { emptyQuote, offers, type Quote, startingQuote } from '#shared/domain/market.ts';
import { type Sport, sportRules } from '#shared/domain/sport.ts';
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
  const { markets, drawOffered } = sportRules[sport];
  const at = (price: number | null, line?: string) => ({ close: { ...(line && { line }), odds: signed(price) } });
  const { spreadHome, spreadAway, totalPoints } = quote;
  const moneyline = {
    home: at(quote.moneylineHome),
    away: at(quote.moneylineAway),
    ...(drawOffered && { draw: at(quote.moneylineDraw) }),
  };
  const provider = { id: '1', name: 'Replay', priority: 1 };
  if (!markets.includes('spread')) return [{ provider, moneyline }];
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

/** A plausible quote, always the same for the same game: the last digit of its id decides the favourite. */
function inventedQuote({ id, league }: RecordedGame): Quote {
  const usual = startingQuote(league.sport);
  const favoursHome = Number(id.slice(-1)) % 2 === 0;
  const [moneylineHome, moneylineAway] = favoursHome ? [-150, 130] : [130, -150];
  const moneylineDraw = usual.moneylineDraw && 240;
  if (usual.spreadHome === null) return { ...usual, moneylineHome, moneylineAway, moneylineDraw };
  const spreadHome = favoursHome ? -1.5 : 1.5;
  return { ...usual, moneylineHome, moneylineAway, moneylineDraw, spreadHome, spreadAway: -spreadHome };
}
