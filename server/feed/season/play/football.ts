import type { Chance } from '../chance.ts';
import {
  type Course,
  countdown,
  type Expected,
  type Model,
  minuteOf,
  type Outcomes,
  ordinal,
  otherSide,
  pointsOf,
  type Scoring,
  type Side,
  type Stretch,
  still,
  timeline,
} from '../course.ts';
import { repeated, tally } from '../distribution.ts';

type Rules = {
  /** Drives of each team. */
  drives: number;
  /** Minutes that a quarter takes, and the half-time. */
  quarterMinutes: number;
  halftimeMinutes: number;
  overtime: 'one-period' | 'possessions';
};

/** What a drive brings: nothing, a field goal, or a touchdown with 0, 1 or 2 points after it. */
type Drive = { fieldGoal: number; touchdown: number };

/** Of all touchdowns: those without a point after them, and those with two. */
const noPointAfter = 0.05;
const twoPointsAfter = 0.025;
const touchdownPoints = 6 * noPointAfter + 8 * twoPointsAfter + 7 * (1 - noPointAfter - twoPointsAfter);
/** Seconds, and the minutes that they take on the wall; the point after comes half a minute later. */
const quarterSeconds = 900;
const overtimeSeconds = 600;
const overtimeMinutes = 18;
const pointAfterMinutes = 0.5;
/**
 * The last drive of each team, by its lead: who leads lets the clock run, who is level or three behind plays for a field
 * goal, who is further behind needs a touchdown. This is why so many games end three apart.
 */
const lastDrives: readonly { leadFrom: number; drive: Drive }[] = [
  { leadFrom: 1, drive: { fieldGoal: 0.07, touchdown: 0.05 } },
  { leadFrom: -3, drive: { fieldGoal: 0.34, touchdown: 0.12 } },
  { leadFrom: -8, drive: { fieldGoal: 0.02, touchdown: 0.24 } },
  { leadFrom: Number.NEGATIVE_INFINITY, drive: { fieldGoal: 0.05, touchdown: 0.18 } },
];
/** From the opponent's 25-yard line. */
const shortDrive: Drive = { fieldGoal: 0.27, touchdown: 0.5 };

/**
 * Football, drive by drive. Its quotes are exact: the same drives, every way they can go.
 *
 * Overtime of the NFL gives each team a drive and then takes the first points; a tie may stay. College teams start at
 * the 25 in turns until they differ.
 */
export function football(rules: Rules): Model {
  return {
    play: (expected, chance) => play(rules, expected, chance),
    outcomes: (expected) => outcomes(rules, expected),
  };
}

/** Better offences score more touchdowns, and a little less often have to kick. */
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
    // The clock stops where the game does.
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

/** Scores less likely than this are left out of a quote. */
const negligible = 1e-8;

type Ending = { home: number; away: number; chance: number };

function outcomes({ drives, overtime }: Rules, expected: Expected): Outcomes {
  const drive = { home: driveOf(expected.home / drives), away: driveOf(expected.away / drives) };
  const home = likely(repeated(chancesOf(drive.home), drives - 1));
  const away = likely(repeated(chancesOf(drive.away), drives - 1));
  // Every score before the last two drives, with room for them: the home side's points count rows.
  const size = Math.max(home.length, away.length) + 8;
  const before = new Float64Array(size * size);
  for (const [h, ofHome] of home.entries()) {
    for (const [a, ofAway] of away.entries()) before[h * size + a] = ofHome * ofAway;
  }
  const homeLast = afterLastDrive(afterLastDrive(before, size, 'away'), size, 'home');
  const awayLast = afterLastDrive(afterLastDrive(before, size, 'home'), size, 'away');

  const margin = tally(-size - 30, size + 30);
  const total = tally(0, 2 * size + 60);
  const endings = overtime === 'one-period' ? onePeriod(drive.home, drive.away) : possessions();
  for (let h = 0; h < size; h += 1) {
    for (let a = 0; a < size; a += 1) {
      const chance = ((homeLast[h * size + a] ?? 0) + (awayLast[h * size + a] ?? 0)) / 2;
      if (chance < negligible) continue;
      if (h !== a) {
        margin.add(h - a, chance);
        total.add(h + a, chance);
        continue;
      }
      for (const ending of endings) {
        margin.add(ending.home - ending.away, chance * ending.chance);
        total.add(h + a + ending.home + ending.away, chance * ending.chance);
      }
    }
  }
  return { margin: margin.done(), total: total.done() };
}

/** Points without those at the end that hardly any team reaches. */
function likely(chances: Float64Array): Float64Array {
  return chances.subarray(0, chances.findLastIndex((chance) => chance >= negligible) + 1);
}

/** Every score after a side's last drive. */
function afterLastDrive(before: Float64Array, size: number, side: Side): Float64Array {
  const after = new Float64Array(before.length);
  const step = side === 'home' ? size : 1;
  for (let at = 0; at < before.length; at += 1) {
    const chance = before[at] ?? 0;
    if (chance < negligible) continue;
    const ahead = Math.floor(at / size) - (at % size);
    for (const { points, share } of lastShares(side === 'home' ? ahead : -ahead)) {
      const to = at + points * step;
      after[to] = (after[to] ?? 0) + chance * share;
    }
  }
  return after;
}

const sharesOfLast = lastDrives.map(({ leadFrom, drive }) => ({
  leadFrom,
  shares: chancesOf(drive).flatMap((share, points) => (share > 0 ? [{ points, share }] : [])),
}));

function lastShares(lead: number): readonly { points: number; share: number }[] {
  for (const { leadFrom, shares } of sharesOfLast) if (lead >= leadFrom) return shares;
  return [];
}

/** A drive each; while level, once more, and then the first points win. */
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

/** Two rounds from the 25 as they come; what is level then is shared out by the first points to differ. */
function possessions(): Ending[] {
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
}

function together(home: readonly number[], away: readonly number[]): Ending[] {
  return home.flatMap((h, i) =>
    h === 0 ? [] : away.flatMap((a, k) => (a === 0 ? [] : [{ home: i, away: k, chance: h * a }])),
  );
}
