import type { Weeks } from '#shared/api/weeks.ts';
import { counted } from '#shared/domain/count.ts';

/** What the weeks of a league say about a member, on the member's row. */
export type MemberWeeks = Weeks['members'][number];

/** Chosen: more pennants become one with a number. */
const mostPennants = 3;

/** A pennant for each week won. */
export function WeeksWon({ count }: { count: number }) {
  if (count === 0) return null;
  const drawn = count > mostPennants ? 1 : count;
  const pennants = Array.from({ length: drawn }, (_, at) => `M${2 + 12 * at} 13V1.5h8.5l-2.5 3 2.5 3h-8.5`);
  return (
    <span className="inline-flex shrink-0 items-center gap-0.5 text-medal-gold" title={`${counted(count, 'week')} won`}>
      <span className="sr-only">{counted(count, 'week')} won</span>
      <svg aria-hidden="true" width={`${0.75 * drawn}rem`} height="0.875rem" viewBox={`0 0 ${12 * drawn} 14`}>
        <path
          d={pennants.join('')}
          fill="currentColor"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeLinejoin="round"
        />
      </svg>
      {count > mostPennants && (
        <span aria-hidden="true" className="text-xs font-bold tabular-nums">
          {count}
        </span>
      )}
    </span>
  );
}

type Status = MemberWeeks['form'][number];

/** The last settled tickets, the newest on the right: a disc for a win, a cross for a loss, a dash for money returned. */
export function Form({ form }: { form: MemberWeeks['form'] }) {
  if (form.length === 0) return null;
  const marks = (status: Status) => form.map((each, at) => (each === status ? shapes[status](13 * at) : '')).join('');
  return (
    <span className="inline-flex shrink-0 items-center">
      <span className="sr-only">Last bets: {form.map((status) => words[status]).join(', ')}</span>
      <svg
        aria-hidden="true"
        width={`${(13 * form.length - 3) / 16}rem`}
        height="0.625rem"
        viewBox={`0 0 ${13 * form.length - 3} 10`}
        fill="none"
        strokeWidth="1.8"
      >
        <path d={marks('won')} className="fill-won" />
        <path d={marks('lost')} className="stroke-lost" />
        <path d={marks('push')} className="stroke-soft" />
      </svg>
    </span>
  );
}

/** Drawings in a box of 10 x 10 whose left edge is at `x`. */
const shapes: Record<Status, (x: number) => string> = {
  won: (x) => `M${x + 1} 5a4 4 0 1 0 8 0a4 4 0 1 0-8 0`,
  lost: (x) => `M${x + 1.5} 1.5l7 7m0-7l-7 7`,
  push: (x) => `M${x + 1} 5h8`,
};

const words: Record<Status, string> = { won: 'won', lost: 'lost', push: 'returned' };
