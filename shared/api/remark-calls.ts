import { z } from 'zod';
import { reactions } from '#shared/domain/remarks.ts';
import { lazy } from '#shared/lazy.ts';
import { message } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { remarks } from './remarks.ts';
import { uuid } from './values.ts';

/** Chosen: what a phone shows at once. The counts are of all. */
export const mostReactors = 50;

const remarksWithNames = lazy(() =>
  remarks().extend({
    reactors: z
      .array(z.object({ userId: uuid(), name: z.string(), reaction: z.enum(reactions) }))
      .describe('the latest 50 first'),
  }),
);

const ofTicket = lazy(() => z.object({ id: uuid(), ticketId: uuid() }));

const notFound = '404 `ticket-not-found`: no ticket of the league, or one that the caller may not see';
const off = '409 `remarks-off`: the league has no notes and reactions';
const refusesReaction = [notFound, off, "403 `own-ticket`: the ticket is the caller's own"];

/** The remarks on a ticket that the caller may see, with the names of those who have reacted. */
export const ticketRemarks = endpoint({
  method: 'GET',
  path: '/api/groups/:id/tickets/:ticketId/remarks',
  access: 'member',
  params: ofTicket,
  reply: remarksWithNames,
  refuses: [notFound, off],
});

/** Sets the caller's reaction to a ticket of another. It replaces the one before: a member has one a ticket. */
export const setReaction = endpoint({
  method: 'PUT',
  path: '/api/groups/:id/tickets/:ticketId/reaction',
  access: 'member',
  params: ofTicket,
  body: () => z.object({ reaction: z.enum(reactions) }),
  reply: remarks,
  refuses: refusesReaction,
});

/** Removes the caller's reaction, if there is one. */
export const removeReaction = endpoint({
  method: 'DELETE',
  path: '/api/groups/:id/tickets/:ticketId/reaction',
  access: 'member',
  params: ofTicket,
  reply: remarks,
  refuses: refusesReaction,
});

/**
 * Removes the note of a ticket for ever: the bettor's own, also after the bettor was removed from the league, or that of
 * a ticket that the owner of the league may see.
 */
export const removeNote = endpoint({
  method: 'DELETE',
  path: '/api/groups/:id/tickets/:ticketId/note',
  access: 'signed-in',
  params: ofTicket,
  reply: message,
  refuses: [notFound, '403 `not-author`: a member who is neither the bettor nor the owner'],
});
