import { ordinal } from '#shared/domain/sports/period-names.ts';
import type { Chance } from '../chance.ts';
import { type Course, type Expected, type Model, minuteOf, type Outcomes, type Scoring, timeline } from '../course.ts';
import { add, type Ending, eachLikely, merged, repeated, tally, totalsOf } from '../distribution.ts';

/** The chance of one more run in a half-inning that has one. */
const anotherRun = 0.48;
/** The same two chances, of a first and of one more run, from the tenth inning on: with a runner on second base. */
const extraFirst = 0.5;
const extraAnother = 0.42;
const mostRuns = 12;
const mostInGame = 30;

/**
 * Baseball, half-inning by half-inning. The home side does not bat if it leads after eight and a half innings, and from
 * the ninth on the game ends as soon as it leads.
 */
export const baseball: Model = { play, outcomes };

/** The distribution of the runs of a half-inning, from 0. */
function runs(first: number, another: number): number[] {
  const chances = Array.from({ length: mostRuns + 1 }, (_, count) =>
    count === 0 ? 1 - first : first * (1 - another) * another ** (count - 1),
  );
  const rest = first * another ** mostRuns;
  return chances.map((chance, count) => (count === mostRuns ? chance + rest : chance));
}

function firstRun(expected: number): number {
  return Math.min(0.6, (expected / 9) * (1 - anotherRun));
}

const extraRuns = runs(extraFirst, extraAnother);

function runsBy(first: number, another: number, chance: Chance): number {
  if (!chance.happens(first)) return 0;
  let count = 1;
  while (count < mostRuns && chance.happens(another)) count += 1;
  return count;
}

function play(expected: Expected, chance: Chance): Course {
  const line = timeline();
  const scorings: Scoring[] = [];
  const score = { home: 0, away: 0 };
  let halfInnings = 0;
  const half = (inning: number, side: 'home' | 'away', atMost: number) => {
    const [first, another] = inning > 9 ? [extraFirst, extraAnother] : [firstRun(expected[side]), anotherRun];
    const scored = Math.min(runsBy(first, another, chance), atMost);
    halfInnings += 1;
    // A half-inning takes longer with runs.
    const inningText = `${side === 'away' ? 'Top' : 'Bot'} ${ordinal(inning)}`;
    const stretch = line.add(chance.between(5, 8) + 1.4 * scored, inning, () => inningText, halfInnings);
    for (let run = 1; run <= scored; run += 1) {
      const played = scored === atMost && run === scored ? 0.99 : (run - chance.next() / 2) / (scored + 0.6);
      scorings.push({ atMinute: minuteOf(stretch, played), period: inning, side, points: 1 });
    }
    score[side] += scored;
  };
  const pause = (inning: number, words: string) =>
    line.add(2.2, inning, () => `${words} ${ordinal(inning)}`, halfInnings);

  for (let inning = 1; ; inning += 1) {
    half(inning, 'away', mostRuns);
    if (inning >= 9 && score.home > score.away) break;
    pause(inning, 'Mid');
    half(inning, 'home', inning >= 9 ? score.away - score.home + 1 : mostRuns);
    if (inning >= 9 && score.home !== score.away) break;
    pause(inning, 'End');
  }
  const innings = Math.ceil(halfInnings / 2);
  const endWord = innings > 9 ? `Final/${innings}` : 'Final';
  return { stretches: line.stretches, scorings, countedPeriods: innings, endWord };
}

/**
 * The runs of each side in extra innings, until one side leads. Three innings are exact; games that are still level get
 * the same distribution.
 */
const extraEndings = (() => {
  const endings: Ending[] = [];
  let level = [{ runs: 0, chance: 1 }];
  for (let inning = 0; inning < 3; inning += 1) {
    const next = new Map<number, number>();
    for (const { runs: before, chance } of level) {
      for (const [top, ofTop] of extraRuns.entries()) {
        for (const [bottom, ofBottom] of extraRuns.entries()) {
          const both = chance * ofTop * ofBottom;
          if (bottom === top) next.set(before + top, (next.get(before + top) ?? 0) + both);
          else endings.push({ away: before + top, home: before + Math.min(bottom, top + 1), chance: both });
        }
      }
    }
    level = [...next].map(([runs, chance]) => ({ runs, chance }));
  }
  const share = endings.reduce((sum, ending) => sum + ending.chance, 0);
  return merged(endings).map((ending) => ({ ...ending, chance: ending.chance / share }));
})();

const extraTotals = totalsOf(extraEndings);

function outcomes(expected: Expected): Outcomes {
  const homeRuns = runs(firstRun(expected.home), anotherRun);
  const away = repeated(runs(firstRun(expected.away), anotherRun), 9).subarray(0, mostInGame);
  const home = repeated(homeRuns, 8).subarray(0, mostInGame);
  const margin = tally(-mostInGame, mostInGame);
  const total = tally(0, 3 * mostInGame);
  const end = (h: number, a: number, chance: number) => {
    margin.add(h - a, chance);
    total.add(h + a, chance);
  };
  const level = new Float64Array(away.length);
  for (let a = 0; a < away.length; a += 1) {
    for (let h = 0; h < home.length; h += 1) {
      const chance = (away[a] ?? 0) * (home[h] ?? 0);
      if (h > a) {
        end(h, a, chance);
        continue;
      }
      for (let scored = 0; scored < homeRuns.length; scored += 1) {
        const ofScored = homeRuns[scored] ?? 0;
        if (h + scored === a) add(level, a, chance * ofScored);
        else end(Math.min(h + scored, a + 1), a, chance * ofScored);
      }
    }
  }
  const isLevel = level.reduce((sum, chance) => sum + chance, 0);
  for (const ending of extraEndings) margin.add(ending.home - ending.away, isLevel * ending.chance);
  eachLikely(level, (runsEach, chance) => {
    eachLikely(extraTotals, (extra, share) => total.add(2 * runsEach + extra, chance * share));
  });
  return { margin: margin.done(), total: total.done() };
}
