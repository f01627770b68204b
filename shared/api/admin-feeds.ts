import { z } from 'zod';
import { sports } from '#shared/domain/sport.ts';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { instant, uuid } from './values.ts';

/**
 * `stale`: the feed fails, or its odds have closed because it was silent. `quarantined`: it answers, but events of its
 * last answers were not taken. `resting`: it was not asked yet, or lists no games.
 */
const feedState = lazy(() => z.enum(['well', 'stale', 'quarantined', 'resting']));
export type FeedState = z.output<ReturnType<typeof feedState>>;

/** Chosen: the most quarantined events that the health of one feed lists; more say no more. */
export const mostQuarantinedListed = 30;

const quarantinedEvent = lazy(() =>
  z.object({
    id: uuid().nullable().describe('of its raw event; null if there is none, as for a part of an answer that failed'),
    eventId: z.string().nullable().describe('of the provider; null if it could not be read'),
    reason: z.string(),
    firstSeenAt: instant().nullable(),
  }),
);
export type QuarantinedEvent = z.output<ReturnType<typeof quarantinedEvent>>;

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
    quarantinedEvents: z.array(quarantinedEvent()).describe(`of those, at most ${mostQuarantinedListed}`),
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

/** A quarantined event as its feed sent it. The text comes from outside: it is shown as text and never as anything else. */
export const rawEvent = endpoint({
  method: 'GET',
  path: '/api/admin/feeds/events/:id',
  access: 'admin',
  params: () => z.object({ id: uuid() }),
  reply: () =>
    z.object({
      feed: z.string(),
      sport: z.enum(sports),
      eventId: z.string().nullable(),
      reason: z.string(),
      firstSeenAt: instant(),
      lastSeenAt: instant().describe('exact to an hour while nothing changes'),
      raw: z.string().describe('its JSON, cut after 64 kB; a list if the answer had the event more than once'),
      rawBytes: z.int().describe('the size of the JSON before the cut'),
      isCut: z.boolean(),
    }),
  refuses: ['403 `admin-required`', '404 `event-not-found`: the event was taken meanwhile, or is not listed any more'],
});
