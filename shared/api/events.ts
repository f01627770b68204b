import { z } from 'zod';
import type { Sport } from '#shared/domain/sport.ts';
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
  const colon = topic.indexOf(':');
  const name = topic.slice(colon + 1);
  return topic.slice(0, colon) === 'sport' ? { sport: name as Sport, leagueId: null } : { sport: null, leagueId: name };
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
      .regex(/^(sport|league):\S+$/)
      .transform((text) => text as Topic),
  refuses: ['429 `too-many-streams`: the caller or their network has too many open already'],
});
