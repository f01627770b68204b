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
  type Stretch,
  still,
  timeline,
} from '../course.ts';
import { rounded, tally } from '../distribution.ts';

/** The deviations of a score from the expected one: of a team alone, and of both teams by the pace of the game. */
const teamDeviation = 8.9;
const paceDeviation = 6.4;
/** Points of a team in five minutes of overtime. */
const overtimePoints = 11;
const overtimeDeviation = 3;
/** The chance that a side which is one to three points behind levels with the last throw. */
const levelChance = 0.2;
const lastThrowPoints = 3;
/** The shares of points from beyond the arc and from the free-throw line. */
const fromThree = 0.35;
const fromLine = 0.15;

const quarterSeconds = 720;
const overtimeSeconds = 300;

/** Basketball: normally distributed points, scored by threes, twos and free throws at random times. */
export const basketball: Model = { play, outcomes };

function play(expected: Expected, chance: Chance): Course {
  const line = timeline();
  const scorings: Scoring[] = [];
  const quarters = [1, 2, 3, 4].map((period) => {
    if (period === 3) line.add(15, 2, still('Halftime'));
    else if (period > 1) line.add(3, period - 1, still(`End of ${ordinal(period - 1)}`));
    return line.add(chance.between(28, 31), period, countdown(quarterSeconds, true));
  });

  const pace = paceDeviation * chance.normal();
  const pointsIn = (side: Side) => Math.max(50, Math.round(expected[side] + pace + teamDeviation * chance.normal()));
  const score = { home: pointsIn('home'), away: pointsIn('away') };
  for (const side of ['home', 'away'] as const) scorings.push(...baskets(score[side], side, quarters, chance));

  const lead = score.home - score.away;
  const last = quarters.at(-1);
  if (last && lead !== 0 && Math.abs(lead) <= lastThrowPoints && chance.happens(levelChance)) {
    const side = lead > 0 ? 'away' : 'home';
    score[side] += Math.abs(lead);
    scorings.push({ atMinute: minuteOf(last, 0.998), period: last.period, side, points: Math.abs(lead) });
  }

  let overtimes = 0;
  while (score.home === score.away) {
    overtimes += 1;
    line.add(2, 3 + overtimes, still(overtimes === 1 ? 'End of 4th' : 'End of OT'));
    const period = line.add(14, 4 + overtimes, countdown(overtimeSeconds, true));
    for (const side of ['home', 'away'] as const) {
      const points = Math.max(2, Math.round(overtimePoints + overtimeDeviation * chance.normal()));
      score[side] += points;
      scorings.push(...baskets(points, side, [period], chance));
    }
  }
  scorings.sort((a, b) => a.atMinute - b.atMinute);
  const endWord = overtimes === 0 ? 'Final' : overtimes === 1 ? 'Final/OT' : `Final/${overtimes}OT`;
  return { stretches: line.stretches, scorings, countedPeriods: 4 + overtimes, endWord };
}

/** Splits points into baskets at random times of the stretches, which are equally long by the game's clock. */
function baskets(total: number, side: Side, stretches: readonly Stretch[], chance: Chance): Scoring[] {
  const threes = Math.round((total * fromThree * chance.between(0.8, 1.2)) / 3);
  const isOdd = (total - 3 * threes) % 2;
  const free = 2 * Math.floor((total * fromLine) / 2) + isOdd;
  const twos = (total - 3 * threes - free) / 2;
  return [...Array(threes).fill(3), ...Array(twos).fill(2), ...Array(free).fill(1)].flatMap((points: number) => {
    const at = chance.next() * stretches.length;
    const stretch = stretches[Math.floor(at)];
    return stretch ? [{ atMinute: minuteOf(stretch, at % 1), period: stretch.period, side, points }] : [];
  });
}

function outcomes({ home, away }: Expected): Outcomes {
  // Rounding each side's points adds a variance of 1/12 twice.
  const regulation = rounded(home - away, Math.sqrt(2 * teamDeviation ** 2 + 1 / 6));
  const extra = rounded(0, Math.sqrt(2 * overtimeDeviation ** 2 + 1 / 6));
  const again = extra.chances[-extra.least] ?? 0;
  const margin = tally(-100, 100);
  let level = 0;
  for (const [i, chance] of regulation.chances.entries()) {
    const lead = regulation.least + i;
    const stays = lead === 0 ? 0 : Math.abs(lead) <= lastThrowPoints ? 1 - levelChance : 1;
    margin.add(lead, chance * stays);
    level += chance * (1 - stays);
  }
  for (const [i, chance] of extra.chances.entries()) {
    if (extra.least + i !== 0) margin.add(extra.least + i, (level * chance) / (1 - again));
  }

  const points = rounded(home + away, Math.sqrt(2 * teamDeviation ** 2 + 4 * paceDeviation ** 2 + 1 / 6));
  const total = tally(0, 450);
  for (const [i, chance] of points.chances.entries()) {
    total.add(points.least + i, chance * (1 - level));
    total.add(points.least + i + 2 * overtimePoints, chance * level);
  }
  return { margin: margin.done(), total: total.done() };
}
