import { expect, test } from 'vitest';
import { showHours } from './pace.ts';

test('a length of the house rules is one of the season where games are played faster than real ones', () => {
  expect([showHours(72, 1), showHours(72, 60)]).toEqual(['72 hours', '72 hours of the season']);
});
