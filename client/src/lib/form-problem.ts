import { useEffect, useRef, useState } from 'react';
import type { Labels } from '#shared/api/errors.ts';
import { CallError, isReportedElsewhere, NoAnswerError, wordsOf } from './call.ts';

/** Why a form was not accepted. `field` is the name of its wrong field; null when the message is about all of it. */
export type FormProblem = { field: string | null; message: string };

export type FormWords = {
  /** The words when the server has none. */
  fallback: string;
  /** The words when no answer came. */
  unknown: string;
  /** The form's fields. A problem of any other field is one of the whole form. */
  labels: Labels;
  /** The field that a refusal of the server is about, by the code of the refusal. */
  refusedFields?: Readonly<Record<string, string>>;
};

/**
 * The problem of a failed call, for the form that made it. Null without an error, and for what the app reports itself.
 */
export function formProblem(error: unknown, words: FormWords): FormProblem | null {
  if (!error || isReportedElsewhere(error)) return null;
  const { fallback, unknown, labels, refusedFields = {} } = words;
  const failed = error instanceof CallError ? error : null;
  const name = failed?.field ?? refusedFields[failed?.refusal?.code ?? ''] ?? '';
  return {
    field: name in labels ? name : null,
    message: wordsOf(error, error instanceof NoAnswerError ? unknown : fallback),
  };
}

/** The message about one field; null when the problem, if there is one, is not about it. */
export function messageFor(problem: FormProblem | null, field: string): string | null {
  return problem?.field === field ? problem.message : null;
}

type Sent = { error: unknown; reset: () => void };

/**
 * The present problem of a form: what its own check has found, else why its call failed. `form` is for the form element:
 * `onInput` forgets both, because the words are about what was sent.
 *
 * After each send the wrong field gets the focus, also when the problem is the one of the send before: screen readers
 * then read the words, and the person can correct the value at once. Source: docs/screens.md#forms.
 */
export function useFormProblem(sent: Sent, words: FormWords) {
  const ref = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<FormProblem | null>(null);
  useEffect(() => {
    if (found || sent.error) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [found, sent.error]);
  const onInput = () => {
    setFound(null);
    if (sent.error) sent.reset();
  };
  return {
    problem: found ?? formProblem(sent.error, words),
    /** Records what the form's own check has found; a copy, so that the same problem counts as a new one. */
    setFound: (next: FormProblem | null) => setFound(next && { ...next }),
    form: { ref, onInput },
  };
}
