import type { Sport } from '#shared/domain/sport.ts';
import { type Feed, FeedFailure } from '../feed/feed.ts';
import { answerOf } from '../games/feed-answer.ts';
import { easternDate, easternInstant } from '../oracle/eastern-time.ts';
import { gameOf } from '../oracle/feed-games.ts';
import { advanceFixture, type Chance, drawSchedule, type Entry, entriesOf, type Fixture } from '../oracle/schedule.ts';

const day = 24 * 3_600_000;
/** The slate has the games of so many days from yesterday on. */
const slateDays = 9;

export type SeasonFeed = Feed & {
  /** The games of the season so far. */
  fixtures: Fixture[];
  /** Lets time pass until `now`, and draws the answers of the next polls: true ones, wrong ones, or none. */
  advance(now: number): string[];
  /** Whether it answers polls at all. */
  isWell(): boolean;
};

/** The feed of a season: `games` a week, on six evenings, with the faults and events of the oracle's schedules. */
export function seasonFeed(chance: Chance, from: number, plan: { weeks: number; games: number }): SeasonFeed {
  let drawnUntil = from;
  let drawn = 0;
  const fixtures: Fixture[] = [];
  let entries: Entry[] = [];
  let mood: 'well' | 'down' | 'busy' | 'garbage' = 'well';
  const half = Math.ceil(plan.games / 2);

  const answer = (sport: Sport, fromDate: number, days: number) => {
    if (mood === 'down') throw new FeedFailure('down');
    if (mood === 'busy') throw new FeedFailure('busy', { retryAfterMs: 120_000 });
    if (mood === 'garbage') throw new SyntaxError('no JSON');
    const span = { from: easternInstant(fromDate, '00:00'), to: easternInstant(fromDate + days * day, '00:00') };
    const shown = entries.filter(
      ({ snapshot: { sport: its, startsAt } }) => its === sport && startsAt >= span.from && startsAt < span.to,
    );
    const complete = { from: new Date(span.from), to: new Date(span.to) };
    return answerOf(shown.map(gameOf), { complete });
  };
  const feed: SeasonFeed = {
    name: 'espn',
    speed: 1,
    fixtures,
    isWell: () => mood === 'well',
    slate: async (sport, now) => answer(sport, easternDate(now.getTime()) - day, slateDays),
    day: async (sport, date) => answer(sport, Date.parse(`${date}T00:00:00Z`), 1),
    advance: (now) => {
      while (drawnUntil < now + 5 * day && drawnUntil < from + plan.weeks * 7 * day) {
        fixtures.push(...drawSchedule(chance, drawnUntil, half, drawn));
        drawn += half;
        drawnUntil += 3.5 * day;
      }
      const happened = fixtures.flatMap((fixture) =>
        advanceFixture(chance, fixture, now).map((what) => `${fixture.id} ${what}`),
      );
      entries = fixtures.flatMap((fixture) => {
        const [fault, found] = entriesOf(chance, fixture, now);
        if (fault) happened.push(`${fixture.id} ${fault}`);
        return found;
      });
      mood = chance.is(0.94) ? 'well' : chance.pick(['down', 'busy', 'garbage']);
      if (mood !== 'well') happened.push(`the feed is ${mood}`);
      return happened;
    },
  };
  return feed;
}
