import { expect, inject, test } from 'vitest';
import { playSeason } from './play.ts';

const timeout = 120_000; // some hundred polls, on a machine that may be busy

test.each([2, 10])('random season %i ends as the second model of the house rules says', { timeout }, async (seed) => {
  const { differences, tickets, final } = await playSeason(inject('clusterUrl'), {
    seed,
    games: 5,
    leagues: 2,
    members: 3,
  });
  expect(differences.join('\n')).toBe('');
  expect(tickets).toBeGreaterThan(0);
  expect(final).toBe(2);
});
