import type { Quote } from '#shared/domain/market.ts';
import type { GameStatus } from '#shared/domain/phase.ts';
import type { Sport } from '#shared/domain/sport.ts';

export type FeedTeam = {
  /** The provider's team id, unique within a sport's league. It reveals when home and away are swapped. */
  id: string;
  abbreviation: string;
  /** 'Kansas City' and 'Chiefs'. */
  city: string;
  name: string;
  /** Hex with '#', null when the provider has none. */
  color: string | null;
  alternateColor: string | null;
  /** 1 to 25 in college football, otherwise null. */
  rank: number | null;
};

/** One game as a provider reports it now, in this project's terms. */
export type FeedGame = {
  /** `<feed>:<event id>`. */
  id: string;
  sport: Sport;
  /** 'Premier League' or 'Champions League' in soccer, otherwise null. */
  competition: string | null;
  season: number;
  /** Separates week 1 of the regular season from week 1 of the postseason; null where the sport has no weeks. */
  seasonType: 'preseason' | 'regular' | 'postseason' | null;
  week: number | null;
  /** The beginning and end of the season; null when the provider does not say. */
  seasonSpan: { from: Date; to: Date } | null;
  startsAt: Date;
  /** False while the time is to be announced: `startsAt` is then a placeholder. */
  startKnown: boolean;
  status: GameStatus;
  /** The provider's own word, for reports and logs. */
  statusWord: string;
  /** Whether a live game is delayed before its first play. It takes no bets any more, and has not begun. */
  awaitsFirstPlay: boolean;
  /** Completed, with a status word known to mean a finished and played game. Only such a game may be graded. */
  settleable: boolean;
  /** Quarter, period, inning or half; null before the start. */
  period: number | null;
  /**
   * The clock or detail as shown while live ('8:42', 'Top 3rd', "67'"), 'Final/OT' after the end; null before the
   * start.
   */
  clock: string | null;
  home: FeedTeam;
  away: FeedTeam;
  /** The score as shown; null before the start and where nothing was played. */
  homeScore: number | null;
  awayScore: number | null;
  /** The score that bets are graded on (soccer: after 90 minutes); null while unknown, which delays settlement. */
  countedHome: number | null;
  countedAway: number | null;
  /** Half-innings with a line score; null outside baseball. */
  halfInnings: number | null;
  /** Before the start only; null when the provider gives none. Null never removes a stored quote. */
  quote: Quote | null;
};

/**
 * An event that did not parse. Only this event is left out of the games, not the whole answer. `raw` is an event without
 * a readable id, as it came; `rawEvents` has all others.
 */
export type Quarantined = { eventId: string | null; reason: string; raw?: unknown };

/** The events of an answer as they came, by their ids; an id that the answer lists several times has several. */
export type RawEvents = ReadonlyMap<string, readonly unknown[]>;

export type FeedAnswer = {
  /** A game is listed several times only if the provider contradicts itself about it. */
  games: FeedGame[];
  quarantined: Quarantined[];
  /** Status words that the adapter does not know. They are classified and reported; such games are never settled. */
  unknownStatuses: string[];
  /** The current week by the provider's calendar; null where the sport has no weeks or the answer does not name it. */
  currentWeek: { week: number; season: number; seasonType: FeedGame['seasonType'] } | null;
  /** The span of starts for which the answer lists every game of the feed that is not quarantined; else left out. */
  complete?: { from: Date; to: Date };
  /** Whether the feed has this game, listed in the answer or not. Left out by feeds that know only what they list. */
  hasGame?: (gameId: string) => boolean;
  /** Left out by feeds whose games come from no provider. */
  rawEvents?: RawEvents;
  /** How long the provider wants no requests, when a part of the answer failed with a Retry-After; else left out. */
  retryAfterMs?: number;
};

/** The answer that lists these games and reports nothing else, unless stated. */
export function answerOf(games: FeedGame[], more: Partial<FeedAnswer> = {}): FeedAnswer {
  return { games, quarantined: [], unknownStatuses: [], currentWeek: null, ...more };
}
