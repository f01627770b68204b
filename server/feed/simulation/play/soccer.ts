import type { Chance } from '../chance.ts';
import {
  type Course,
  type Expected,
  type Model,
  minuteOf,
  type Outcomes,
  type Scoring,
  type Side,
  type Stretch,
  still,
  timeline,
} from '../course.ts';
import { poisson, tally } from '../distribution.ts';

/** The share of goals in the first half. */
const firstHalfGoals = 0.45;
const mostGoals = 12;

/**
 * Soccer: goals at random times. Bets count 90 minutes with stoppage; a level decider has extra time and a shoot-out.
 */
export const soccer: Model = { play, outcomes };

function play(expected: Expected, chance: Chance, isDecider: boolean): Course {
  const line = timeline();
  const scorings: Scoring[] = [];
  const half = (period: number, from: number, minutes: number, stoppage: number) =>
    line.add(minutes + stoppage, period, minuteClock(from, minutes, stoppage));
  const goals = (stretch: Stretch, share: number) => {
    for (const side of ['home', 'away'] as const) {
      for (let left = chance.poisson(expected[side] * share); left > 0; left -= 1) {
        scorings.push({ atMinute: minuteOf(stretch, chance.next()), period: stretch.period, side, points: 1 });
      }
    }
  };
  const level = () => {
    scorings.sort((a, b) => a.atMinute - b.atMinute);
    return scorings.reduce((lead, { side }) => lead + (side === 'home' ? 1 : -1), 0) === 0;
  };
  const course = (endWord: string): Course => ({ stretches: line.stretches, scorings, countedPeriods: 2, endWord });

  goals(half(1, 0, 45, Math.round(chance.between(1, 5))), firstHalfGoals);
  line.add(15, 1, still('HT'));
  goals(half(2, 45, 45, Math.round(chance.between(3, 8))), 1 - firstHalfGoals);
  if (!level() || !isDecider) return course('FT');

  line.add(5, 2, still('ET'));
  goals(half(3, 90, 15, 1), 1 / 6);
  line.add(2, 3, still('ET-HT'));
  goals(half(4, 105, 15, 2), 1 / 6);
  if (!level()) return course('AET');
  // Kicks of the shoot-out do not count in the score.
  line.add(12, 5, still('Pens'));
  return course('FT-Pens');
}

/** "67'", and "45'+2'" past the end of a half. */
function minuteClock(from: number, minutes: number, stoppage: number): Stretch['clock'] {
  return (played) => {
    const minute = Math.floor(played * (minutes + stoppage)) + 1;
    return minute <= minutes ? `${from + minute}'` : `${from + minutes}'+${minute - minutes}'`;
  };
}

function outcomes(expected: Expected): Outcomes {
  const of = (side: Side) => poisson(expected[side], mostGoals);
  const [home, away] = [of('home'), of('away')];
  const margin = tally(-mostGoals, mostGoals);
  const total = tally(0, 2 * mostGoals);
  for (let h = 0; h <= mostGoals; h += 1) {
    for (let a = 0; a <= mostGoals; a += 1) {
      const chance = (home[h] ?? 0) * (away[a] ?? 0);
      margin.add(h - a, chance);
      total.add(h + a, chance);
    }
  }
  return { margin: margin.done(), total: total.done() };
}
