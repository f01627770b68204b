import type { ReactNode } from 'react';

/**
 * The buttons of a form in a dialog, side by side where their words fit. On screens that are high enough they stick to
 * the bottom, so that a long form does not scroll them away; on others they would cover the fields.
 */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div className="[@media(height>=40rem)]:sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-wrap gap-2 border-t border-edge bg-surface px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:rounded-b-3xl *:flex-1 *:whitespace-normal">
      {children}
    </div>
  );
}
