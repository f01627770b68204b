import type { Outcome } from '#shared/domain/form.ts';

/** Settled tickets, the newest on the right: a disc for a win, a cross for a loss, a dash for money returned. */
export function OutcomeMarks({ outcomes }: { outcomes: readonly Outcome[] }) {
  if (outcomes.length === 0) return null;
  const marks = (outcome: Outcome) =>
    outcomes.map((each, at) => (each === outcome ? shapes[outcome](13 * at) : '')).join('');
  return (
    <span className="inline-flex max-w-full min-w-0 shrink-0 items-center">
      <span className="sr-only">Last bets: {outcomes.join(', ')}</span>
      <svg
        aria-hidden="true"
        width={`${(13 * outcomes.length - 3) / 16}rem`}
        height="0.625rem"
        viewBox={`0 0 ${13 * outcomes.length - 3} 10`}
        fill="none"
        strokeWidth="1.8"
        className="max-w-full"
      >
        <path d={marks('won')} className="fill-won" />
        <path d={marks('lost')} className="stroke-lost" />
        <path d={marks('returned')} className="stroke-soft" />
      </svg>
    </span>
  );
}

/** Drawings in a box of 10 x 10 whose left edge is at `x`. */
const shapes: Record<Outcome, (x: number) => string> = {
  won: (x) => `M${x + 1} 5a4 4 0 1 0 8 0a4 4 0 1 0-8 0`,
  lost: (x) => `M${x + 1.5} 1.5l7 7m0-7l-7 7`,
  returned: (x) => `M${x + 1} 5h8`,
};
