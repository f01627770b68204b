import { expect, test } from 'vitest';
import { examples } from './worked-odds.ts';

test('100 at +150 wins 150 profit, 250 in all', () => {
  expect(examples.underdog).toEqual({ odds: '+150', legs: 1, stake: '100', profit: '150', returned: '250' });
});

test('110 at -110 wins 100 profit, 210 in all', () => {
  expect(examples.favourite).toEqual({ odds: '-110', legs: 1, stake: '110', profit: '100', returned: '210' });
});

test('a parlay of three legs at -110 multiplies 100 by (210/110) three times: 695.79, shown whole', () => {
  expect(examples.parlay).toEqual({ odds: '+596', legs: 3, stake: '100', profit: '595', returned: '695' });
});
