import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { money } from './values.ts';

/** The caller's record over all leagues that they are or were in. Source: docs/screens.md#words-and-numbers. */
export const ownRecord = endpoint({
  method: 'GET',
  path: '/api/bets/record',
  access: 'signed-in',
  reply: () =>
    z.object({
      bets: z.int().describe('tickets'),
      wins: z.int(),
      losses: z.int(),
      winRate: z.number().nullable().describe('won of settled tickets in per cent; null before any is settled'),
      wagered: money(),
      net: money(),
    }),
  isOverLeagues: true,
});
