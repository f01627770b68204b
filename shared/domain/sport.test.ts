import { describe, expect, test } from 'vitest';
import { allowedSports, allowsSport, loadOrder, type Sport, sportRules, sports } from './sport.ts';
import { sportDescriptions } from './sport-descriptions.ts';

test('the tabs have the order of docs/screens.md#slate', () => {
  expect(sports).toEqual(['NFL', 'MLB', 'Soccer', 'CFB', 'NBA', 'Hockey']);
  expect(Object.keys(sportDescriptions)).toEqual(sports);
});

test('sports load at 0, 2, 3, 4, 5 and 6 seconds, Hockey under the name NHL', () => {
  expect(loadOrder.map((sport) => [sportRules[sport].name, sportRules[sport].loadAfterMs])).toEqual([
    ['NFL', 0],
    ['MLB', 2_000],
    ['NBA', 3_000],
    ['Soccer', 4_000],
    ['CFB', 5_000],
    ['NHL', 6_000],
  ]);
  expect(new Set(loadOrder)).toEqual(new Set(sports));
});

describe('the rules of a sport', () => {
  test.each<[Sport, string, number | null, number]>([
    ['NFL', 'week', 44.5, 4],
    ['CFB', 'week', 44.5, 4],
    ['MLB', 'day', 7.5, 9],
    ['NBA', 'day', 228.5, 4],
    ['Hockey', 'day', 6.5, 3],
    ['Soccer', 'next-7-days', null, 2],
  ])('%s offers a slate of one %s, starts totals at %s and plays %i periods', (sport, slate, total, periods) => {
    expect(sportRules[sport]).toMatchObject({ slate, defaultTotal: total, regulationPeriods: periods });
  });

  test('only soccer offers a draw, and nothing but the moneyline', () => {
    expect(sports.filter((sport) => sportRules[sport].drawOffered)).toEqual(['Soccer']);
    expect(sportRules.Soccer.markets).toEqual(['moneyline']);
    for (const sport of sports.filter((name) => name !== 'Soccer')) {
      expect(sportRules[sport].markets).toEqual(['spread', 'moneyline', 'total']);
    }
  });
});

test('only college teams go by their school, and only soccer lists the home side first', () => {
  expect(sports.filter((sport) => sportRules[sport].knownBy === 'school')).toEqual(['CFB']);
  expect(sports.filter((sport) => sportRules[sport].listsHomeFirst)).toEqual(['Soccer']);
});

test('a league takes every sport, or exactly the one that it names', () => {
  expect(allowedSports).toEqual(['ALL', ...sports]);
  for (const sport of sports) {
    expect(allowedSports.filter((allowed) => allowsSport(allowed, sport))).toEqual(['ALL', sport]);
  }
});
