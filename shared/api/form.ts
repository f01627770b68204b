import { z } from 'zod';
import { outcomes, type Split, splitRows } from '#shared/domain/form.ts';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { instant, money, uuid } from './values.ts';

const tally = { won: z.int(), lost: z.int(), returned: z.int(), net: money() };

/** The rows of a split that have a bet; together they sum to the net and to the counts. */
function rowsOf<S extends Split>(split: S) {
  return z.array(
    z.object({
      row: z.enum(splitRows[split]),
      ...tally,
      /** Won of those won or lost, in per cent with one decimal. Null with fewer than 20 bets. */
      share: z.number().nullable(),
      /** The share that the prices of these bets ask for to end even. Null with `share`. */
      needed: z.number().nullable(),
    }),
  );
}

const week = lazy(() => z.object({ startsAt: instant(), net: money() }));

const form = lazy(() =>
  z.object({
    /** The name on rows of the league of `groupId`; null without one. */
    name: z.string().nullable(),
    /** The number of leagues that count. */
    leagues: z.int(),
    /** Settled tickets; a parlay counts once. A push and a void are both returned. */
    ...tally,
    staked: money(),
    /** American odds, as all prices here: those that ask for the mean of the shares which all prices ask for. */
    averagePrice: z.int().nullable(),
    biggestWin: z.object({ settledAt: instant(), profit: money(), price: z.int(), legs: z.int() }).nullable(),
    /** The weeks with the highest and the lowest net; null until bets were settled in two weeks. */
    weeks: z.object({ best: week(), worst: week() }).nullable(),
    /** The wins or losses in a row at the end; returned bets are left out. */
    streak: z.object({ outcome: z.enum(['won', 'lost']), length: z.int() }).nullable(),
    longestWon: z.int(),
    longestLost: z.int(),
    /** The outcomes of the last 18 tickets, the oldest first. */
    last: z.array(z.enum(outcomes)),
    /**
     * Net over time, the oldest first: from 0 at the placing of the first ticket to the net. Of several tickets that
     * were settled within a short time the last stands for all, so that there are 200 points at most; in up to 198
     * weeks the last of each always stands.
     */
    points: z.array(z.object({ at: instant(), net: money() })),
    splits: z.object({
      sport: rowsOf('sport'),
      market: rowsOf('market'),
      price: rowsOf('price'),
      /** By the Eastern day of placing. */
      day: rowsOf('day'),
    }),
  }),
);
export type FormView = z.output<ReturnType<typeof form>>;

/**
 * How a user's settled bets went in the leagues that the caller and the user share now, or in the one of `groupId`; the
 * caller's own in all leagues that they are or were in. Open bets have no part in it.
 */
export const memberForm = endpoint({
  method: 'GET',
  path: '/api/users/:userId/form',
  access: 'signed-in',
  params: () => z.object({ userId: uuid(), groupId: uuid().optional() }),
  reply: form,
  refuses: [
    '404 `league-not-found`: the caller is not a member of the league of `groupId`',
    '404 `member-not-found`: the user is no member of it, or shares no league with the caller',
  ],
  isOverLeagues: true,
});
