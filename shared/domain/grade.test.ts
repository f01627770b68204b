import { describe, expect, test } from 'vitest';
import { type Grade, gradeLeg, gradeTicket, type Result, type Rule } from './grade.ts';
import type { GradableLeg } from './leg.ts';
import type { Market, Side } from './side.ts';
import type { Sport } from './sport.ts';

/** Parses 'home -3.5', 'over 47' or 'draw' to a leg. A team without a number is a moneyline. */
function aLeg(words: string): GradableLeg {
  const [side, number] = words.split(' ') as [Side, string | undefined];
  const market: Market = number === undefined ? 'moneyline' : side === 'over' || side === 'under' ? 'total' : 'spread';
  return { market, side, line: number === undefined ? null : Number(number) };
}

/** Parses '24-21': home, then away. */
function aResult(sport: Sport, score: string, halfInnings: number | null = null): Result {
  const [home = Number.NaN, away = Number.NaN] = score.split('-').map(Number);
  return { sport, score: { home, away }, halfInnings };
}

type Row = [score: string, leg: string, grade: Grade, rule: Rule];

function fixtures(sport: Sport, rows: readonly Row[]): void {
  test.each(rows)('home %s away: %s is %s (%s)', (score, leg, grade, rule) => {
    expect(gradeLeg(aLeg(leg), aResult(sport, score))).toEqual({ grade, rule });
  });
}

describe('NFL', () => {
  fixtures('NFL', [
    ['24-21', 'home', 'won', 'moneyline'],
    ['24-21', 'away', 'lost', 'moneyline'],
    ['21-24', 'away', 'won', 'moneyline'],
    ['24-21', 'home -3.5', 'lost', 'spread'],
    ['24-21', 'away 3.5', 'won', 'spread'],
    ['24-21', 'home -3', 'push', 'spread'],
    ['24-21', 'away 3', 'push', 'spread'],
    ['24-21', 'home -2.5', 'won', 'spread'],
    ['24-21', 'away 2.5', 'lost', 'spread'],
    ['21-24', 'home 3.5', 'won', 'spread'],
    ['24-21', 'home 0', 'won', 'spread'],
    ['24-21', 'over 44.5', 'won', 'total'],
    ['24-21', 'under 44.5', 'lost', 'total'],
    ['24-21', 'over 45', 'push', 'total'],
    ['24-21', 'under 45', 'push', 'total'],
    ['24-21', 'over 45.5', 'lost', 'total'],
    ['24-21', 'under 45.5', 'won', 'total'],
    // A tie after overtime pushes the moneyline; spread and total still grade.
    ['20-20', 'home', 'push', 'moneyline-tie'],
    ['20-20', 'away', 'push', 'moneyline-tie'],
    ['20-20', 'home -1.5', 'lost', 'spread'],
    ['20-20', 'away 1.5', 'won', 'spread'],
    ['20-20', 'home 0', 'push', 'spread'],
    ['20-20', 'over 39.5', 'won', 'total'],
    ['0-0', 'under 30', 'won', 'total'],
  ]);
});

describe('CFB, seven overtimes included', () => {
  fixtures('CFB', [
    ['74-72', 'home', 'won', 'moneyline'],
    ['74-72', 'home -2.5', 'lost', 'spread'],
    ['74-72', 'away 2', 'push', 'spread'],
    ['74-72', 'over 145.5', 'won', 'total'],
    ['74-72', 'under 146', 'push', 'total'],
  ]);
});

describe('NBA, overtime included', () => {
  fixtures('NBA', [
    ['118-120', 'away', 'won', 'moneyline'],
    ['118-120', 'home 2', 'push', 'spread'],
    ['118-120', 'away -1.5', 'won', 'spread'],
    ['118-120', 'under 238', 'push', 'total'],
    ['118-120', 'over 228.5', 'won', 'total'],
  ]);
});

describe('Hockey, the shoot-out winner with exactly one goal', () => {
  // 2-2 after overtime; the home side won the shoot-out, so the score that counts is 3-2.
  fixtures('Hockey', [
    ['3-2', 'home', 'won', 'moneyline'],
    ['3-2', 'away', 'lost', 'moneyline'],
    ['3-2', 'home -1.5', 'lost', 'spread'],
    ['3-2', 'away 1.5', 'won', 'spread'],
    ['3-2', 'over 5', 'push', 'total'],
    ['3-2', 'under 5.5', 'won', 'total'],
  ]);
});

describe('Soccer, 90 minutes with stoppage time', () => {
  fixtures('Soccer', [
    ['2-1', 'home', 'won', 'three-way'],
    ['2-1', 'draw', 'lost', 'three-way'],
    ['2-1', 'away', 'lost', 'three-way'],
    ['0-3', 'away', 'won', 'three-way'],
    ['0-3', 'draw', 'lost', 'three-way'],
    // Level after 90 minutes is never a push, also when penalties decide who advances.
    ['1-1', 'draw', 'won', 'three-way'],
    ['1-1', 'home', 'lost', 'three-way'],
    ['1-1', 'away', 'lost', 'three-way'],
    ['0-0', 'draw', 'won', 'three-way'],
  ]);
});

describe('MLB', () => {
  type CalledRow = [halfInnings: number | null, score: string, leg: string, grade: Grade, rule: Rule];

  test.each<CalledRow>([
    // Full games: nine innings, eight and a half with the home team ahead, and extra innings.
    [18, '3-5', 'away', 'won', 'moneyline'],
    [18, '3-5', 'away -1.5', 'won', 'spread'],
    [18, '3-5', 'over 8', 'push', 'total'],
    [17, '5-3', 'home', 'won', 'moneyline'],
    [17, '5-3', 'home -1.5', 'won', 'spread'],
    [17, '5-3', 'under 8.5', 'won', 'total'],
    [18, '5-4', 'home -1.5', 'lost', 'spread'],
    [22, '6-7', 'over 12.5', 'won', 'total'],
    [null, '6-7', 'home 1.5', 'won', 'spread'],
    // The moneyline needs five innings, or four and a half with the home team ahead.
    [10, '2-4', 'away', 'won', 'moneyline'],
    [10, '2-4', 'home', 'lost', 'moneyline'],
    [10, '4-2', 'home', 'won', 'moneyline'],
    [10, '2-2', 'home', 'push', 'moneyline-tie'],
    [9, '4-2', 'home', 'won', 'moneyline'],
    [9, '4-2', 'away', 'lost', 'moneyline'],
    [9, '2-4', 'away', 'void', 'called-early'],
    [9, '2-2', 'home', 'void', 'called-early'],
    [8, '4-2', 'home', 'void', 'called-early'],
    [8, '2-4', 'away', 'void', 'called-early'],
    [0, '0-0', 'home', 'void', 'called-early'],
    // Spread and total need nine innings, or eight and a half with the home team ahead.
    [17, '3-5', 'away -1.5', 'void', 'called-early'],
    [17, '3-3', 'home 1.5', 'void', 'called-early'],
    [16, '5-3', 'home -1.5', 'void', 'called-early'],
    [16, '12-0', 'home -1.5', 'void', 'called-early'],
    [10, '2-4', 'home 1.5', 'void', 'called-early'],
    [17, '3-5', 'under 8.5', 'void', 'called-early'],
    [16, '5-3', 'over 8.5', 'void', 'called-early'],
    // A total equal to its line is not decided: one more run, and over wins.
    [16, '5-3', 'over 8', 'void', 'called-early'],
    [16, '5-3', 'under 8', 'void', 'called-early'],
    // Decided early: the total is above its line, and more runs could not change that.
    [17, '3-6', 'over 8.5', 'won', 'called-early-decided'],
    [17, '3-6', 'under 8.5', 'lost', 'called-early-decided'],
    [12, '6-3', 'over 8', 'won', 'called-early-decided'],
    [8, '7-3', 'over 7.5', 'won', 'called-early-decided'],
    [8, '7-3', 'under 7.5', 'lost', 'called-early-decided'],
    [8, '7-3', 'home', 'void', 'called-early'],
  ])('after %s half-innings, home %s away: %s is %s (%s)', (halfInnings, score, leg, grade, rule) => {
    expect(gradeLeg(aLeg(leg), aResult('MLB', score, halfInnings))).toEqual({ grade, rule });
  });
});

describe('a leg that was never placed', () => {
  test.each<[Sport, GradableLeg]>([
    ['NFL', { market: 'moneyline', side: 'draw', line: null }],
    ['Soccer', { market: 'spread', side: 'home', line: -0.5 }],
    ['Soccer', { market: 'total', side: 'over', line: 2.5 }],
    ['Soccer', { market: 'moneyline', side: 'over', line: null }],
    ['NBA', { market: 'spread', side: 'over', line: 4.5 }],
    ['NBA', { market: 'total', side: 'home', line: 220.5 }],
    ['NBA', { market: 'spread', side: 'home', line: null }],
    ['NBA', { market: 'total', side: 'over', line: null }],
  ])('%s %j is a mistake, not a grade', (sport, leg) => {
    expect(() => gradeLeg(leg, aResult(sport, '1-1'))).toThrow();
  });
});

describe('a ticket of three legs', () => {
  const words: Record<string, Grade | null> = { W: 'won', L: 'lost', P: 'push', V: 'void', O: null };
  const legs = (letters: string) => [...letters].map((letter) => words[letter] ?? null);

  test.each<[string, Grade]>([
    ['WWW', 'won'],
    ['WWL', 'lost'],
    ['WWP', 'won'],
    ['WLW', 'lost'],
    ['WLL', 'lost'],
    ['WLP', 'lost'],
    ['WPW', 'won'],
    ['WPL', 'lost'],
    ['WPP', 'won'],
    ['LWW', 'lost'],
    ['LWL', 'lost'],
    ['LWP', 'lost'],
    ['LLW', 'lost'],
    ['LLL', 'lost'],
    ['LLP', 'lost'],
    ['LPW', 'lost'],
    ['LPL', 'lost'],
    ['LPP', 'lost'],
    ['PWW', 'won'],
    ['PWL', 'lost'],
    ['PWP', 'won'],
    ['PLW', 'lost'],
    ['PLL', 'lost'],
    ['PLP', 'lost'],
    ['PPW', 'won'],
    ['PPL', 'lost'],
    ['PPP', 'push'],
  ])('%s is %s', (letters, grade) => {
    expect(gradeTicket(legs(letters))).toBe(grade);
  });

  // The same 27 with 'open' instead of 'push'. Only a lost leg settles a ticket that has an open leg.
  test.each<[string, Grade | null]>([
    ['WWW', 'won'],
    ['WWL', 'lost'],
    ['WWO', null],
    ['WLW', 'lost'],
    ['WLL', 'lost'],
    ['WLO', 'lost'],
    ['WOW', null],
    ['WOL', 'lost'],
    ['WOO', null],
    ['LWW', 'lost'],
    ['LWL', 'lost'],
    ['LWO', 'lost'],
    ['LLW', 'lost'],
    ['LLL', 'lost'],
    ['LLO', 'lost'],
    ['LOW', 'lost'],
    ['LOL', 'lost'],
    ['LOO', 'lost'],
    ['OWW', null],
    ['OWL', 'lost'],
    ['OWO', null],
    ['OLW', 'lost'],
    ['OLL', 'lost'],
    ['OLO', 'lost'],
    ['OOW', null],
    ['OOL', 'lost'],
    ['OOO', null],
    // Open beside push.
    ['WPO', null],
    ['PPO', null],
    ['POO', null],
    ['LPO', 'lost'],
    ['OPW', null],
    ['OPL', 'lost'],
  ])('%s (O is open) is %s', (letters, grade) => {
    expect(gradeTicket(legs(letters))).toBe(grade);
  });

  test.each<[string, Grade | null]>([
    ['VVV', 'void'],
    ['VVP', 'push'],
    ['VVW', 'won'],
    ['VPW', 'won'],
    ['VVL', 'lost'],
    ['VVO', null],
  ])('%s (V is void, shown as push) is %s', (letters, grade) => {
    expect(gradeTicket(legs(letters))).toBe(grade);
  });
});

test('a single is graded as its leg, and a ticket without legs is never settled', () => {
  expect((['won', 'lost', 'push', 'void', null] as const).map((grade) => gradeTicket([grade]))).toEqual([
    'won',
    'lost',
    'push',
    'void',
    null,
  ]);
  expect(gradeTicket([])).toBeNull();
});
