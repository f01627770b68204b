import { ordinal } from '#shared/domain/sports/period-names.ts';
import type { Chance } from '../chance.ts';
import {
  type Course,
  countdown,
  type Expected,
  type Model,
  minuteOf,
  type Outcomes,
  type Scoring,
  type Side,
  still,
  timeline,
} from '../course.ts';
import { poisson, tally } from '../distribution.ts';

/**
 * The last two minutes, by the lead of a side: the chances that the leader scores into the empty net, and that the
 * other side scores with six skaters. Without this, too few games would end one or two goals apart.
 */
const lastMinutes = [
  { leader: 0.04, chaser: 0.04 },
  { leader: 0.27, chaser: 0.16 },
  { leader: 0.27, chaser: 0.1 },
] as const;
const calm = { leader: 0.03, chaser: 0.03 };
/** The share of regulation before the last two minutes. */
const openShare = 58 / 60;

const periodSeconds = 1_200;
const overtimeSeconds = 300;
/** The chance that overtime ends by a goal; otherwise there is a shoot-out. */
const overtimeGoal = 0.66;
const mostGoals = 14;

/**
 * Hockey: goals at random times, an empty net at the end, five minutes of overtime, and a shoot-out that counts one
 * goal.
 */
export const hockey: Model = { play, outcomes };

function play(expected: Expected, chance: Chance): Course {
  const line = timeline();
  const scorings: Scoring[] = [];
  const periods = [1, 2, 3].map((period) => {
    if (period > 1) line.add(18, period - 1, still(`End of ${ordinal(period - 1)}`));
    return line.add(chance.between(36, 39), period, countdown(periodSeconds));
  });
  const score = { home: 0, away: 0 };
  const goal = (side: Side, atPeriods: number) => {
    const period = periods[Math.floor(atPeriods)];
    if (!period) return;
    score[side] += 1;
    scorings.push({ atMinute: minuteOf(period, atPeriods % 1), period: period.period, side, points: 1 });
  };
  for (const side of ['home', 'away'] as const) {
    const goals = Math.min(chance.poisson(expected[side] * openShare), mostGoals);
    for (let i = 0; i < goals; i += 1) goal(side, 3 * openShare * chance.next());
  }

  const { home: homeScores, away: awayScores } = late(score.home - score.away);
  const luck = chance.next();
  const lateAt = 3 * (openShare + (1 - openShare) * chance.between(0.1, 0.95));
  if (luck < homeScores) goal('home', lateAt);
  else if (luck < homeScores + awayScores) goal('away', lateAt);
  scorings.sort((a, b) => a.atMinute - b.atMinute);
  if (score.home !== score.away) return { stretches: line.stretches, scorings, countedPeriods: 5, endWord: 'Final' };

  line.add(2, 3, still('End of 3rd'));
  const winner: Side = chance.happens(homeWinsLevel(expected)) ? 'home' : 'away';
  const isGoal = chance.happens(overtimeGoal);
  const played = isGoal ? chance.between(0.05, 0.98) : 1;
  const overtime = line.add(9 * played, 4, countdownOf(played));
  if (!isGoal) line.add(6, 5, still('SO'));
  const last = isGoal ? overtime : line.stretches.at(-1);
  if (last) scorings.push({ atMinute: minuteOf(last, 0.95), period: last.period, side: winner, points: 1 });
  return { stretches: line.stretches, scorings, countedPeriods: 5, endWord: isGoal ? 'Final/OT' : 'Final/SO' };
}

function countdownOf(share: number) {
  const clock = countdown(overtimeSeconds);
  return (played: number) => clock(played * share);
}

/** The chance of each side to score in the last two minutes, by the home side's lead. */
function late(lead: number): Expected {
  const { leader, chaser } = lastMinutes[Math.abs(lead)] ?? calm;
  return lead >= 0 ? { home: leader, away: chaser } : { home: chaser, away: leader };
}

function homeWinsLevel({ home, away }: Expected): number {
  return 0.5 + (home - away) / (home + away) / 4;
}

function outcomes(expected: Expected): Outcomes {
  const home = poisson(expected.home * openShare, mostGoals);
  const away = poisson(expected.away * openShare, mostGoals);
  const margin = tally(-mostGoals - 2, mostGoals + 2);
  const total = tally(0, 2 * mostGoals + 2);
  const homeLevel = homeWinsLevel(expected);
  const end = (h: number, a: number, chance: number) => {
    total.add(h + a + (h === a ? 1 : 0), chance);
    if (h !== a) return margin.add(h - a, chance);
    margin.add(1, chance * homeLevel);
    margin.add(-1, chance * (1 - homeLevel));
  };
  for (let h = 0; h <= mostGoals; h += 1) {
    for (let a = 0; a <= mostGoals; a += 1) {
      const chance = (home[h] ?? 0) * (away[a] ?? 0);
      const last = late(h - a);
      end(h + 1, a, chance * last.home);
      end(h, a + 1, chance * last.away);
      end(h, a, chance * (1 - last.home - last.away));
    }
  }
  return { margin: margin.done(), total: total.done() };
}
