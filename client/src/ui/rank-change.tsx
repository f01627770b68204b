type RankChangeProps = {
  /** Null for somebody who had no rank then. */
  before: number | null;
  after: number;
};

/** The change of a rank, in ink: green and red are for money alone. A filled triangle is up, a hollow one down. */
export function RankChange({ before, after }: RankChangeProps) {
  const change = before === null ? 0 : before - after;
  return (
    <span
      className={`inline-flex items-center gap-0.5 text-xs font-semibold tabular-nums ${change > 0 ? 'text-ink' : 'text-soft'}`}
    >
      <span className="sr-only">{changeWords(before, change)}</span>
      <RankMark change={change} />
      {change !== 0 && <span aria-hidden="true">{Math.abs(change)}</span>}
    </span>
  );
}

/** The mark of a change of rank, whose words stand beside it. `change` is positive for a better rank. */
export function RankMark({ change }: { change: number }) {
  return (
    <svg aria-hidden="true" width="0.5625rem" height="0.5rem" viewBox="0 0 9 8" className="shrink-0">
      {change > 0 && <path d="M4.5 0.5L8.5 7.5H0.5z" fill="currentColor" />}
      {change < 0 && <path d="M4.5 7L1 1h7z" fill="none" stroke="currentColor" strokeWidth="1.2" />}
      {change === 0 && <path d="M1 4h7" stroke="currentColor" strokeWidth="1.5" />}
    </svg>
  );
}

function changeWords(before: number | null, change: number): string {
  if (before === null) return 'new';
  if (change === 0) return 'rank unchanged';
  return `${change > 0 ? 'up' : 'down'} ${Math.abs(change)}`;
}
