import type { ReactNode } from 'react';

/**
 * A grey placeholder; its classes set the size. It does not pulse, as nothing does. The border is for forced colors,
 * which draw it and remove the fill.
 */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`rounded-lg border border-transparent bg-placeholder ${className}`} />;
}

/** Says that something is loading, with placeholders below. */
export function Loading({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <div aria-busy="true">
      <p role="status" className="mb-3 text-sm text-soft">
        {words}
      </p>
      {children}
    </div>
  );
}
