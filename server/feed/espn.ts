import { addDays, type EasternDay, easternDay, startOfDay } from '#shared/domain/eastern.ts';
import { playsInWeeks, sportRules } from '#shared/domain/sport.ts';
import { answerOf, type FeedAnswer } from '../games/feed-answer.ts';
import { distinct } from './distinct.ts';
import { weekAt } from './espn-calendar.ts';
import { type EspnLeague, leaguesOf, scoreboardPath } from './espn-leagues.ts';
import { readScoreboard, type Scoreboard } from './espn-scoreboard.ts';
import { type Feed, FeedFailure } from './feed.ts';
import { type Fetch, fetchJson, type Timeouts, usualTimeouts } from './fetch-json.ts';
import { mergedRawEvents } from './read-event.ts';

type Params = Record<string, string>;
type ScoreboardRequest = { league: EspnLeague; params: Params };
/** The answers of several requests, and the failures of the others. */
type Attempt = { answers: Scoreboard[]; failures: FeedFailure[] };
type CurrentWeek = NonNullable<FeedAnswer['currentWeek']>;

/**
 * ESPN's group of all games of the first division; without it only some are listed. Source: `docs/feeds.md#requests`.
 */
const allOfCfb = '80';
/** More than any slate has: a Saturday of college football has about 130 games. */
const limit = 300;
const seasonTypeNumbers = { preseason: '1', regular: '2', postseason: '3' };

/**
 * ESPN's public scoreboards as a `Feed`.
 *
 * A slate is merged from several answers (days, competitions). A failed answer is listed among the quarantined with its
 * reason, and the others are still used. `FeedFailure` is thrown only when all of them fail.
 */
export function createEspnFeed({
  baseUrl,
  fetch = globalThis.fetch,
  timeouts = usualTimeouts,
}: {
  baseUrl: string;
  fetch?: Fetch;
  timeouts?: Timeouts;
}): Feed {
  async function request({ league, params }: ScoreboardRequest, stop?: AbortSignal): Promise<Scoreboard> {
    const url = new URL(scoreboardPath(league), baseUrl);
    const groups: Params = league.sport === 'CFB' ? { groups: allOfCfb } : {};
    url.search = new URLSearchParams({ ...params, ...groups, limit: String(limit) }).toString();
    try {
      return readScoreboard(league.sport, league.competition, await fetchJson(fetch, url, timeouts, stop));
    } catch (cause) {
      if (!(cause instanceof FeedFailure)) throw cause;
      const { message, retryAfterMs } = cause;
      throw new FeedFailure(`${league.slug} ${params.dates ?? ''}: ${message}`.replace(' :', ':'), {
        cause,
        retryAfterMs,
      });
    }
  }

  async function attempt(requests: readonly ScoreboardRequest[], stop?: AbortSignal): Promise<Attempt> {
    const results = await Promise.allSettled(requests.map((one) => request(one, stop)));
    return {
      answers: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
      failures: results.flatMap((result) => (result.status === 'rejected' ? [failureOf(result.reason)] : [])),
    };
  }

  async function gather(requests: readonly ScoreboardRequest[], stop?: AbortSignal): Promise<FeedAnswer> {
    const { answers, failures } = await attempt(requests, stop);
    const failure = longestRetryAfter(failures);
    if (failure && answers.length === 0) throw failure;
    return merge([...answers, failedPart(failures)]);
  }

  /**
   * The slate of the current week. The answer without a date names the week, at its top or in its calendar, and mostly
   * has all of its games. Between two seasons the current week is the first one of the coming season.
   */
  async function week(league: EspnLeague, now: Date, stop?: AbortSignal): Promise<FeedAnswer> {
    const first = await request({ league, params: {} }, stop);
    const named = weekOfScoreboard(first, now);
    const opening = await attempt(named ? [] : openingRequests(league, first), stop);
    const currentWeek = named ?? openingWeek(opening, now);
    const known = [...opening.answers, first];
    const isKnown = !currentWeek || known.some((answer) => isWhole(league, answer, currentWeek));
    const rest = await attempt(isKnown ? [] : weekRequests(league, currentWeek, known), stop);
    const failed = failedPart([...opening.failures, ...rest.failures]);
    return { ...merge([...rest.answers, ...known, failed]), currentWeek };
  }

  return {
    name: 'espn',
    speed: 1,
    async slate(sport, now, stop) {
      const leagues = leaguesOf(sport);
      if (playsInWeeks(sport)) return merge(await Promise.all(leagues.map((league) => week(league, now, stop))));
      const today = easternDay(now);
      const dates =
        sportRules[sport].slate === 'next-7-days'
          ? [`${compact(addDays(today, -1))}-${compact(addDays(today, 7))}`]
          : [-1, 0, 1].map((days) => compact(addDays(today, days)));
      return gather(
        leagues.flatMap((league) => dates.map((dates) => ({ league, params: { dates } }))),
        stop,
      );
    },
    async day(sport, day, _now, stop) {
      const requests = leaguesOf(sport).map((league) => ({ league, params: { dates: compact(day) } }));
      const answer = await gather(requests, stop);
      return { ...answer, complete: { from: startOfDay(day), to: startOfDay(addDays(day, 1)) } };
    },
  };
}

/** The week at the top of a scoreboard; from its calendar if the top names none, or none with games that count. */
function weekOfScoreboard({ currentWeek, calendar }: Scoreboard, now: Date): CurrentWeek | null {
  const isListed = currentWeek && calendar.some((listed) => isSameWeek(listed, currentWeek));
  return isListed || calendar.length === 0 ? currentWeek : weekAt(calendar, now);
}

/** The requests for the first week of the season that follows the season of a scoreboard's calendar. */
function openingRequests(league: EspnLeague, { calendar }: Scoreboard): ScoreboardRequest[] {
  const [played] = calendar;
  if (!played) return [];
  const seasonType = league.slug === 'nfl' ? 'preseason' : 'regular';
  return weekRequests(league, { season: played.season + 1, seasonType, week: 1 }, []);
}

/** The next week by the answer about the coming season; null without an answer, or if the answer has no week. */
function openingWeek({ answers: [answer] }: Attempt, now: Date): CurrentWeek | null {
  const [game] = answer?.games ?? [];
  const ofGame = game?.week ? { week: game.week, season: game.season, seasonType: game.seasonType } : null;
  return answer ? (weekAt(answer.calendar, now) ?? ofGame) : null;
}

/** The requests for a week: several where ESPN has divided the week into several numbers. */
function weekRequests(league: EspnLeague, week: CurrentWeek, answers: readonly Scoreboard[]): ScoreboardRequest[] {
  const seasontype = seasonTypeNumbers[week.seasonType ?? 'regular'];
  return numbersOf(week, answers).map((number) => ({
    league,
    params: { dates: String(week.season), seasontype, week: String(number) },
  }));
}

function numbersOf(week: CurrentWeek, answers: readonly Scoreboard[]): number[] {
  const listed = answers.flatMap(({ calendar }) => calendar.filter((entry) => isSameWeek(entry, week)));
  return listed.length > 0 ? [...new Set(listed.map((entry) => entry.number))] : [week.week];
}

type Numbered = { seasonType: CurrentWeek['seasonType']; week: number | null };

function isSameWeek(a: Numbered, b: Numbered): boolean {
  return a.seasonType === b.seasonType && a.week === b.week;
}

/** Whether an answer has all games of the week. */
function isWhole(league: EspnLeague, answer: Scoreboard, week: CurrentWeek): boolean {
  const { games, quarantined, groups } = answer;
  const count = games.length + quarantined.length;
  return (
    count > 0 &&
    count < limit &&
    games.every((game) => game.season === week.season && isSameWeek(game, week)) &&
    numbersOf(week, [answer]).length === 1 &&
    (league.sport !== 'CFB' || groups.includes(allOfCfb))
  );
}

function merge(answers: readonly FeedAnswer[]): FeedAnswer {
  const retryAfterMs = Math.max(0, ...answers.map((answer) => answer.retryAfterMs ?? 0));
  return {
    games: distinct(answers.flatMap((answer) => answer.games)),
    quarantined: answers.flatMap((answer) => answer.quarantined),
    unknownStatuses: [...new Set(answers.flatMap((answer) => answer.unknownStatuses))],
    rawEvents: mergedRawEvents(answers.flatMap(({ rawEvents }) => rawEvents ?? [])),
    currentWeek: answers.find((answer) => answer.currentWeek)?.currentWeek ?? null,
    ...(retryAfterMs > 0 && { retryAfterMs }),
  };
}

function failedPart(failures: readonly FeedFailure[]): FeedAnswer {
  const quarantined = failures.map(({ message }) => ({ eventId: null, reason: message }));
  const retryAfterMs = longestRetryAfter(failures)?.retryAfterMs;
  return answerOf([], { quarantined, ...(retryAfterMs && { retryAfterMs }) });
}

/** The failure with the longest Retry-After, else the first failure; null without failures. */
function longestRetryAfter([first, ...others]: readonly FeedFailure[]): FeedFailure | null {
  if (!first) return null;
  return others.reduce((most, other) => ((other.retryAfterMs ?? 0) > (most.retryAfterMs ?? 0) ? other : most), first);
}

function failureOf(cause: unknown): FeedFailure {
  if (cause instanceof FeedFailure) return cause;
  throw cause;
}

/** 'YYYYMMDD', as ESPN writes an Eastern day. */
function compact(day: EasternDay): string {
  return day.replaceAll('-', '');
}
