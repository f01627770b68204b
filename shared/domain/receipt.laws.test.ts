import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gradable } from '#shared/testing/arbitraries.ts';
import { type Grade, gradeLeg, type Result } from './grade.ts';
import type { GradableLeg } from './leg.ts';
import { arithmetic } from './receipt.ts';

const names = { home: 'HOM', away: 'AWY' };

/** The grade that a reader who knows only the picked side concludes from the words. */
function readBack(words: string, { side }: GradableLeg): Grade {
  const [, ahead] = words.match(/^90 minutes: .+, (\w+)$/) ?? [];
  if (ahead) return ahead === { home: 'HOM', away: 'AWY', draw: 'Draw', over: '', under: '' }[side] ? 'won' : 'lost';
  const [before = '', after = ''] = words.split(' against ');
  const edge = (lastNumber(before) - lastNumber(after)) * (side === 'under' ? -1 : 1);
  return edge > 0 ? 'won' : edge < 0 ? 'lost' : 'push';
}

function lastNumber(words: string): number {
  return Number(words.split(' ').at(-1)?.replace('−', '-'));
}

/** Whether the printed sum is right; true when the words contain none. */
function addsUp(words: string): boolean {
  const [, one, sign, other, sum] = words.match(/([\d.]+) ([+−]) ([\d.]+) = (−?[\d.]+)/) ?? [];
  return sum === undefined || Number(one) + (sign === '+' ? 1 : -1) * Number(other) === lastNumber(sum);
}

function printed(leg: GradableLeg, result: Result): string {
  const { sport, score } = result;
  return arithmetic(leg, { sport, score, grade: gradeLeg(leg, result).grade }, names) ?? '';
}

test('whoever reads the arithmetic comes to the grade', () => {
  fc.assert(
    fc.property(gradable, ({ leg, result }) => {
      expect(readBack(printed(leg, result), leg)).toBe(gradeLeg(leg, result).grade);
    }),
  );
});

test('what is printed adds up', () => {
  fc.assert(
    fc.property(gradable, ({ leg, result }) => {
      expect(addsUp(printed(leg, result))).toBe(true);
    }),
  );
});

test('a baseball game called early has arithmetic exactly when it is not void, and the same reading', () => {
  const early = fc.integer({ min: 0, max: 17 });
  const inBaseball = gradable.filter(({ result }) => result.sport === 'MLB');
  fc.assert(
    fc.property(inBaseball, early, ({ leg, result: { sport, score } }, halfInnings) => {
      const result = { sport, score, halfInnings };
      const { grade } = gradeLeg(leg, result);
      const words = printed(leg, result);
      expect(words === '').toBe(grade === 'void');
      if (grade !== 'void') expect(readBack(words, leg)).toBe(grade);
    }),
  );
});
