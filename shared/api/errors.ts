import { z } from 'zod';
import { lineText, price } from './values.ts';

/** Every refusal's body. `code` is stable; `message` is for people. Source: design D19. */
export const refusalBody = z.object({
  message: z.string(),
  code: z.string(),
  /** With `price-moved`: the game, what is offered on it now, null when the market is closed. */
  current: z
    .array(
      z.object({
        gameId: z.string(),
        betType: z.string(),
        betSide: z.string(),
        odds: price.nullable(),
        line: lineText.nullable(),
      }),
    )
    .optional(),
  requestId: z.string().optional(),
});
/** As the server sends it, and as the client reads it. */
export type RefusalBody = z.input<typeof refusalBody>;
export type RefusalRead = z.output<typeof refusalBody>;
