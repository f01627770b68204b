import { useState } from 'react';

/**
 * Tints and underlines its parent for a moment when `of` changes. The first value does not count as a change.
 *
 * The parent needs the classes `relative isolate`. The effect moves nothing, is hidden from screen readers, and is off
 * under `prefers-reduced-motion`.
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
