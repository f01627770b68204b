import { z } from 'zod';
import type { Sport } from '#shared/domain/sport.ts';
import { endpoint } from './endpoint.ts';

/** What has changed: the games or odds of a sport, or something in a league. Never the data itself. Source: design D21. */
export type Topic = `sport:${Sport}` | `league:${string}`;

export const sportTopic = (sport: Sport): Topic => `sport:${sport}`;
export const leagueTopic = (leagueId: string): Topic => `league:${leagueId}`;

/**
 * A stream of server-sent events without end: the data of each is a topic. Sports are for everybody, a league for its
 * members only. What happened while nobody listened is not told later: who connects reads anew what is on screen.
 */
export const events = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'all',
  reply: () =>
    z
      .string()
      .regex(/^(sport|league):\S+$/)
      .transform((text) => text as Topic),
  refuses: ['429 `too-many-streams`: the caller or their network has too many open already'],
});
