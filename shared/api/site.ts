import { z } from 'zod';
import { user } from './auth.ts';
import { endpoint } from './endpoint.ts';

/** What a visitor needs to know of this place before anything else. */
export const site = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'all',
  reply: () =>
    z.object({
      /** Whether the games are made up; see FEED in the environment. */
      simulated: z.boolean(),
      /** Whether the demo may be tried. Source: design D15. */
      demo: z.boolean(),
    }),
});

export const startDemo = endpoint({
  method: 'POST',
  path: '/api/demo',
  access: 'all',
  reply: user,
  status: 201,
  refuses: ['404 `no-demo`: the games are real', '503 `busy`: too many wait for a league to be made'],
});
