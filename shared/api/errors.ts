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

/**
 * The message that refuses a body which does not parse: the first issue.
 *
 * A message of our schemas that is a sentence is used as it is. All other messages get the name of the field in front.
 */
export function issueWords({ issues: [issue] }: z.ZodError): string {
  const field = issue?.path.filter((part) => typeof part === 'string').at(-1);
  const words = issue?.message ?? 'Invalid input';
  const isSentence = /^[A-Z]/.test(words) && !/^(Invalid|Too|Unrecognized)/.test(words);
  return isSentence || !field ? words : `${field}: ${words}`;
}
