import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gradable } from '#shared/testing/arbitraries.ts';
import { gradeLeg } from './grade.ts';
import { liveStatus } from './live-status.ts';

test('a badge says what the grade would be, and losing where it would be a push', () => {
  fc.assert(
    fc.property(gradable, ({ leg, result }) => {
      const { grade } = gradeLeg(leg, result);
      expect(liveStatus(leg, result.score)).toBe(grade === 'won' ? 'winning' : 'losing');
    }),
  );
});
