import { addDays, type EasternDay, easternDay, startOfDay } from '#shared/domain/eastern.ts';
import { playsInWeeks, type Sport, sportRules } from '#shared/domain/sport.ts';
import { answerOf, type FeedAnswer, type FeedGame } from '../games/feed-answer.ts';
import type { Feed } from './feed.ts';
import { hash } from './simulation/chance.ts';
import { denseCalendar } from './simulation/dense.ts';
import type { Fixture } from './simulation/fixture.ts';
import { gameReader } from './simulation/game.ts';
import { gameIds } from './simulation/game-id.ts';
import { leagues, leaguesIn } from './simulation/leagues.ts';
import { ordinaryCalendar } from './simulation/ordinary.ts';

/** How far before and after `now` a slate above speed 1 reaches, in simulated time. */
const slateMs = 12 * 3_600_000;
/**
 * How long after its planned start a game may still be under way, in simulated time: a postponed game starts a day
 * later.
 */
const longestMs = 36 * 3_600_000;
/**
 * Every answer about a day has the games that started within this simulated time. Bets on a game that is not played
 * wait that long for the limit of their sport. Source: `docs/house-rules.md#postponed-and-not-played`.
 */
const awaitedMs = 96 * 3_600_000;
const dayMs = 24 * 3_600_000;
/** Chosen: an answer has one page of about 60 finished games of a day, and another page every 10 s of real time. */
const pageGames = 60;
const pageRotationMs = 10_000;

/** The beginning of slot 0 of the compressed calendar; the same in every process. */
const defaultEpoch = new Date('2026-01-01T05:00:00Z');

export type Simulation = Feed & {
  /** One game in its state at `now`, however old; null if the simulation has no such game. */
  gameAt(id: string, now: Date): FeedGame | null;
  /** The games of a sport with a planned start from one instant up to another, in their state at `now`. */
  plannedBetween(sport: Sport, from: Date, to: Date, now: Date): FeedGame[];
};

type SimulationOptions = {
  seed: number;
  /** A whole number: 1 is real time; at 60 a game of football takes about three minutes. */
  speed: number;
  /** The prefix of its games' ids; a feed with another name has none of its games. */
  name?: string;
  epoch?: Date;
};

/**
 * A feed of simulated games between real teams of real leagues. It stores nothing: seed and time alone determine the
 * state of every game, so restarts and other processes agree.
 *
 * At speed 1 each sport plays in its own months. Above 1 the calendar is compressed together with the games: in every
 * sport one game is always live, one is about to start and several are over. Starts are real instants, so an Eastern
 * day has hundreds of games; `slateSpan` limits today's slate.
 */
export function createSimulation({
  seed,
  speed,
  name = 'season',
  epoch = defaultEpoch,
}: SimulationOptions): Simulation {
  const isDense = speed > 1;
  const calendar = isDense ? denseCalendar(seed, speed, epoch) : ordinaryCalendar(seed);
  const ids = gameIds(name, seed, speed);
  const read = gameReader(ids.of, seed, speed, calendar);

  function planned(sport: Sport, from: number, to: number): Fixture[] {
    return leaguesIn(sport).flatMap((league) => calendar.fixtures(league, new Date(from), new Date(to)));
  }

  /** Games whose start, as known at `now`, is between two instants, and earlier games that are still going on. */
  function around(sport: Sport, from: number, to: number, now: Date): FeedGame[] {
    return planned(sport, from - longestMs / speed, to)
      .map((fixture) => read(fixture, now))
      .filter(({ startsAt, status }) => startsAt.getTime() >= from || status === 'live' || status === 'suspended');
  }

  /** One page of the games planned between two instants. `now` selects the page. */
  function page(sport: Sport, from: number, to: number, now: Date): FeedGame[] {
    const pageMs = (pageGames * dayMs) / gamesADay / speed;
    const pages = Math.ceil((to - from) / pageMs);
    const index = hash(`page ${sport} ${from} ${Math.floor(now.getTime() / pageRotationMs)}`) % pages;
    const start = from + index * pageMs;
    return planned(sport, start, Math.min(start + pageMs, to)).map((fixture) => read(fixture, now));
  }

  function currentWeek(sport: Sport, now: Date): FeedAnswer['currentWeek'] {
    if (!playsInWeeks(sport)) return null;
    // Above speed 1 the week of the latest start. At 1 the week of the next start, from half a day after the last one.
    const [from, to] = isDense ? [-slateMs / speed, 0] : [-dayMs / 2, 366 * dayMs];
    const known = planned(sport, now.getTime() + from, now.getTime() + to).filter(({ isExtra }) => !isExtra);
    const at = isDense ? known.at(-1) : known[0];
    return at?.week ? { week: at.week, season: at.season, seasonType: at.seasonType } : null;
  }

  function ordinarySlate(sport: Sport, now: Date, week: FeedAnswer['currentWeek']): FeedGame[] {
    const [first, after] = week ? [-7, 14] : sportRules[sport].slate === 'next-7-days' ? [-1, 8] : [-1, 2];
    const startOf = (days: number) => startOfDay(addDays(easternDay(now), days)).getTime();
    const games = planned(sport, startOf(first), startOf(after)).map((fixture) => read(fixture, now));
    return week ? games.filter((game) => game.week === week.week && game.season === week.season) : games;
  }

  function fixtureOf(id: string): Fixture | null {
    const named = ids.read(id);
    const league = leagues.find(({ slug }) => slug === named?.slug);
    return named && league ? calendar.fixture(league, named.number, named.isExtra) : null;
  }

  /** The answer about a whole day. `hasGame` knows the games that the page leaves out as well. */
  function wholeDay(games: readonly FeedGame[], from: number, to: number): FeedAnswer {
    const hasGame = (id: string) => fixtureOf(id) !== null;
    return { ...answer(games, null), complete: { from: new Date(from), to: new Date(to) }, hasGame };
  }

  return {
    name,
    speed,
    async slate(sport, now) {
      const week = currentWeek(sport, now);
      const reach = slateMs / speed;
      const games = isDense
        ? around(sport, now.getTime() - reach, now.getTime() + reach, now)
        : ordinarySlate(sport, now, week);
      return answer(games, week);
    },
    async day(sport, day: EasternDay, now) {
      const [from, to] = [startOfDay(day).getTime(), startOfDay(addDays(day, 1)).getTime()];
      if (!isDense) {
        const games = planned(sport, from, to).map((fixture) => read(fixture, now));
        return wholeDay(games, from, to);
      }
      const until = Math.min(to, now.getTime() + slateMs / speed);
      const recent = Math.max(from, now.getTime() - awaitedMs / speed);
      const active = recent < until ? around(sport, recent, until, now) : [];
      const over = recent > from ? page(sport, from, Math.min(to, recent), now) : [];
      return wholeDay([...over, ...active], from, to);
    },
    gameAt(id, now) {
      const fixture = fixtureOf(id);
      return fixture ? read(fixture, now) : null;
    },
    plannedBetween: (sport, from, to, now) =>
      planned(sport, from.getTime(), to.getTime()).map((fixture) => read(fixture, now)),
  };
}

/** Regular games of each sport in a simulated day of the compressed calendar. */
const gamesADay = 15;

/**
 * The span of starts of today's slate above speed 1: half a simulated day before and after `now`. Null at speed 1,
 * where the slate is as with real games.
 */
export function slateSpan(now: Date, speed: number): { from: Date; to: Date } | null {
  if (speed <= 1) return null;
  const reach = slateMs / speed;
  return { from: new Date(now.getTime() - reach), to: new Date(now.getTime() + reach) };
}

function answer(found: readonly FeedGame[], currentWeek: FeedAnswer['currentWeek']): FeedAnswer {
  const games = [...new Map(found.map((game) => [game.id, game])).values()];
  return answerOf(games, { currentWeek });
}
