import { addDays, type EasternDay, easternDay, startOfDay } from '#shared/domain/eastern.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { FeedAnswer, FeedGame } from '../games/feed-answer.ts';
import type { Feed } from './feed.ts';
import { hash } from './simulation/chance.ts';
import { denseCalendar } from './simulation/dense.ts';
import type { Fixture } from './simulation/fixture.ts';
import { gameReader } from './simulation/game.ts';
import { leagues, leaguesIn } from './simulation/leagues.ts';
import { ordinaryCalendar } from './simulation/ordinary.ts';

/** Half a day of the season: how far before and after `now` a slate above speed 1 reaches. */
const slateMs = 12 * 3_600_000;
/** How long after its planned start a game may still be under way: a postponed one is played a day later. */
const longestMs = 36 * 3_600_000;
/** Every answer has the games of so long: until then bets on a game that is not played wait for their limit (house rules). */
const awaitedMs = 96 * 3_600_000;
const dayMs = 24 * 3_600_000;
/** Ours: of a day's games that are over, so many come with one answer, others after a while. */
const pageGames = 60;
const pageHoldsMs = 10_000;

/** Slot 0 of the compressed calendar, the same in every process. */
const defaultEpoch = new Date('2026-01-01T05:00:00Z');

export type Season = Feed & {
  /** One game as it stands at `now`, whatever its age; null where the season has no such game. */
  gameAt(id: string, now: Date): FeedGame | null;
  /** The games of a sport that are planned to start from one instant up to another, as they stand at `now`. */
  plannedBetween(sport: Sport, from: Date, to: Date, now: Date): FeedGame[];
};

type SeasonOptions = {
  seed: number;
  /** A whole number: 1 is real time, 60 plays a game of football in about three minutes. */
  speed: number;
  /** What its games' ids begin with; another one is never pulled as this one. */
  name?: string;
  epoch?: Date;
};

/**
 * A season that nobody plays: real leagues and teams, games by chance. Nothing is stored; seed and time alone say how
 * every game stands, so that restarts and other processes agree.
 *
 * At speed 1 it keeps to each sport's own months. Above, the calendar is pressed together with the games: in every
 * sport a game is always live, one is about to start and several are over. Starts are real instants, so that an Eastern
 * day holds hundreds of games; `slateSpan` says which of them make today's slate.
 */
export function createSeason({ seed, speed, name = 'season', epoch = defaultEpoch }: SeasonOptions): Season {
  const isDense = speed > 1;
  const calendar = isDense ? denseCalendar(seed, speed, epoch) : ordinaryCalendar(seed);
  const read = gameReader(name, seed, speed, calendar);
  const pattern = new RegExp(`^${name}:([a-z]+)-${speed}-${seed}-(-?\\d+)(x?)$`);

  function planned(sport: Sport, from: number, to: number): Fixture[] {
    return leaguesIn(sport).flatMap((league) => calendar.fixtures(league, new Date(from), new Date(to)));
  }

  /** Games that start between two instants as it is known at `now`, and those planned earlier that are still going on. */
  function around(sport: Sport, from: number, to: number, now: Date): FeedGame[] {
    return planned(sport, from - longestMs / speed, to)
      .map((fixture) => read(fixture, now))
      .filter(({ startsAt, status }) => startsAt.getTime() >= from || status === 'live' || status === 'suspended');
  }

  /** A part of the games planned between two instants: which one is the turn of the moment. */
  function page(sport: Sport, from: number, to: number, now: Date): FeedGame[] {
    const pageMs = (pageGames * dayMs) / gamesADay / speed;
    const pages = Math.ceil((to - from) / pageMs);
    const turn = hash(`page ${sport} ${from} ${Math.floor(now.getTime() / pageHoldsMs)}`) % pages;
    const start = from + turn * pageMs;
    return planned(sport, start, Math.min(start + pageMs, to)).map((fixture) => read(fixture, now));
  }

  function currentWeek(sport: Sport, now: Date): FeedAnswer['currentWeek'] {
    if (sport !== 'NFL' && sport !== 'CFB') return null;
    // Above speed 1 the week of the latest start; at 1 the week of the next one, the morning after the last.
    const [from, to] = isDense ? [-slateMs / speed, 0] : [-dayMs / 2, 366 * dayMs];
    const known = planned(sport, now.getTime() + from, now.getTime() + to).filter(({ isExtra }) => !isExtra);
    const at = isDense ? known.at(-1) : known[0];
    return at?.week ? { week: at.week, season: at.season, seasonType: at.seasonType } : null;
  }

  function ordinarySlate(sport: Sport, now: Date, week: FeedAnswer['currentWeek']): FeedGame[] {
    const [first, after] = week ? [-7, 14] : sport === 'Soccer' ? [-1, 8] : [-1, 2];
    const startOf = (days: number) => startOfDay(addDays(easternDay(now), days)).getTime();
    const games = planned(sport, startOf(first), startOf(after)).map((fixture) => read(fixture, now));
    return week ? games.filter((game) => game.week === week.week && game.season === week.season) : games;
  }

  function fixtureOf(id: string): Fixture | null {
    const [, slug, number, extra] = pattern.exec(id) ?? [];
    const league = leagues.find((candidate) => candidate.slug === slug);
    return league ? calendar.fixture(league, Number(number), extra === 'x') : null;
  }

  /** The answer about a whole day: a game that its page leaves out is still one that the season has. */
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
      const moving = recent < until ? around(sport, recent, until, now) : [];
      const over = recent > from ? page(sport, from, Math.min(to, recent), now) : [];
      return wholeDay([...over, ...moving], from, to);
    },
    gameAt(id, now) {
      const fixture = fixtureOf(id);
      return fixture ? read(fixture, now) : null;
    },
    plannedBetween: (sport, from, to, now) =>
      planned(sport, from.getTime(), to.getTime()).map((fixture) => read(fixture, now)),
  };
}

/** Games a day of the compressed calendar in each sport, but for the extra ones. */
const gamesADay = 15;

/**
 * From when to when the games of today's slate start: with simulated games above speed 1 half a day of their season to
 * each side of `now`. Null at speed 1, where the slate is that of real games.
 */
export function slateSpan(now: Date, speed: number): { from: Date; to: Date } | null {
  if (speed <= 1) return null;
  const reach = slateMs / speed;
  return { from: new Date(now.getTime() - reach), to: new Date(now.getTime() + reach) };
}

function answer(found: readonly FeedGame[], currentWeek: FeedAnswer['currentWeek']): FeedAnswer {
  const games = [...new Map(found.map((game) => [game.id, game])).values()];
  return { games, quarantined: [], unknownStatuses: [], currentWeek };
}
