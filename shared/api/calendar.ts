import { z } from 'zod';
import { message } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './values.ts';

/** When the caller's calendar link was made; null without one. The link itself is shown only once. */
export const calendarLink = endpoint({
  method: 'GET',
  path: '/api/calendar',
  access: 'signed-in',
  reply: () => z.object({ madeAt: instant().nullable() }),
});

/** Makes a new calendar link. An earlier one of the caller stops at once. */
export const makeCalendarLink = endpoint({
  method: 'POST',
  path: '/api/calendar',
  access: 'signed-in',
  reply: () =>
    z.object({
      /** '/calendar/<secret>.ics'. Everybody who knows it reads the calendar. */
      path: z.string(),
      madeAt: instant(),
    }),
  status: 201,
});

/** Removes the caller's calendar link, which stops at once. */
export const removeCalendarLink = endpoint({
  method: 'DELETE',
  path: '/api/calendar',
  access: 'signed-in',
  reply: message,
});
