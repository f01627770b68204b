import { ordinal } from '#shared/domain/sports/period-names.ts';
import type { Chance } from '../chance.ts';
import {
  type Course,
  countdown,
  type Expected,
  type Model,
  minuteOf,
  type Outcomes,
  otherSide,
  pointsOf,
  type Scoring,
  type Side,
  type Stretch,
  still,
  timeline,
} from '../course.ts';
import { add, type Ending, eachLikely, merged, repeated, tally, totalsOf } from '../distribution.ts';

type Rules = {
  /** Drives of each team. */
  drives: number;
  /** Real minutes of a quarter and of the half-time. */
  quarterMinutes: number;
  halftimeMinutes: number;
  overtime: 'one-period' | 'possessions';
};

/** The chances of a drive to end in a field goal or a touchdown. A touchdown has 0, 1 or 2 points after it. */
type Drive = { fieldGoal: number; touchdown: number };

/** The shares of touchdowns without a point after them, and with two. */
const noPointAfter = 0.05;
const twoPointsAfter = 0.025;
const touchdownPoints = 6 * noPointAfter + 8 * twoPointsAfter + 7 * (1 - noPointAfter - twoPointsAfter);
/** Seconds on the game's clock, and real minutes. The point after comes half a minute after the touchdown. */
const quarterSeconds = 900;
const overtimeSeconds = 600;
const overtimeMinutes = 18;
const pointAfterMinutes = 0.5;
/**
 * The last drive of each team, by its lead. A team that leads lets the clock run; a team that is level or up to three
 * points behind plays for a field goal; a team further behind needs a touchdown. So real games often end three points
 * apart.
 */
const lastDrives: readonly { leadFrom: number; drive: Drive }[] = [
  { leadFrom: 1, drive: { fieldGoal: 0.07, touchdown: 0.05 } },
  { leadFrom: -3, drive: { fieldGoal: 0.34, touchdown: 0.12 } },
  { leadFrom: -8, drive: { fieldGoal: 0.02, touchdown: 0.24 } },
  { leadFrom: Number.NEGATIVE_INFINITY, drive: { fieldGoal: 0.05, touchdown: 0.18 } },
];
/** A drive from the opponent's 25-yard line. */
const shortDrive: Drive = { fieldGoal: 0.27, touchdown: 0.5 };

/**
 * Football, drive by drive. Its quotes are exact: they sum over all ways in which the same drives can end.
 *
 * In overtime of the NFL each team has a drive, then the first points win; a game may end in a tie. College teams have
 * a drive each from the 25-yard line, until the score differs.
 */
export function football(rules: Rules): Model {
  return {
    play: (expected, chance) => play(rules, expected, chance),
    outcomes: (expected) => outcomes(rules, expected),
  };
}

/** The drive of a team by its expected points a drive. Better offences score more touchdowns and fewer field goals. */
function driveOf(points: number): Drive {
  const fieldGoal = Math.min(0.19, Math.max(0.08, 0.16 - 0.02 * (points - 2)));
  return { fieldGoal, touchdown: Math.min(0.7, Math.max(0.02, (points - 3 * fieldGoal) / touchdownPoints)) };
}

function chancesOf({ fieldGoal, touchdown }: Drive): number[] {
  const seven = touchdown * (1 - noPointAfter - twoPointsAfter);
  const [six, eight] = [touchdown * noPointAfter, touchdown * twoPointsAfter];
  return [1 - fieldGoal - touchdown, 0, 0, fieldGoal, 0, 0, six, seven, eight];
}

function pointsOfDrive({ fieldGoal, touchdown }: Drive, chance: Chance): number[] {
  const luck = chance.next();
  if (luck < fieldGoal) return [3];
  if (luck >= fieldGoal + touchdown) return [];
  const after = chance.next();
  return after < noPointAfter ? [6] : [6, after < noPointAfter + twoPointsAfter ? 2 : 1];
}

function lastDrive(lead: number): Drive {
  return lastDrives.find(({ leadFrom }) => lead >= leadFrom)?.drive ?? shortDrive;
}

function play(
  { drives, quarterMinutes, halftimeMinutes, overtime }: Rules,
  expected: Expected,
  chance: Chance,
): Course {
  const line = timeline();
  const scorings: Scoring[] = [];
  const score = (stretch: Stretch, played: number, side: Side, points: readonly number[]) => {
    for (const [i, value] of points.entries()) {
      const atMinute = Math.min(minuteOf(stretch, played) + i * pointAfterMinutes, minuteOf(stretch, 1));
      scorings.push({ atMinute, period: stretch.period, side, points: value });
    }
  };
  const quarters = [1, 2, 3, 4].map((period) => {
    if (period === 3) line.add(halftimeMinutes, 2, still('Halftime'));
    else if (period > 1) line.add(2, period - 1, still(`End of ${ordinal(period - 1)}`));
    return line.add(quarterMinutes + chance.between(-2, 2), period, countdown(quarterSeconds));
  });

  const drive = { home: driveOf(expected.home / drives), away: driveOf(expected.away / drives) };
  const opens: Side = chance.happens(0.5) ? 'home' : 'away';
  const lengths = Array.from({ length: 2 * drives }, () => chance.between(0.4, 1.6));
  const all = lengths.reduce((sum, length) => sum + length, 0);
  let passed = 0;
  for (const [i, length] of lengths.entries()) {
    passed += length;
    const played = (4 * passed) / all - 0.02;
    const quarter = quarters[Math.floor(played)];
    const side = i % 2 === 0 ? opens : otherSide(opens);
    const isLast = i >= lengths.length - 2;
    const now = isLast ? lastDrive(pointsOf(scorings, side) - pointsOf(scorings, otherSide(side))) : drive[side];
    if (quarter) score(quarter, played % 1, side, pointsOfDrive(now, chance));
  }

  const isTied = () => pointsOf(scorings, 'home') === pointsOf(scorings, 'away');
  if (!isTied()) return { stretches: line.stretches, scorings, countedPeriods: 9, endWord: 'Final' };
  line.add(3, 4, still('End of 4th'));
  const first: Side = chance.happens(0.5) ? 'home' : 'away';
  const second = otherSide(first);

  if (overtime === 'one-period') {
    const period = line.add(overtimeMinutes, 5, countdown(overtimeSeconds));
    let endsAt = minuteOf(period, 1);
    for (const [i, side] of [first, second, first, second].entries()) {
      if (i >= 2 && !isTied()) break;
      const points = pointsOfDrive(drive[side], chance);
      score(period, (i + 1) / 4 - 0.05, side, i < 2 ? points : points.slice(0, 1));
      if (i > 0 && !isTied()) endsAt = Math.min(endsAt, minuteOf(period, (i + 1) / 4));
    }
    // The clock stops at the end of the game.
    period.clock = countdownUntil(period, endsAt);
    period.untilMinute = endsAt;
    return { stretches: line.stretches, scorings, countedPeriods: 9, endWord: 'Final/OT' };
  }

  let rounds = 0;
  while (isTied()) {
    rounds += 1;
    const period = line.add(8, 4 + rounds, still('0:00'));
    score(period, 0.4, first, pointsOfDrive(shortDrive, chance));
    score(period, 0.9, second, pointsOfDrive(shortDrive, chance));
  }
  const endWord = rounds === 1 ? 'Final/OT' : `Final/${rounds}OT`;
  return { stretches: line.stretches, scorings, countedPeriods: 4 + rounds, endWord };
}

function countdownUntil({ fromMinute, untilMinute }: Stretch, endsAt: number): Stretch['clock'] {
  const clock = countdown(overtimeSeconds);
  const share = (endsAt - fromMinute) / (untilMinute - fromMinute);
  return (played) => clock(played * share);
}

/** A quote ignores scores that are less likely than this. */
const negligible = 1e-8;

function outcomes({ drives, overtime }: Rules, expected: Expected): Outcomes {
  const drive = { home: driveOf(expected.home / drives), away: driveOf(expected.away / drives) };
  const home = likely(repeated(chancesOf(drive.home), drives - 1));
  const away = likely(repeated(chancesOf(drive.away), drives - 1));
  const most = home.length + away.length;
  // Before the last two drives: the distribution of leads, and of both sides' points for each group of leads
  // (`indexOfLead`).
  const leads = new Float64Array(most);
  const points = lastTwo.map(() => new Float64Array(most));
  for (let h = 0; h < home.length; h += 1) {
    for (let a = 0; a < away.length; a += 1) {
      const chance = (home[h] ?? 0) * (away[a] ?? 0);
      if (chance < negligible) continue;
      add(leads, h - a + away.length, chance);
      add(points[indexOfLead(h - a)], h + a, chance);
    }
  }

  const margin = tally(-away.length - 30, home.length + 30);
  const total = tally(0, most + 60);
  const level = new Float64Array(most + 2 * twoScores);
  eachLikely(leads, (i, chance) => {
    const lead = i - away.length;
    for (const ending of lastTwo[indexOfLead(lead)] ?? []) {
      const after = lead + ending.home - ending.away;
      if (after !== 0) margin.add(after, chance * ending.chance);
    }
  });
  for (const [index, endings] of lastTwo.entries()) {
    eachLikely(points[index], (before, chance) => {
      for (const ending of endings) {
        const after = before + ending.home + ending.away;
        if (ending.home - ending.away === twoScores - index) add(level, after, chance * ending.chance);
        else total.add(after, chance * ending.chance);
      }
    });
  }
  const isLevel = level.reduce((sum, chance) => sum + chance, 0);
  const endings = overtime === 'one-period' ? onePeriod(drive.home, drive.away) : possessions;
  for (const ending of endings) margin.add(ending.home - ending.away, isLevel * ending.chance);
  const extra = totalsOf(endings);
  eachLikely(level, (before, chance) => {
    eachLikely(extra, (after, share) => total.add(before + after, chance * share));
  });
  return { margin: margin.done(), total: total.done() };
}

/** The distribution without the negligible chances at its end. */
function likely(chances: Float64Array): Float64Array {
  return chances.subarray(0, chances.findLastIndex((chance) => chance >= negligible) + 1);
}

/** A lead that one drive cannot make up. The last drives are the same for all leads from here on. */
const twoScores = 9;

/**
 * The points of the last two drives, by the home side's lead (`indexOfLead`). Each side is equally likely to have the
 * last.
 */
const lastTwo: readonly Ending[][] = Array.from({ length: 2 * twoScores + 1 }, (_, index) => {
  const lead = index - twoScores;
  return merged([
    ...lastTwoDrives(lead).map(({ first, second, chance }) => ({ home: first, away: second, chance: chance / 2 })),
    ...lastTwoDrives(-lead).map(({ first, second, chance }) => ({ home: second, away: first, chance: chance / 2 })),
  ]);
});

/** The points of a side's last drive at this lead, and then of the other side's last drive. */
function lastTwoDrives(lead: number): { first: number; second: number; chance: number }[] {
  return chancesOf(lastDrive(lead)).flatMap((ofFirst, first) =>
    chancesOf(lastDrive(-lead - first)).map((ofSecond, second) => ({ first, second, chance: ofFirst * ofSecond })),
  );
}

/** The index in `lastTwo` of the home side's lead; all leads beyond `twoScores` have the same one. */
function indexOfLead(lead: number): number {
  return Math.min(Math.max(lead, -twoScores), twoScores) + twoScores;
}

/** Overtime of the NFL: a drive each, and if still level once more a drive each, in which the first points win. */
function onePeriod(home: Drive, away: Drive): Ending[] {
  const once = together(chancesOf(home), chancesOf(away));
  const [h, a] = [home.fieldGoal + home.touchdown, away.fieldGoal + away.touchdown];
  return once.flatMap((ending) => {
    if (ending.home !== ending.away) return [ending];
    const homeWins = (h + (1 - a) * h) / 2;
    const awayWins = (a + (1 - h) * a) / 2;
    const won = (side: Side, { fieldGoal, touchdown }: Drive, wins: number) =>
      [3, 6].map((points) => ({
        ...ending,
        [side]: ending[side] + points,
        chance: (ending.chance * wins * (points === 3 ? fieldGoal : touchdown)) / (fieldGoal + touchdown),
      }));
    const tied = { ...ending, chance: ending.chance * (1 - homeWins - awayWins) };
    return [...won('home', home, homeWins), ...won('away', away, awayWins), tied];
  });
}

/** College overtime: the first round is exact; a level one is followed by the distribution of a round that decides. */
const possessions: readonly Ending[] = (() => {
  const once = together(chancesOf(shortDrive), chancesOf(shortDrive));
  const decided = once.filter((ending) => ending.home !== ending.away);
  const share = decided.reduce((sum, ending) => sum + ending.chance, 0);
  return once.flatMap((ending) =>
    ending.home !== ending.away
      ? [ending]
      : decided.map(({ home, away, chance }) => ({
          home: ending.home + home,
          away: ending.away + away,
          chance: (ending.chance * chance) / share,
        })),
  );
})();

/** All combinations of one drive of each side. */
function together(home: readonly number[], away: readonly number[]): Ending[] {
  return home.flatMap((h, i) =>
    h === 0 ? [] : away.flatMap((a, k) => (a === 0 ? [] : [{ home: i, away: k, chance: h * a }])),
  );
}
