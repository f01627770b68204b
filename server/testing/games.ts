import type { placeBet, placeParlay } from '#shared/api/bets.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import type { Group } from '#shared/api/groups.ts';
import { emptyQuote, offerFor, type Quote } from '#shared/domain/market.ts';
import { defaultPrice } from '#shared/domain/price.ts';
import type { Market, Side } from '#shared/domain/side.ts';
import { aPrice } from '#shared/testing/examples.ts';
import type { FeedGame, FeedTeam } from '../games/feed-answer.ts';

let made = 0;

function team(id: string, abbreviation: string, city: string, name: string): FeedTeam {
  return { id, abbreviation, city, name, color: '#203040', alternateColor: '#f0b040', rank: null };
}

/** Spreads and totals at -110; the home side is favourite by 3.5; the total is 47.5. */
export const plainQuote: Quote = {
  ...emptyQuote,
  spread: { line: -3.5, home: defaultPrice, away: defaultPrice },
  moneyline: { home: aPrice(-180), away: aPrice(152), draw: null },
  total: { line: 47.5, over: defaultPrice, under: defaultPrice },
};

export const soccerQuote: Quote = {
  ...emptyQuote,
  moneyline: { home: aPrice(130), away: aPrice(210), draw: aPrice(240) },
};

/** A new scheduled game that starts in an hour and takes bets; state only the fields that matter. */
export function aGame(wanted: Partial<FeedGame> = {}): FeedGame {
  made += 1;
  const sport = wanted.sport ?? 'NFL';
  return {
    id: `espn:test-${String(made).padStart(6, '0')}`, // so that ids sort as the games were made
    sport,
    competition: sport === 'Soccer' ? 'Premier League' : null,
    season: 2026,
    seasonType: sport === 'NFL' || sport === 'CFB' ? 'regular' : null,
    week: sport === 'NFL' || sport === 'CFB' ? 12 : null,
    seasonSpan: null,
    awaitsFirstPlay: false,
    startsAt: new Date(Date.now() + 3_600_000),
    startKnown: true,
    status: 'scheduled',
    statusWord: 'STATUS_SCHEDULED',
    settleable: false,
    period: null,
    clock: null,
    home: team(`${made}-home`, 'BUF', 'Buffalo', 'Bills'),
    away: team(`${made}-away`, 'KC', 'Kansas City', 'Chiefs'),
    homeScore: null,
    awayScore: null,
    countedHome: null,
    countedAway: null,
    halfInnings: null,
    quote: sport === 'Soccer' ? soccerQuote : plainQuote,
    ...wanted,
  };
}

/** The same game, live. */
export function live(game: FeedGame, home = 0, away = 0): FeedGame {
  return {
    ...game,
    status: 'live',
    statusWord: 'STATUS_IN_PROGRESS',
    period: 1,
    clock: '8:42',
    homeScore: home,
    awayScore: away,
    countedHome: home,
    countedAway: away,
    quote: null,
  };
}

/** The same game, final; in baseball after nine innings, unless stated. */
export function final(game: FeedGame, home: number, away: number, more: Partial<FeedGame> = {}): FeedGame {
  return {
    ...live(game, home, away),
    status: 'final',
    statusWord: 'STATUS_FINAL',
    settleable: true,
    halfInnings: game.sport === 'MLB' ? (home > away ? 17 : 18) : null,
    ...more,
  };
}

type SentLeg = BodyInput<typeof placeParlay>['bets'][number];

/** A leg on a game at the line and price of its quote. */
export function aLeg(game: FeedGame, market: Market = 'spread', side: Side = 'home'): SentLeg {
  const offer = offerFor(game.sport, game.quote, market, side);
  if (!offer) throw new Error(`${game.id} offers no ${market} ${side}`);
  const line = offer.line === null ? null : String(offer.line);
  return { gameId: game.id, betType: market, betSide: side, odds: offer.price, line };
}

/** The body of a single bet of whole Ching. */
export function aBet(
  league: Group,
  game: FeedGame,
  amount: string,
  market: Market = 'spread',
  side: Side = 'home',
): BodyInput<typeof placeBet> {
  return { ...aLeg(game, market, side), groupId: league.id, amount, potentialPayout: '0' };
}

export function aParlay(league: Group, totalAmount: string, bets: SentLeg[]): BodyInput<typeof placeParlay> {
  return { groupId: league.id, totalAmount, bets };
}
