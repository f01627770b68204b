import type { Quote } from '#shared/domain/market.ts';
import type { GameStatus } from '#shared/domain/phase.ts';
import type { Sport } from '#shared/domain/sport.ts';

export type FeedTeam = {
  /** The provider's team id: unique within a sport's league, tells home and away swaps. */
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

/** One game as a provider reports it now, in our words. */
export type FeedGame = {
  /** `<feed>:<event id>`. */
  id: string;
  sport: Sport;
  /** 'Premier League' or 'Champions League' in soccer, otherwise null. */
  competition: string | null;
  season: number;
  /** Tells week 1 of the regular season from week 1 of the postseason; null where the sport has no weeks. */
  seasonType: 'preseason' | 'regular' | 'postseason' | null;
  week: number | null;
  /** When the season begins and ends; null when the provider does not say. */
  seasonSpan: { from: Date; to: Date } | null;
  startsAt: Date;
  /** False while the time is to be announced: `startsAt` then only holds its place. */
  startKnown: boolean;
  status: GameStatus;
  /** The provider's own word, for reports and logs. */
  statusWord: string;
  /** Completed, with a word that is known to mean a finished and played game: only such a game may be graded. */
  settleable: boolean;
  /** Quarter, period, inning or half; null before the start. */
  period: number | null;
  /** The clock or detail as shown while live ('8:42', 'Top 3rd', "67'"), 'Final/OT' after the end; null before the start. */
  clock: string | null;
  home: FeedTeam;
  away: FeedTeam;
  /** The score as everybody sees it; null before the start and where nothing was played. */
  homeScore: number | null;
  awayScore: number | null;
  /** The score that bets are graded on (soccer: after 90 minutes); null where it is not known, which holds settlement. */
  countedHome: number | null;
  countedAway: number | null;
  /** Half-innings with a line score; null outside baseball. */
  halfInnings: number | null;
  /** Before the start only; null when the provider says nothing, which never takes a stored quote away. */
  quote: Quote | null;
};

/** An event that did not parse: kept aside with its reason, never the whole list. */
export type Quarantined = { eventId: string | null; reason: string };

export type FeedAnswer = {
  /** A game is here several times only where the provider contradicts itself about it. */
  games: FeedGame[];
  quarantined: Quarantined[];
  /** Words of statuses that the adapter has never met: classified, never settled, reported. */
  unknownStatuses: string[];
  /** The current week by the provider's calendar; null where the sport has no weeks or the answer does not tell. */
  currentWeek: { week: number; season: number; seasonType: FeedGame['seasonType'] } | null;
  /**
   * The span of starts of which the answer lists every game that the feed has, but for what it puts aside. Left out when
   * others may be missing too.
   */
  complete?: { from: Date; to: Date };
  /** Whether the feed has the game with this id, in this answer or not. Left out by feeds that only know what they list. */
  hasGame?: (gameId: string) => boolean;
  /** Left out unless a part of the answer failed with the wish to be left alone for so long. */
  retryAfterMs?: number;
};
