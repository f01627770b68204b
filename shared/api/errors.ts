import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';
import { lineText, price } from './values.ts';

/** Every refusal's body. `code` is stable; `message` is for people. Source: design D19. */
export const refusalBody = lazy(() =>
  z.object({
    message: z.string(),
    code: z.string(),
    /** With `price-moved`: the game, what is offered on it now, null when the market is closed. */
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
/** As the server sends it, and as the client reads it. */
export type RefusalBody = z.input<ReturnType<typeof refusalBody>>;
export type RefusalRead = z.output<ReturnType<typeof refusalBody>>;

/**
 * What a body that does not parse is refused with: the first problem, in words.
 * Messages of ours that start a sentence stand alone; all others need to say which field they mean.
 */
export function issueWords({ issues: [issue] }: z.ZodError): string {
  const field = issue?.path.filter((part) => typeof part === 'string').at(-1);
  const words = issue?.message ?? 'Invalid input';
  const isSentence = /^[A-Z]/.test(words) && !/^(Invalid|Too|Unrecognized)/.test(words);
  return isSentence || !field ? words : `${field}: ${words}`;
}
