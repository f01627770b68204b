import type { Voice } from './course.ts';

/** The strokes of the lines that speak, which the keys beside their figures repeat. */
export const strokes: Record<Voice, { className: string; width: number; dashes?: string }> = {
  own: { className: 'stroke-gold-text', width: 3.25 },
  leader: { className: 'stroke-ink', width: 2.25 },
  third: { className: 'stroke-ink', width: 2.25, dashes: '7 5' },
};
