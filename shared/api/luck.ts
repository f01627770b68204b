import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { money, uuid } from './values.ts';

const luck = lazy(() =>
  z.object({
    /** The number of leagues that count. */
    leagues: z.int(),
    /** Legs that were compared with the closing odds, and how many of them had a better price than the fair one. */
    legs: z.int(),
    beat: z.int(),
    /** The mean of what their prices pay beyond the fair ones, in per cent with one decimal. Null without a leg. */
    edge: z.number().nullable(),
    /** Void legs. */
    returned: z.int(),
    leftOut: z.object({
      manual: z.int().describe('odds of an admin at the lock'),
      old: z.int().describe('odds whose source had last had them more than three hours before the lock'),
      moved: z.int().describe('another line than the closing one'),
      missing: z.int().describe('no closing odds'),
    }),
    /** Compared legs that decide the net: no push, and every leg of their ticket was compared. */
    legsInNet: z.int(),
    /** The tickets whose legs were all compared; null with fewer than 20 legs in the net. */
    outcome: z
      .object({
        tickets: z.int(),
        net: money(),
        /** The net that the closing odds expected of them. */
        expected: money(),
        /** The standard error of the net. */
        error: money(),
        /** Whether the net is more than two standard errors from the expected one. */
        isBeyondLuck: z.boolean(),
      })
      .nullable(),
  }),
);
export type LuckView = z.output<ReturnType<typeof luck>>;

/**
 * A user's settled bets beside the closing odds of their games, in the leagues that the caller and the user share now, or
 * in the one of `groupId`; the caller's own in all leagues that they are or were in. Tickets with an open leg have no part in it.
 */
export const memberLuck = endpoint({
  method: 'GET',
  path: '/api/users/:userId/luck',
  access: 'signed-in',
  params: () => z.object({ userId: uuid(), groupId: uuid().optional() }),
  reply: luck,
  refuses: [
    '404 `league-not-found`: the caller is not a member of the league of `groupId`',
    '404 `member-not-found`: the user is no member of it, or shares no league with the caller',
  ],
  isOverLeagues: true,
});
