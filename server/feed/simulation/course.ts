import type { HomeAway } from '#shared/domain/side.ts';
import type { Chance } from './chance.ts';
import type { Distribution } from './distribution.ts';

export type Side = 'home' | 'away';

export function otherSide(side: Side): Side {
  return side === 'home' ? 'away' : 'home';
}

/** The expected score of each team in regulation. */
export type Expected = HomeAway<number>;

/** Points at a minute after the start. */
export type Scoring = { atMinute: number; period: number; side: Side; points: number };

/** A part of a game: a period, a break or a half-inning. */
export type Stretch = {
  fromMinute: number;
  untilMinute: number;
  period: number;
  /** The text of the clock once a share of the stretch, `played` from 0 to 1, is over. */
  clock: (played: number) => string;
  /** Half-innings with a line score so far; null outside baseball. */
  halfInnings: number | null;
};

/**
 * A whole game, in minutes after its start at speed 1.
 *
 * scorings        in the order of their minutes.
 * countedPeriods  bets are graded on the points of periods 1 to this one.
 * endWord         the text of the clock after the end: 'Final', 'Final/OT', 'FT'.
 */
export type Course = { stretches: Stretch[]; scorings: Scoring[]; countedPeriods: number; endWord: string };

/** The distributions of a game's margin (home less away) and total, by which bets are graded. */
export type Outcomes = { margin: Distribution; total: Distribution };

/** The model of a sport: `play` draws one course at random, `outcomes` has the distributions over all courses. */
export type Model = {
  /** isDecider  whether a level game goes on until one side has won; only soccer reads it. */
  play(expected: Expected, chance: Chance, isDecider: boolean): Course;
  outcomes(expected: Expected): Outcomes;
};

/** Builds a list of consecutive stretches. */
export function timeline() {
  const stretches: Stretch[] = [];
  const add = (
    minutes: number,
    period: number,
    clock: Stretch['clock'],
    halfInnings: number | null = null,
  ): Stretch => {
    const fromMinute = stretches.at(-1)?.untilMinute ?? 0;
    const stretch = { fromMinute, untilMinute: fromMinute + minutes, period, clock, halfInnings };
    stretches.push(stretch);
    return stretch;
  };
  return { stretches, add };
}

/**
 * The minute at which a share of a stretch, `played` from 0 to 1, is over; never its very end, which is the next
 * stretch's.
 */
export function minuteOf({ fromMinute, untilMinute }: Stretch, played: number): number {
  return fromMinute + (untilMinute - fromMinute) * Math.min(Math.max(played, 0), 0.999);
}

/** A clock that counts down from so many seconds: '8:42'. With `hasTenths` the last minute is '42.5'. */
export function countdown(seconds: number, hasTenths = false): Stretch['clock'] {
  return (played) => {
    const left = seconds * (1 - played);
    if (hasTenths && left < 60) return left.toFixed(1);
    return `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, '0')}`;
  };
}

export function still(words: string): Stretch['clock'] {
  return () => words;
}

export function pointsOf(scorings: readonly Scoring[], side: Side): number {
  return scorings.reduce((sum, scoring) => (scoring.side === side ? sum + scoring.points : sum), 0);
}

/** The state of a game at a minute after its start. */
export type GameState = {
  isOver: boolean;
  period: number;
  clock: string;
  halfInnings: number | null;
  score: HomeAway<number>;
  /** The score that bets are graded on. */
  counted: HomeAway<number>;
};

export function gameStateAt({ stretches, scorings, countedPeriods, endWord }: Course, minute: number): GameState {
  const last = stretches.at(-1);
  if (!last) throw new Error('a course without a stretch');
  const now = stretches.find(({ untilMinute }) => minute < untilMinute);
  const { period, halfInnings, fromMinute, untilMinute, clock } = now ?? last;
  const score = { home: 0, away: 0 };
  const counted = { home: 0, away: 0 };
  for (const { atMinute, period: of, side, points } of scorings) {
    if (atMinute > minute) break;
    score[side] += points;
    if (of <= countedPeriods) counted[side] += points;
  }
  const played = (minute - fromMinute) / (untilMinute - fromMinute);
  return { isOver: !now, period, clock: now ? clock(played) : endWord, halfInnings, score, counted };
}

/** Minutes from the start to the end. */
export function lengthOf({ stretches }: Course): number {
  return stretches.at(-1)?.untilMinute ?? 0;
}
