import type { Grade, Score } from '#shared/domain/grade.ts';
import type { Quote } from '#shared/domain/market.ts';
import type { Market, Side } from '#shared/domain/side.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { FeedGame } from '../../games/feed-answer.ts';
import { aGame, final } from '../games.ts';

/** A game of a table: what was offered at its close, how it ended, and what the table itself says of each bet on it. */
export type PastGame = {
  id: string;
  sport: Sport;
  competition: string | null;
  home: string;
  away: string;
  quote: Quote;
  /** What bets are graded on. */
  score: Score;
  /** What everybody saw in the end: extra time included, where soccer had one. */
  shown: Score;
  halfInnings: number | null;
  /** By the table's own columns and by arithmetic of its own: nothing of the product is asked. */
  comesTo(market: Market, side: Side): Grade;
};

/** Numbers of a table from the home team's view, as its own columns have them; a line is null where none is known. */
export type Tally = {
  homeBy: number;
  /** What the home team gives: by more than this it has to win, below zero it is given points. */
  homeGives: number | null;
  total: number;
  totalLine: number | null;
  /** Markets that a game called early leaves undecided. */
  calledOff?: readonly Market[];
};

/** What a game of two sides comes to. */
export function twoWay({ homeBy, homeGives, total, totalLine, calledOff = [] }: Tally): PastGame['comesTo'] {
  return (market, side) => {
    if (calledOff.includes(market)) return 'void';
    const value = market === 'total' ? total : homeBy;
    const number = { moneyline: 0, spread: homeGives, total: totalLine }[market];
    if (number === null) throw new Error(`the table has no ${market}`);
    if (value === number) return 'push';
    return value > number === (side === 'home' || side === 'over') ? 'won' : 'lost';
  };
}

/** What a game comes to where the draw is a side. */
export function threeWay(winner: 'home' | 'draw' | 'away'): PastGame['comesTo'] {
  return (_market, side) => (side === winner ? 'won' : 'lost');
}

/** The id under which a feed brings it. */
export function feedId({ id }: PastGame): string {
  return `history:${id}`;
}

/** The game as a feed reports it before its start. */
export function beforeStart(past: PastGame, startsAt: Date): FeedGame {
  const { sport, competition, home, away, quote } = past;
  const plain = aGame({ sport });
  const named = (team: FeedGame['home'], name: string) => ({ ...team, id: name, city: name, name });
  return {
    ...plain,
    id: feedId(past),
    competition,
    startsAt,
    home: named(plain.home, home),
    away: named(plain.away, away),
    quote,
  };
}

/** The same game as a feed reports it after its end. */
export function afterEnd(game: FeedGame, { score, shown, halfInnings }: PastGame): FeedGame {
  return final(game, shown.home, shown.away, { countedHome: score.home, countedAway: score.away, halfInnings });
}
