import { z } from 'zod';
import { sports } from '#shared/domain/sport.ts';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './values.ts';

/**
 * `stale`: the feed fails, or its odds have closed because it was silent. `quarantined`: it answers, but events of its
 * last answers were not taken. `resting`: it was not asked yet, or lists no games.
 */
const feedState = lazy(() => z.enum(['well', 'stale', 'quarantined', 'resting']));
export type FeedState = z.output<ReturnType<typeof feedState>>;

const feedHealth = lazy(() =>
  z.object({
    sport: z.enum(sports),
    of: z.enum(['games', 'odds']).describe('games with scores and odds, or the odds of the second provider'),
    feed: z.string().nullable().describe('the feed that was pulled last'),
    state: feedState(),
    lastSuccessAt: instant().nullable(),
    failingSince: instant().nullable(),
    failure: z.string().nullable().describe('the last error; null while nothing fails'),
    failedInHour: z.int().describe('failed pulls of the last hour'),
    quarantined: z.int().describe('events that the last answers had and that were not taken'),
    oddsCloseAt: instant().nullable().describe("when the feed's odds close unless it answers again, or closed"),
    takesBets: z.boolean().describe("whether bets at the feed's odds are taken now"),
  }),
);
export type FeedHealth = z.output<ReturnType<typeof feedHealth>>;

/** The health of each sport's feeds: of games first, then of the second provider's odds where it was asked. */
export const feedsHealth = endpoint({
  method: 'GET',
  path: '/api/admin/feeds',
  access: 'admin',
  reply: () => z.object({ now: instant(), feeds: z.array(feedHealth()) }),
  refuses: ['403 `admin-required`'],
});
