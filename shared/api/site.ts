import { z } from 'zod';
import { user } from './auth.ts';
import { endpoint } from './endpoint.ts';

/** The settings of this installation that a visitor's page needs. */
export const site = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'all',
  reply: () =>
    z.object({
      /** Whether the games are simulated: FEED in the environment. */
      simulated: z.boolean(),
      /** Whether there is a demo. Source: docs/decisions/demo-accounts.md. */
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
