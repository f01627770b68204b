import type { Grade } from '#shared/domain/grade.ts';
import type { Score } from '#shared/domain/leg.ts';
import type { Quote } from '#shared/domain/market.ts';
import type { Market, Side } from '#shared/domain/side.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { FeedGame } from '../../games/feed-answer.ts';
import { aGame, final } from '../games.ts';

/** A past game: its closing odds, its result, and the grade of each bet by the table's own columns. */
export type PastGame = {
  id: string;
  sport: Sport;
  competition: string | null;
  home: string;
  away: string;
  quote: Quote;
  /** The score that bets are graded on. */
  score: Score;
  /** The score as a feed reports it: in soccer it includes extra time. */
  finalScore: Score;
  halfInnings: number | null;
  /** The grade, computed from the table's columns without any code of the product. */
  gradeOf(market: Market, side: Side): Grade;
};

/** Numbers of a table's row from the home team's view; a line is null if unknown. */
export type Tally = {
  homeBy: number;
  /** The points that the home team gives: it must win by more. Below zero it receives points. */
  homeGives: number | null;
  total: number;
  totalLine: number | null;
  /** Markets that are void because the game was called early. */
  calledOff?: readonly Market[];
};

/** The grades of a game without a draw side. */
export function twoWayGrades({ homeBy, homeGives, total, totalLine, calledOff = [] }: Tally): PastGame['gradeOf'] {
  return (market, side) => {
    if (calledOff.includes(market)) return 'void';
    const value = market === 'total' ? total : homeBy;
    const number = { moneyline: 0, spread: homeGives, total: totalLine }[market];
    if (number === null) throw new Error(`the table has no ${market}`);
    if (value === number) return 'push';
    return value > number === (side === 'home' || side === 'over') ? 'won' : 'lost';
  };
}

/** The grades of a game whose moneyline has a draw side. */
export function threeWayGrades(winner: 'home' | 'draw' | 'away'): PastGame['gradeOf'] {
  return (_market, side) => (side === winner ? 'won' : 'lost');
}

/** Its game id in the product. */
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
export function afterEnd(game: FeedGame, { score, finalScore, halfInnings }: PastGame): FeedGame {
  return final(game, finalScore.home, finalScore.away, {
    countedHome: score.home,
    countedAway: score.away,
    halfInnings,
  });
}
