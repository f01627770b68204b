import { z } from 'zod';
import { reactions } from '#shared/domain/remarks.ts';
import { lazy } from '#shared/lazy.ts';
import { uuid } from './values.ts';

/** The remarks on a ticket: the note of the bettor and the reactions of others. Source: docs/decisions/remarks.md. */
export const remarks = lazy(() =>
  z.object({
    ticketId: uuid(),
    note: z.string().nullable().describe('of the bettor, said when the ticket was placed'),
    mayRemoveNote: z.boolean().describe('whether the caller may remove the note'),
    reactions: z
      .array(z.object({ reaction: z.enum(reactions), count: z.int(), isOwn: z.boolean() }))
      .describe('those that somebody has; `isOwn` marks that of the caller'),
  }),
);
export type Remarks = z.output<ReturnType<typeof remarks>>;
