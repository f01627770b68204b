import type { Logger } from 'pino';
import { addDays, type EasternDay, easternDay } from '#shared/domain/eastern.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { type EspnLeague, leaguesOf, playsInWeeks, scoreboardPath } from './espn-leagues.ts';
import { readScoreboard, type Scoreboard } from './espn-scoreboard.ts';
import { type Feed, type FeedAnswer, FeedFailure, type FeedGame } from './feed.ts';
import { type Fetch, fetchJson } from './fetch-json.ts';

type Params = Record<string, string>;
type Pull = { league: EspnLeague; params: Params };

/** All of the first division, and its opponents from others; without it only the best known games come. Source: feeds A.2. */
const allOfCfb = '80';
/** Above any slate: a Saturday of college football has about 130 games. */
const limit = 300;
const seasonTypeNumbers = { preseason: '1', regular: '2', postseason: '3' };

/**
 * ESPN's public scoreboards as a `Feed`.
 *
 * A slate is put together from several answers (days, competitions). One that fails does not lose the others: it is
 * listed among the quarantined with its reason. Only when all fail is it a `FeedFailure`.
 */
export function createEspnFeed({
  baseUrl,
  fetch = globalThis.fetch,
  timeoutMs = 8_000, // hardening E1
  log,
}: {
  baseUrl: string;
  fetch?: Fetch;
  timeoutMs?: number;
  log: Pick<Logger, 'warn'>;
}): Feed {
  const reported = new Set<string>();

  async function pull({ league, params }: Pull): Promise<Scoreboard> {
    const url = new URL(scoreboardPath(league), baseUrl);
    const groups: Params = league.sport === 'CFB' ? { groups: allOfCfb } : {};
    url.search = new URLSearchParams({ ...params, ...groups, limit: String(limit) }).toString();
    try {
      const answer = readScoreboard(league.sport, league.competition, await fetchJson(fetch, url, timeoutMs));
      for (const word of answer.unknownStatuses) {
        if (!reported.has(word)) log.warn({ league: league.slug, word }, 'ESPN sent a status that is not known');
        reported.add(word);
      }
      return answer;
    } catch (cause) {
      if (!(cause instanceof FeedFailure)) throw cause;
      throw new FeedFailure(`${league.slug} ${params.dates ?? ''}: ${cause.message}`.replace(' :', ':'), { cause });
    }
  }

  async function gather(pulls: readonly Pull[]): Promise<FeedAnswer> {
    const results = await Promise.allSettled(pulls.map(pull));
    const answers: FeedAnswer[] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [failureOf(result.reason)] : []));
    const [failure] = failures;
    if (failure && answers.length === 0) throw failure;
    for (const { message } of failures) log.warn({ reason: message }, 'ESPN answered only in part');
    return merge([...answers, failedPart(failures)]);
  }

  /** The calendar's week. The answer without a date tells which it is, and mostly brings all of it. */
  async function week(league: EspnLeague): Promise<FeedAnswer> {
    const first = await pull({ league, params: {} });
    const { currentWeek } = first;
    if (!currentWeek?.seasonType || isWhole(league, first)) return merge([first]);
    const { season, seasonType, week: number } = currentWeek;
    const params = { dates: String(season), seasontype: seasonTypeNumbers[seasonType], week: String(number) };
    try {
      return merge([await pull({ league, params }), first]);
    } catch (cause) {
      return merge([first, failedPart([failureOf(cause)])]);
    }
  }

  return {
    name: 'espn',
    async slate(sport, now) {
      const leagues = leaguesOf(sport);
      if (playsInWeeks(sport)) return merge(await Promise.all(leagues.map(week)));
      const today = easternDay(now);
      const dates =
        sport === 'Soccer'
          ? [`${compact(addDays(today, -1))}-${compact(addDays(today, 7))}`]
          : [-1, 0, 1].map((days) => compact(addDays(today, days)));
      return gather(leagues.flatMap((league) => dates.map((dates) => ({ league, params: { dates } }))));
    },
    async day(sport: Sport, day: EasternDay) {
      return gather(leaguesOf(sport).map((league) => ({ league, params: { dates: compact(day) } })));
    },
  };
}

/** Whether an answer without a date can be taken as the whole current week. */
function isWhole(league: EspnLeague, { games, quarantined, groups, currentWeek }: Scoreboard): boolean {
  const ofThisWeek = (game: FeedGame) =>
    game.week === currentWeek?.week && game.season === currentWeek.season && game.seasonType === currentWeek.seasonType;
  return (
    games.length + quarantined.length < limit &&
    games.every(ofThisWeek) &&
    (league.sport !== 'CFB' || groups.includes(allOfCfb))
  );
}

/** Several answers as one; a game that is in more than one counts once, as the first has it. */
function merge(answers: readonly FeedAnswer[]): FeedAnswer {
  const games = new Map<string, FeedGame>();
  for (const game of answers.flatMap((answer) => answer.games)) if (!games.has(game.id)) games.set(game.id, game);
  return {
    games: [...games.values()],
    quarantined: answers.flatMap((answer) => answer.quarantined),
    unknownStatuses: [...new Set(answers.flatMap((answer) => answer.unknownStatuses))],
    currentWeek: answers.find((answer) => answer.currentWeek)?.currentWeek ?? null,
  };
}

function failedPart(failures: readonly FeedFailure[]): FeedAnswer {
  const quarantined = failures.map(({ message }) => ({ eventId: null, reason: message }));
  return { games: [], quarantined, unknownStatuses: [], currentWeek: null };
}

function failureOf(cause: unknown): FeedFailure {
  if (cause instanceof FeedFailure) return cause;
  throw cause;
}

/** 'YYYYMMDD', as ESPN writes an Eastern day. */
function compact(day: EasternDay): string {
  return day.replaceAll('-', '');
}
