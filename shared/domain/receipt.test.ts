import { expect, test } from 'vitest';
import type { Grade } from './grade.ts';
import type { GradableLeg } from './leg.ts';
import { arithmetic } from './receipt.ts';
import type { Sport } from './sport.ts';

const names = { home: 'BUF', away: 'KC' };
const home = 20;
const away = 24;

test.each([
  [{ market: 'spread', side: 'away', line: -3.5 }, 'won', 'KC 24 − 3.5 = 20.5 against BUF 20'],
  [{ market: 'spread', side: 'home', line: 3 }, 'lost', 'BUF 20 + 3 = 23 against KC 24'],
  [{ market: 'spread', side: 'home', line: 4 }, 'push', 'BUF 20 + 4 = 24 against KC 24'],
  [{ market: 'spread', side: 'home', line: -22.5 }, 'lost', 'BUF 20 − 22.5 = −2.5 against KC 24'],
  [{ market: 'spread', side: 'away', line: 0 }, 'won', 'KC 24 against BUF 20'],
  [{ market: 'total', side: 'over', line: 43.5 }, 'won', 'Total 24 + 20 = 44 against 43.5'],
  [{ market: 'total', side: 'under', line: 44 }, 'push', 'Total 24 + 20 = 44 against 44'],
  [{ market: 'moneyline', side: 'home', line: null }, 'lost', 'BUF 20 against KC 24'],
] satisfies [GradableLeg, Grade, string][])('%j that is %s reads %s', (leg, grade, words) => {
  expect(arithmetic(leg, { sport: 'NFL', grade, score: { home, away } }, names)).toBe(words);
});

test.each([
  [{ home: 2, away: 2 }, '90 minutes: CHE 2–2 ARS, Draw'],
  [{ home: 2, away: 1 }, '90 minutes: CHE 1–2 ARS, ARS'],
  [{ home: 0, away: 1 }, '90 minutes: CHE 1–0 ARS, CHE'],
])('a soccer score of %j reads %s, whatever was backed', (score, words) => {
  for (const side of ['home', 'draw', 'away'] as const) {
    const leg = { market: 'moneyline', side, line: null } as const;
    expect(arithmetic(leg, { sport: 'Soccer', grade: 'won', score }, { home: 'ARS', away: 'CHE' })).toBe(words);
  }
});

test('a void has no arithmetic, with or without a score', () => {
  const leg: GradableLeg = { market: 'total', side: 'over', line: 7.5 };
  const sport: Sport = 'MLB';
  expect(arithmetic(leg, { sport, grade: 'void', score: { home: 3, away: 2 } }, names)).toBeNull();
  expect(arithmetic(leg, { sport, grade: 'void', score: null }, names)).toBeNull();
});
