import type { Voice } from './course.ts';
import { strokes } from './strokes.ts';

/** A short piece of a line, beside its name. */
export function LineKey({ voice }: { voice: Voice }) {
  const { className, width, dashes } = strokes[voice];
  return (
    <svg aria-hidden="true" width="1.125rem" height="0.25rem" viewBox="0 0 18 4" className="shrink-0">
      <path d="M0 2h18" className={className} strokeWidth={width} strokeDasharray={dashes && '7 4'} />
    </svg>
  );
}

/** A pennant for a week that a member won, a ring for one that the house won; in a box of 12 x 12. */
export function WeekMark({ isWon }: { isWon: boolean }) {
  return isWon ? (
    <g className="fill-medal-gold stroke-medal-gold">
      <path d="M3 11.5V1" fill="none" strokeWidth="1.5" strokeLinecap="round" />
      <path d="M3 1l8 3-8 3z" stroke="none" />
    </g>
  ) : (
    <circle cx="6" cy="6" r="4.5" fill="none" className="stroke-soft" strokeWidth="1.5" />
  );
}
