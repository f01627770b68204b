import type { ReactNode } from 'react';

/** A grey place holder of the size that its classes give. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-lg bg-raised ${className}`} />;
}

/** Something that loads: the words for screen readers and eyes alike, with place holders below. */
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
