import { describe, expect, test } from 'vitest';
import { type Rule, rules } from './grade.ts';
import { explain, ruleWords } from './rulebook.ts';
import { type Sport, sportRules, sports } from './sport.ts';

const gradedOnScore: readonly Rule[] = ['moneyline', 'moneyline-tie', 'three-way', 'spread', 'total'];
const onScoreButEarly: Rule = 'called-early-decided';

test.each(rules)('%s is explained in whole sentences for every sport', (rule) => {
  for (const sport of sports) expect(explain(rule, sport)).toMatch(/^[A-Z].+[a-z]\.$/);
});

test.each(rules)('%s says whether it called the bet off', (rule) => {
  const isVoid = !gradedOnScore.includes(rule) && rule !== onScoreButEarly;
  for (const sport of sports) expect(explain(rule, sport).startsWith('Void: ')).toBe(isVoid);
});

describe('a rule that rests on the score says what counts in the sport', () => {
  test.each([
    ['moneyline', 'NFL', 'The higher score wins. Overtime is included.'],
    [
      'total',
      'Hockey',
      'Both scores together against the line taken; equal is a push. ' +
        'Overtime and shoot-out are included; the shoot-out winner gets exactly one goal.',
    ],
    [
      'three-way',
      'Soccer',
      'The higher score wins. Level after 90 minutes, Draw wins and both teams lose. ' +
        '90 minutes plus stoppage only; extra time and penalties never count.',
    ],
  ] satisfies [Rule, Sport, string][])('%s in %s', (rule, sport, words) => {
    expect(explain(rule, sport)).toBe(words);
  });
});

test('what was not played in time names the limit of the sport', () => {
  expect(explain('not-played-in-time', 'NBA')).toBe(
    'Void: the game was not played in time. Void if not final within 48 hours of the original start.',
  );
});

test('only the sport that offers a draw counts 90 minutes', () => {
  for (const sport of sports) {
    expect(sportRules[sport].rulebook.counts.startsWith('90 minutes')).toBe(sportRules[sport].drawOffered);
  }
});

test.each(rules)('%s by itself is how its explanation begins in every sport', (rule) => {
  for (const sport of sports) expect(explain(rule, sport).startsWith(ruleWords(rule))).toBe(true);
});
