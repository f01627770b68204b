import { z } from 'zod';
import type { Sport } from '#shared/domain/sport.ts';
import { sportDescriptions } from '#shared/domain/sport-descriptions.ts';
import { endpoint } from './endpoint.ts';

const sports = Object.keys(sportDescriptions) as Sport[];

/** The way in which a member lost a league: the owner removed them, or deleted the league. */
export type Departure = 'removed' | 'deleted';

/**
 * Names one kind of change: of the games or odds of a sport, within a league, of the remarks on a ticket that every
 * member of its league may see, or of what is one user's own (bets, money, memberships). A topic contains ids alone, and
 * how a league was lost; never data. Source: docs/decisions/change-notifications.md.
 */
export type Topic = `sport:${Sport}` | `league:${string}` | `ticket:${string}` | `user:${string}`;

export const sportTopic = (sport: Sport): Topic => `sport:${sport}`;
export const leagueTopic = (leagueId: string): Topic => `league:${leagueId}`;
export const ticketTopic = (leagueId: string, ticketId: string): Topic => `ticket:${leagueId}:${ticketId}`;
export const userTopic = (userId: string): Topic => `user:${userId}`;
/** The user's topic when their inbox changes: apart from `userTopic`, by which pages read bets and money again. */
export const noticesTopic = (userId: string): Topic => `user:${userId}:notices`;
export const isOfNotices = (topic: Topic): boolean => topic.endsWith(':notices');
/** The user's topic when they lose a league. It names the league, so that its open page can say what happened. */
export const departureTopic = (userId: string, how: Departure, leagueId: string): Topic =>
  `user:${userId}:${how}:${leagueId}`;

/** The topic of a user who runs a league when the requests to join it change. It names the league. */
export const requestsTopic = (userId: string, leagueId: string): Topic => `user:${userId}:requests:${leagueId}`;

/** A ticket as a topic names it. */
type NamedTicket = { leagueId: string; id: string };

type Parsed = { departure: { how: Departure; leagueId: string } | null; requestsOf: string | null } & (
  | { sport: Sport; leagueId: null; ticket: null; userId: null }
  | { sport: null; leagueId: string; ticket: null; userId: null }
  | { sport: null; leagueId: null; ticket: NamedTicket; userId: null }
  | { sport: null; leagueId: null; ticket: null; userId: string }
);

/**
 * The sport, the league id, the ticket or the user id that a topic names. The other three are null. `requestsOf` is the
 * league whose requests to join have changed.
 */
export function parseTopic(topic: Topic): Parsed {
  const none = { sport: null, leagueId: null, ticket: null, userId: null, departure: null, requestsOf: null };
  const sport = sports.find((one) => topic === sportTopic(one));
  if (sport) return { ...none, sport };
  const [kind, id = '', more, leagueId] = topic.split(':');
  if (kind === 'league') return { ...none, leagueId: id };
  if (kind === 'ticket') return { ...none, ticket: { leagueId: id, id: more ?? '' } };
  const departure: Parsed['departure'] =
    (more === 'removed' || more === 'deleted') && leagueId ? { how: more, leagueId } : null;
  return { ...none, userId: id, departure, requestsOf: (more === 'requests' && leagueId) || null };
}

/**
 * An endless stream of server-sent events; the data of each event is a topic. Everybody receives the topics of sports,
 * only members those of a league and its tickets, and a user's topics only that user. Changes during a disconnect are not
 * sent later, so a client refetches after it has connected.
 */
export const events = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'all',
  reply: () =>
    z
      .string()
      .regex(new RegExp(`^(sport:(${sports.join('|')})|(league|ticket|user):\\S+)$`))
      .transform((text) => text as Topic),
  refuses: ['429 `too-many-streams`: the caller or their network has too many open already'],
});
