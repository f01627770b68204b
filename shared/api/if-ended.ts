import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { money, uuid } from './values.ts';

const row = lazy(() =>
  z.object({
    userId: uuid(),
    name: z.string(),
    rank: z.int(),
    balance: money(),
    /** The place in the present standings. */
    before: z.object({ rank: z.int(), balance: money() }),
  }),
);
export type RowIfEnded = z.output<ReturnType<typeof row>>;

const ifEnded = lazy(() =>
  z.object({
    /** Best first: of every member, or in a league of more than 200 of the top 200 and the caller. */
    rows: z.array(row()),
    /** The number of members in the standings. */
    members: z.int(),
  }),
);
export type IfEnded = z.output<ReturnType<typeof ifEnded>>;

/**
 * The standings if every game ended with its present score, by the open bets that the caller may see. Others count as
 * open, so that nothing of them can be inferred. Scores, settled bets and balances are of one moment.
 */
export const leagueIfEnded = endpoint({
  method: 'GET',
  path: '/api/groups/:id/now',
  access: 'member',
  params: () => z.object({ id: uuid() }),
  reply: ifEnded,
});
