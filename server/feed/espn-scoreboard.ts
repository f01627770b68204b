import { z } from 'zod';
import type { HomeAway } from '#shared/domain/side.ts';
import { playsInWeeks, type Sport, sportRules } from '#shared/domain/sport.ts';
import type { FeedAnswer, FeedGame, FeedTeam, Quarantined } from '../games/feed-answer.ts';
import { distinct } from './distinct.ts';
import { type CalendarWeek, readCalendar, seasonTypeOf, weekOf } from './espn-calendar.ts';
import { readOdds } from './espn-odds.ts';
import { scoreAfter90 } from './espn-soccer.ts';
import { isDelay, readStatus } from './espn-status.ts';
import { FeedFailure } from './feed.ts';
import { feedText, firstIssue, rawEventsOf, readEventId } from './read-event.ts';

const eventId = z.string().regex(/^\d{1,20}$/, 'is no event id');
const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/, 'is no instant')
  .transform((value) => new Date(value))
  .refine((value) => !Number.isNaN(value.getTime()), 'is no instant');
const score = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .refine((value) => value <= 300, 'is above 300'); // docs/house-rules.md#results
const color = z
  .string()
  .regex(/^[0-9a-f]{6}$/i)
  .transform((hex) => `#${hex.toLowerCase()}`)
  .nullish()
  .catch(null);

const competitor = z.object({
  homeAway: z.enum(['home', 'away']),
  score: z.unknown().optional(),
  linescores: z.array(z.unknown()).optional().catch(undefined),
  curatedRank: z.object({ current: z.int() }).optional().catch(undefined),
  team: z.object({
    id: z.string().regex(/^-?\d{1,12}$/, 'is no team id'),
    abbreviation: feedText(12),
    location: feedText(80),
    name: feedText(80).optional().catch(undefined),
    displayName: feedText(160),
    color,
    alternateColor: color,
  }),
});
type Competitor = z.output<typeof competitor>;

const competition = z.object({
  type: z.object({ abbreviation: z.string() }).optional().catch(undefined),
  timeValid: z.boolean().optional().catch(false),
  competitors: z.array(competitor).length(2),
  odds: z.unknown().optional(),
  details: z.unknown().optional(),
  status: z.object({
    displayClock: feedText(40).nullish().catch(null),
    /** Absent in soccer before the start; null if it does not parse. */
    period: z.int().min(0).max(100).nullish().catch(null),
    type: z.object({
      name: feedText(60),
      state: z.enum(['pre', 'in', 'post']),
      completed: z.boolean(),
      shortDetail: feedText(40).nullish().catch(null),
    }),
  }),
});
type Competition = z.output<typeof competition>;

const event = z.object({
  id: eventId,
  date: instant,
  season: z.object({ year: z.int().min(1900).max(2200), type: z.int() }),
  week: z
    .object({ number: z.int().min(0).max(999) })
    .optional()
    .catch(undefined),
  competitions: z.tuple([competition]),
});

const scoreboard = z.object({
  events: z.array(z.unknown()),
  season: z.object({ year: z.int(), type: z.int() }).optional().catch(undefined),
  week: z.object({ number: z.int() }).optional().catch(undefined),
  groups: z.array(z.string()).optional().catch(undefined),
});

/**
 * The league's season at the top. Answers about past days have the latest season here, not the season of their events.
 */
const listedSeason = z.object({ year: z.int(), startDate: instant, endDate: instant });
type ListedSeason = z.output<typeof listedSeason>;
const seasonPayload = z.object({ leagues: z.tuple([z.object({ season: listedSeason })]).rest(z.unknown()) });

function readSeason(payload: unknown): ListedSeason | null {
  const read = seasonPayload.safeParse(payload);
  return read.success ? read.data.leagues[0].season : null;
}

/** Statuses in which the clock runs and is shown; in all others the detail is shown. */
const clockRuns = new Set(['STATUS_IN_PROGRESS', 'STATUS_FIRST_HALF', 'STATUS_SECOND_HALF', 'STATUS_OVERTIME']);

/** Sides of all-star games, which are never settled. */
const allStars = new Set(['AFC', 'NFC', 'AL', 'NL']);

class NotAGame extends Error {}

/**
 * One scoreboard, with the groups that it is limited to and the weeks of its calendar; empty where the sport has no
 * weeks.
 */
export type Scoreboard = FeedAnswer & { groups: readonly string[]; calendar: readonly CalendarWeek[] };

/**
 * Parses each event of a scoreboard by itself. An event that does not parse is quarantined with its reason. The current
 * week is the one at the top of the scoreboard.
 *
 * Throws `FeedFailure` when the payload has no list of events at all.
 */
export function readScoreboard(sport: Sport, competitionName: string | null, payload: unknown): Scoreboard {
  const read = scoreboard.safeParse(payload);
  if (!read.success) throw new FeedFailure('answered something else than a scoreboard');
  const games: FeedGame[] = [];
  const listed = readSeason(payload);
  const quarantined: Quarantined[] = [];
  const unknownStatuses = new Set<string>();
  for (const raw of read.data.events) {
    const parsed = event.safeParse(raw);
    if (!parsed.success) {
      const id = readEventId(raw, eventId);
      quarantined.push({ eventId: id, reason: firstIssue(parsed.error), ...(id === null && { raw }) });
      continue;
    }
    try {
      const { game, known } = readGame(sport, competitionName, parsed.data, listed);
      if (!known) unknownStatuses.add(game.statusWord);
      games.push(game);
    } catch (problem) {
      if (!(problem instanceof NotAGame)) throw problem;
      quarantined.push({ eventId: parsed.data.id, reason: problem.message });
    }
  }
  const { season, week, groups } = read.data;
  const seasonType = season ? seasonTypeOf(season.type) : null;
  return {
    games: distinct(games),
    quarantined,
    unknownStatuses: [...unknownStatuses],
    rawEvents: rawEventsOf(read.data.events, eventId),
    currentWeek:
      playsInWeeks(sport) && season && seasonType && week
        ? { week: weekOf(seasonType, week.number), season: season.year, seasonType }
        : null,
    groups: groups ?? [],
    calendar: playsInWeeks(sport) ? readCalendar(payload) : [],
  };
}

function readGame(
  sport: Sport,
  competitionName: string | null,
  { id, date, season, week, competitions }: z.output<typeof event>,
  listed: ListedSeason | null,
) {
  const [played] = competitions;
  const { home, away } = sidesOf(played);
  const { displayClock, type } = played.status;
  const period = played.status.period ?? 0;
  const { status, settleable, known } = readStatus(type);
  const begun = status === 'live' || status === 'final' || status === 'suspended';
  const points = begun ? { home: readScore(home), away: readScore(away) } : null;
  const counted = points && countedScore(sport, played, { home, away }, points);
  const weekly = playsInWeeks(sport);
  const seasonType = weekly ? seasonTypeOf(season.type) : null;
  const shown = sport !== 'MLB' && clockRuns.has(type.name) ? displayClock : type.shortDetail;
  const game: FeedGame = {
    id: `espn:${id}`,
    sport,
    competition: competitionName,
    season: season.year,
    seasonType,
    week: weekly && week ? weekOf(seasonType, week.number) : null,
    seasonSpan: listed?.year === season.year ? { from: listed.startDate, to: listed.endDate } : null,
    startsAt: date,
    startKnown: played.timeValid ?? true,
    status,
    statusWord: type.name,
    awaitsFirstPlay: isDelay(type) && period <= 1 && innings(home) === 0 && points?.home === 0 && points.away === 0,
    settleable: settleable && played.status.period !== null && playedOut(sport, period, home, away),
    period: begun && period > 0 ? period : null,
    clock: begun ? (shown ?? null) : null,
    home: readTeam(sport, home),
    away: readTeam(sport, away),
    homeScore: points?.home ?? null,
    awayScore: points?.away ?? null,
    countedHome: counted?.home ?? null,
    countedAway: counted?.away ?? null,
    halfInnings: sportRules[sport].finalNeeds === 'half-innings' ? innings(home) + innings(away) : null,
    quote: status === 'scheduled' ? readOdds(sport, played.odds) : null,
  };
  return { game, known };
}

/** Finds home and away by `homeAway`, never by their order. */
function sidesOf({ competitors, type }: Competition): HomeAway<Competitor> {
  const home = competitors.find((side) => side.homeAway === 'home');
  const away = competitors.find((side) => side.homeAway === 'away');
  if (!home || !away) throw new NotAGame('competitors: not one home and one away');
  const teams = [home.team, away.team];
  if (teams.some((team) => team.id.startsWith('-') || team.abbreviation === 'TBD')) {
    throw new NotAGame('a team is to be determined');
  }
  if (type?.abbreviation === 'ALLSTAR' || teams.every((team) => allStars.has(team.abbreviation))) {
    throw new NotAGame('an all-star game');
  }
  if (home.team.id === away.team.id) throw new NotAGame('competitors: a team against itself');
  return { home, away };
}

function readTeam(sport: Sport, { team, curatedRank }: Competitor): FeedTeam {
  const rank = sportRules[sport].hasRanks ? (curatedRank?.current ?? 0) : 0;
  return {
    id: team.id,
    abbreviation: team.abbreviation,
    city: team.location,
    name: team.name ?? team.displayName, // Washington had no name in 2021
    color: team.color ?? null,
    alternateColor: team.alternateColor ?? null,
    rank: rank >= 1 && rank <= 25 ? rank : null,
  };
}

function readScore(side: Competitor): number {
  const read = score.safeParse(side.score);
  if (!read.success) throw new NotAGame(`${side.homeAway} score: not a whole number from 0 to 300`);
  return read.data;
}

/**
 * The score that bets are graded on. Soccer counts 90 minutes with stoppage: after extra time the goals are counted one
 * by one, and the result is null if they do not add up. In all other cases it is the score itself.
 */
function countedScore(
  sport: Sport,
  { status, details }: Competition,
  { home, away }: HomeAway<Competitor>,
  points: HomeAway<number>,
): HomeAway<number> | null {
  const { countsOvertime, regulationPeriods } = sportRules[sport];
  const beyond90 = /_(AET|PEN)$/.test(status.type.name) || (status.period ?? 0) > regulationPeriods;
  if (countsOvertime || !beyond90) return points;
  return scoreAfter90(Array.isArray(details) ? details : [], { home: home.team.id, away: away.team.id }, points);
}

/**
 * Whether the periods of a final allow grading. Football, basketball and hockey need every period. A baseball game may
 * end early; its half-innings then decide which bets stand, so the line scores must agree with the inning.
 */
function playedOut(sport: Sport, period: number, home: Competitor, away: Competitor): boolean {
  const { finalNeeds, regulationPeriods } = sportRules[sport];
  if (finalNeeds === 'any-period') return true;
  if (finalNeeds === 'all-periods') return period >= regulationPeriods;
  return period > 0 && innings(away) === period && (innings(home) === period || innings(home) === period - 1);
}

function innings(side: Competitor): number {
  return side.linescores?.length ?? 0;
}
