import { useState } from 'react';

/**
 * Tints and underlines what it lies in for a moment whenever `of` becomes another value; the first value is no change.
 *
 * The parent is `relative isolate`. Nothing moves, nothing is read aloud, and who wants less motion sees none of it.
 */
export function Flash({ of }: { of: string | number | null }) {
  const [seen, setSeen] = useState({ of, changes: 0 });
  if (seen.of !== of) setSeen({ of, changes: seen.changes + 1 });
  if (seen.changes === 0) return null;
  return (
    <span
      key={seen.changes} // a new element plays the animation again
      aria-hidden="true"
      className="animate-mark -z-10 pointer-events-none absolute inset-0 border-b-2 border-current/60 bg-current/12 motion-reduce:hidden"
    />
  );
}
