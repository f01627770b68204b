import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';
import { lineText, price } from './values.ts';

/**
 * The body of every refusal. `code` is stable, `message` is for people. Source: docs/decisions/answers-and-errors.md.
 */
export const refusalBody = lazy(() =>
  z.object({
    message: z.string(),
    code: z.string(),
    /** With `price-moved` only: the present line and price of each pick; null when its market is closed. */
    current: z
      .array(
        z.object({
          gameId: z.string(),
          betType: z.string(),
          betSide: z.string(),
          odds: price().nullable(),
          line: lineText().nullable(),
        }),
      )
      .optional(),
    requestId: z.string().optional(),
  }),
);
/** The body as the server sends it, and as the client receives it after parsing. */
export type RefusalBody = z.input<ReturnType<typeof refusalBody>>;
export type RefusalRead = z.output<ReturnType<typeof refusalBody>>;

/** The labels of a form's fields on the screen, by the names of the fields in the body. */
export type Labels = Readonly<Record<string, string>>;

/** The first issue of a body that does not parse. */
export type BodyIssue = {
  /** The name of the field; null when the issue is about the whole body. */
  field: string | null;
  /** A sentence, or words that follow the name of the field: 'must be at most 60 characters'. */
  words: string;
  isSentence: boolean;
};

export function firstIssue({ issues: [issue] }: z.ZodError): BodyIssue {
  const field = issue?.path.filter((part) => typeof part === 'string').at(-1) ?? null;
  const words = issue?.message ?? 'Invalid input';
  return { field, words, isSentence: /^[A-Z]/.test(words) && !/^(Invalid|Too|Unrecognized)/.test(words) };
}

/**
 * The message of an issue. The field's name stands in front of words that are no sentence.
 *
 * labels  the names of the fields on a form, for the person who filled it in; without one the field keeps its own name
 */
export function issueWords({ field, words, isSentence }: BodyIssue, labels: Labels = {}): string {
  if (field === null || isSentence) return words;
  const label = labels[field];
  return label === undefined ? `${field}: ${words}` : `${label} ${words}`;
}
