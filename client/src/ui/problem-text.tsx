import type { ReactNode } from 'react';
import type { FormProblem } from '#client/lib/form-problem.ts';
import { AlertIcon } from './icons.tsx';

/**
 * The words about what is wrong with a field or a form. They are no live region: a notification announces them. The
 * mark is a shape, because red is for money lost.
 */
export function ProblemText({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-sm font-semibold wrap-anywhere text-ink">
      <AlertIcon />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

/** The words about what is wrong with a form as a whole, and below them the children. Nothing without such a problem. */
export function FormProblemText({ problem, children }: { problem: FormProblem | null; children?: ReactNode }) {
  if (problem?.field !== null) return null;
  return (
    <div>
      <ProblemText>{problem.message}</ProblemText>
      {children}
    </div>
  );
}
