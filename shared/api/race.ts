import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { instant, money, uuid } from './values.ts';

const line = lazy(() =>
  z.object({
    userId: uuid(),
    name: z.string(),
    rank: z.int(),
    /**
     * The balance (available and pending) after each step, the oldest first. The first is that of joining, the last the
     * present one. Of several steps within a short time the last stands for all, so that a line has 200 points at most;
     * in a league of up to 198 weeks the last of each always stands.
     */
    points: z.array(z.object({ at: instant(), balance: money() })),
    /** Of all steps, also of those that are no point. */
    highest: money(),
    lowest: money(),
  }),
);
export type RaceLine = z.output<ReturnType<typeof line>>;

const race = lazy(() =>
  z.object({
    /** Best first: of every member, or in a league of more than twenty of the top ten and the caller. */
    lines: z.array(line()),
    /** The number of members in the table. */
    members: z.int(),
  }),
);
export type Race = z.output<ReturnType<typeof race>>;

/** The balances of a league over time. All of it rests on settled tickets and on Ching that was given. */
export const leagueHistory = endpoint({
  method: 'GET',
  path: '/api/groups/:id/history',
  access: 'member',
  params: () => z.object({ id: uuid() }),
  reply: race,
});
