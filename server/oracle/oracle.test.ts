import { expect, inject, test } from 'vitest';
import { playSchedule } from './play.ts';

const timeout = 300_000; // some hundred polls, on a busy machine

test.each([2, 10])(
  'random schedule %i ends as the reference model of the house rules says',
  { timeout },
  async (seed) => {
    const { differences, tickets, final } = await playSchedule(inject('clusterUrl'), {
      seed,
      games: 5,
      leagues: 2,
      members: 3,
    });
    expect(differences.join('\n')).toBe('');
    expect(tickets).toBeGreaterThan(0);
    expect(final).toBe(2);
  },
);
