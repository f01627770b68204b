import { expect, test } from 'vitest';
import { clockWords } from './clock-words.ts';
import { type Sport, sportRules } from './sport.ts';

/** Each time as feed and simulation send it: the number of the period and the clock, and the phrase for it. */
const live: Record<Sport, [period: number | null, clock: string | null, phrase: string][]> = {
  NFL: [
    [1, '15:00', '1st 15:00'],
    [3, '8:42', '3rd 8:42'],
    [4, '0:00', '4th 0:00'],
    [1, 'End of 1st', 'End of 1st'],
    [2, 'Halftime', 'Halftime'],
    [3, 'End of 3rd', 'End of 3rd'],
    [4, 'End of 4th', 'End of 4th'],
    [5, '9:55', 'OT 9:55'],
    [6, '4:10', '2OT 4:10'],
    [2, 'Delayed', 'Delayed, 2nd'],
    [2, 'Weather Delay', 'Weather Delay, 2nd'],
    [4, 'Final', '4th'],
    [2, null, '2nd'],
    [null, null, ''],
  ],
  CFB: [
    [3, '13:52', '3rd 13:52'],
    [2, 'Halftime', 'Halftime'],
    [5, '0:00', 'OT'],
    [6, '0:00', '2OT'],
    [3, 'Suspended', '3rd'],
  ],
  NBA: [
    [4, '8:41', '4th 8:41'],
    [4, '42.5', '4th 42.5'],
    [4, '0.0', '4th 0.0'],
    [2, 'Halftime', 'Halftime'],
    [5, 'End of OT', 'End of OT'],
    [5, '0.0', 'OT'],
    [6, '2:03', '2OT 2:03'],
  ],
  Hockey: [
    [3, '18:27', '3rd 18:27'],
    [2, 'End of 2nd', 'End of 2nd'],
    [4, '3:15', 'OT 3:15'],
    [5, 'SO', 'Shootout'],
    [5, 'Shootout', 'Shootout'],
  ],
  MLB: [
    [1, 'Top 1st', 'Top 1st'],
    [8, 'Bot 8th', 'Bot 8th'],
    [3, 'Mid 3rd', 'Mid 3rd'],
    [5, 'End 5th', 'End 5th'],
    [12, 'Top 12th', 'Top 12th'],
    [1, 'Rain Delay, Top 1st', 'Rain Delay, Top 1st'],
    [1, 'Delayed', 'Delayed, 1st'],
    [6, 'Suspended', '6th'],
    [6, 'Suspended, Top 6th', 'Top 6th'],
    [7, null, '7th'],
  ],
  Soccer: [
    [1, "12'", "12'"],
    [1, "45'+2'", "45'+2'"],
    [1, 'HT', 'Half-time'],
    [2, "67'", "67'"],
    [2, "90'+5'", "90'+5'"],
    [2, 'FT', 'Full time'],
    [2, 'ET', 'Extra time'],
    [3, "97'", "Extra time 97'"],
    [3, 'ET-HT', 'Extra time, half-time'],
    [4, "118'", "Extra time 118'"],
    [4, 'AET', 'End of extra time'],
    [5, 'Pens', 'Penalties'],
    [2, 'Delayed', 'Delayed, 2nd half'],
    [1, null, '1st half'],
  ],
};

const finals: Record<Sport, [period: number | null, clock: string | null, words: string][]> = {
  NFL: [
    [4, 'Final', ''],
    [5, 'Final/OT', 'OT'],
    [5, 'Final', 'OT'],
  ],
  CFB: [
    [4, 'Final', ''],
    [6, 'Final/2OT', '2OT'],
  ],
  NBA: [
    [4, 'Final', ''],
    [5, 'Final/OT', 'OT'],
    [4, null, ''],
  ],
  Hockey: [
    [3, 'Final', ''],
    [4, 'Final/OT', 'OT'],
    [5, 'Final/SO', 'SO'],
    [5, 'Final/2OT', '2OT'],
  ],
  MLB: [
    [9, 'Final', ''],
    [10, 'Final/10', 'F/10'],
    [7, 'Final/7', 'F/7'],
    [11, 'Final', 'F/11'],
    [5, 'Bot 5th', ''],
    [null, null, ''],
  ],
  Soccer: [
    [2, 'FT', ''],
    [4, 'AET', 'AET'],
    [5, 'FT-Pens', 'Pens'],
    [2, null, ''],
  ],
};

function casesOf(table: typeof live) {
  return Object.entries(table).flatMap(([sport, cases]) =>
    cases.map(([period, clock, words]) => ({ sport: sport as Sport, period, clock, words })),
  );
}

const periodOf = (sport: Sport, period: number | null) =>
  period === null ? null : sportRules[sport].periodName(period);

test.each(casesOf(live))('$sport: period $period and clock $clock are "$words"', ({ sport, period, clock, words }) => {
  expect(clockWords[sport].live({ period: periodOf(sport, period), clock })).toBe(words);
});

test.each(casesOf(finals))('$sport: a final of period $period, $clock, says "$words"', (of) => {
  const { sport, period, clock, words } = of;
  expect(clockWords[sport].final({ period: periodOf(sport, period), clock })).toBe(words);
});

test.each([
  ['Soccer', '2nd half', "90'+4'", false],
  ['Soccer', '1st half', 'HT', false],
  ['Soccer', '2nd half', 'FT', true],
  ['Soccer', '2nd half', 'ET', true],
  ['Soccer', 'Extra time', "104'", true],
  ['Soccer', 'Penalties', null, true],
  ['NFL', 'OT', '9:55', false],
  ['NFL', '4th', 'Final', true],
  ['MLB', '10th', 'Top 10th', false],
  ['MLB', '9th', 'Final', true],
  ['Hockey', null, null, false],
] as const)(
  'of a live game of the %s in period %s at %s, what bets count is over: %s',
  (sport, period, clock, isOver) => {
    expect(clockWords[sport].isPlayed({ period, clock })).toBe(isOver);
  },
);
