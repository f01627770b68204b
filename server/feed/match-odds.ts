import type { Quote } from '#shared/domain/market.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Quarantined } from '../games/feed-answer.ts';
import { nameToMatch, teamKey } from './team-names.ts';

/** An event of another provider, with its quote. */
export type QuotedEvent = {
  id: string;
  sport: Sport;
  /** The same text as `FeedGame.competition`. */
  competition: string | null;
  startsAt: Date;
  /** Full names. */
  home: string;
  away: string;
  quote: Quote;
};

/** The parts of a game that identify its event. */
export type NamedGame = Pick<QuotedEvent, 'id' | 'sport' | 'competition' | 'startsAt'> & {
  homeCity: string;
  homeName: string;
  awayCity: string;
  awayName: string;
};

export type Matched = {
  matched: { gameId: string; quote: Quote }[];
  /** Events that fit no game, or more than one, with the reason. */
  unmatched: Quarantined[];
};

/**
 * How far apart two providers' starts of one game may be. In baseball it is less because of doubleheaders.
 * Source: `docs/feeds.md#joining-two-feeds`.
 */
function toleranceMs(sport: Sport): number {
  return (sport === 'MLB' ? 3 : 12) * 3_600_000;
}

/**
 * Finds the game of each event by sport, competition, full names of the home and the away team, and start.
 *
 * Several games of the same teams close together (a doubleheader) are matched in the order of their starts if there are
 * as many events. An event that fits more than one way, or only with home and away swapped, is reported and never
 * guessed.
 */
export function matchOdds(events: readonly QuotedEvent[], games: readonly NamedGame[]): Matched {
  const gamesOf = grouped(games, ({ homeCity, homeName, awayCity, awayName, ...game }) =>
    pairing(game, nameToMatch(homeCity, homeName), nameToMatch(awayCity, awayName)),
  );
  const eventsOf = grouped(events, (event) => pairing(event, event.home, event.away));
  const result: Matched = { matched: [], unmatched: [] };
  const report = (event: QuotedEvent, reason: string) =>
    result.unmatched.push({ eventId: event.id, reason: `${event.away} at ${event.home}: ${reason}` });

  for (const [teams, named] of eventsOf) {
    for (const near of neighbours(named, gamesOf.get(teams) ?? [])) {
      const pairs = inOrder(near);
      if (pairs) result.matched.push(...pairs.map(([{ quote }, game]) => ({ gameId: game.id, quote })));
      else for (const event of near.events) report(event, whyNot(event, near));
    }
  }
  return result;

  function whyNot(event: QuotedEvent, near: Neighbours): string {
    if (near.games.length > 0) return 'fits more than one way';
    if (gamesOf.has(pairing(event, event.home, event.away))) return 'no game starts near it';
    return gamesOf.has(pairing(event, event.away, event.home)) ? 'home and away are swapped' : 'no such game';
  }
}

function grouped<T>(all: readonly T[], by: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(by(one));
    if (group) group.push(one);
    else groups.set(by(one), [one]);
  }
  return groups;
}

function pairing({ sport, competition }: { sport: Sport; competition: string | null }, home: string, away: string) {
  return JSON.stringify([sport, competition, teamKey(home), teamKey(away)]);
}

type Neighbours = { events: QuotedEvent[]; games: NamedGame[] };

/**
 * Splits events and games of the same two teams into groups whose starts are too far apart for a match across groups.
 */
function neighbours(events: readonly QuotedEvent[], games: readonly NamedGame[]): Neighbours[] {
  const starts = [...events, ...games].map(({ startsAt }) => startsAt.getTime()).sort((a, b) => a - b);
  const reach = Math.max(0, ...events.map(({ sport }) => toleranceMs(sport)));
  const groups: { from: number; to: number }[] = [];
  for (const at of starts) {
    const group = groups.at(-1);
    if (group && at - group.to <= reach) group.to = at;
    else groups.push({ from: at, to: at });
  }
  return groups.map(({ from, to }) => {
    const within = ({ startsAt }: { startsAt: Date }) => startsAt.getTime() >= from && startsAt.getTime() <= to;
    const byStart = (a: { startsAt: Date }, b: { startsAt: Date }) => a.startsAt.getTime() - b.startsAt.getTime();
    return { events: events.filter(within).sort(byStart), games: games.filter(within).sort(byStart) };
  });
}

/**
 * Pairs the events with the games in the order of their starts. Null when the numbers differ, two starts are equal, or
 * a pair is too far apart.
 */
function inOrder({ events, games }: Neighbours): [QuotedEvent, NamedGame][] | null {
  if (events.length !== games.length || !haveOrder(events) || !haveOrder(games)) return null;
  const pairs = events.flatMap((event, index): [QuotedEvent, NamedGame][] => {
    const game = games[index];
    const apartMs = game ? Math.abs(event.startsAt.getTime() - game.startsAt.getTime()) : Number.POSITIVE_INFINITY;
    return game && apartMs <= toleranceMs(event.sport) ? [[event, game]] : [];
  });
  return pairs.length === events.length ? pairs : null;
}

function haveOrder(all: readonly { startsAt: Date }[]): boolean {
  return new Set(all.map(({ startsAt }) => startsAt.getTime())).size === all.length;
}
