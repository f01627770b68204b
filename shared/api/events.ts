import { z } from 'zod';
import { type Sport, sports } from '#shared/domain/sport.ts';
import { endpoint } from './endpoint.ts';

/**
 * Names one kind of change: of the games or odds of a sport, or within a league. A topic never contains data.
 * Source: docs/decisions/change-notifications.md.
 */
export type Topic = `sport:${Sport}` | `league:${string}`;

export const sportTopic = (sport: Sport): Topic => `sport:${sport}`;
export const leagueTopic = (leagueId: string): Topic => `league:${leagueId}`;

/** The sport or the league id that a topic names. The other one is null. */
export function parseTopic(topic: Topic): { sport: Sport; leagueId: null } | { sport: null; leagueId: string } {
  const sport = sports.find((one) => topic === sportTopic(one));
  return sport ? { sport, leagueId: null } : { sport: null, leagueId: topic.slice('league:'.length) };
}

/**
 * An endless stream of server-sent events; the data of each event is a topic. Everybody receives the topics of sports,
 * only members those of a league. Changes during a disconnect are not sent later, so a client refetches after it has
 * connected.
 */
export const events = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'all',
  reply: () =>
    z
      .string()
      .regex(new RegExp(`^(sport:(${sports.join('|')})|league:\\S+)$`))
      .transform((text) => text as Topic),
  refuses: ['429 `too-many-streams`: the caller or their network has too many open already'],
});
