import { OutcomeMarks } from '#client/tickets/outcome-marks.tsx';
import type { Weeks } from '#shared/api/weeks.ts';
import { counted } from '#shared/domain/count.ts';

/** A member's weeks in a league, for the marks on the member's row. */
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

/** The last settled tickets of a member, the newest on the right. */
export function Form({ form }: { form: MemberWeeks['form'] }) {
  return <OutcomeMarks outcomes={form.map((status) => (status === 'push' ? 'returned' : status))} />;
}
