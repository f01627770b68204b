import type { ReactNode } from 'react';

/**
 * The buttons of a form in a dialog, side by side. They stick to the bottom, so that a long form does not scroll them
 * away.
 */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 grid auto-cols-fr grid-flow-col gap-2 border-t border-edge bg-surface px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:rounded-b-3xl">
      {children}
    </div>
  );
}
