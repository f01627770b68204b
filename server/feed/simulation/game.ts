import type { Quote } from '#shared/domain/market.ts';
import type { GameStatus } from '#shared/domain/phase.ts';
import type { FeedGame } from '../../games/feed-answer.ts';
import { Chance } from './chance.ts';
import {
  type Course,
  type Expected,
  type GameState,
  gameStateAt,
  lengthOf,
  otherSide,
  pointsOf,
  type Side,
} from './course.ts';
import { type Calendar, type Fixture, wordsOf } from './fixture.ts';
import { quoteOf } from './quote.ts';
import { expectedAt, rankOf } from './strength.ts';

/** When mishaps show, in minutes of the season. */
const latestOddsMinutes = 90;
const announcedMinutes = 180;
const postponedForMinutes = 24 * 60;
const redatedAfterMinutes = 120;
/** Of all results, those that are corrected later. */
const correctionChance = 0.015;
const coursesKept = 1_000;

/** A course, and what chance does to it. */
type Run = {
  course: Course;
  /** How long before its planned start a game that is called off is. */
  calledOffBefore: number;
  /** After `at` minutes of play it stands still for `minutes`; null where it does not. */
  pause: { at: number; minutes: number } | null;
  /** Points too many that the first result gives a side, and how long; null where it is right. */
  mistake: { side: Side; points: number; minutes: number } | null;
  /** The quote by what was expected last, which changes only a few times before the start. */
  quoted: { expected: Expected; quote: Quote } | null;
};

/** Reads fixtures of a calendar at any time. What it keeps only saves work: the same fixture and time give the same game. */
export function gameReader(feed: string, seed: number, speed: number, calendar: Calendar) {
  const runs = new Map<string, Run>();

  function runOf(fixture: Fixture): Run {
    const words = wordsOf(seed, fixture);
    const known = runs.get(words);
    if (known) return known;
    const run = newRun(fixture, words);
    if (runs.size >= coursesKept) runs.clear();
    runs.set(words, run);
    return run;
  }

  function newRun(fixture: Fixture, words: string): Run {
    const { league, mishap, isDecider } = fixture;
    const expected = expectedAt(seed, fixture, 0, calendar.quotedMinutes);
    const played = league.model.play(expected, new Chance(`course ${words}`), isDecider);
    const chance = new Chance(`mishap ${words}`);
    const course = mishap === 'called-early' ? calledEarly(played, chance) : played;
    return {
      course,
      calledOffBefore: chance.between(20, 150),
      pause:
        mishap === 'suspended'
          ? { at: lengthOf(course) * chance.between(0.3, 0.7), minutes: chance.between(60, 180) }
          : null,
      mistake: chance.happens(correctionChance) ? mistakeIn(fixture, course, chance) : null,
      quoted: null,
    };
  }

  /** When a game starts as it is known at `now`, and what has become of it apart from play. */
  function fateAt(fixture: Fixture, now: Date): { startsAt: Date; off: GameStatus | null } {
    const { plannedAt, mishap, league } = fixture;
    const minutes = ((now.getTime() - plannedAt.getTime()) * speed) / 60_000;
    const { calledOffBefore } = runOf(fixture);
    if ((mishap !== 'postponed' && mishap !== 'canceled') || minutes < -calledOffBefore) {
      return { startsAt: plannedAt, off: null };
    }
    // Only soccer plays a postponed game under its old id. Source: house rules.
    const isRedated = mishap === 'postponed' && league.sport === 'Soccer';
    if (!isRedated || minutes < redatedAfterMinutes - calledOffBefore) return { startsAt: plannedAt, off: mishap };
    return { startsAt: new Date(plannedAt.getTime() + (postponedForMinutes * 60_000) / speed), off: null };
  }

  function quoteFor(fixture: Fixture, run: Run, minutes: number): Quote {
    const { league } = fixture;
    const expected = expectedAt(seed, fixture, -minutes, calendar.quotedMinutes);
    const known = run.quoted;
    if (known && known.expected.home === expected.home && known.expected.away === expected.away) return known.quote;
    const quote = quoteOf(league.sport, league.model.outcomes(expected));
    run.quoted = { expected, quote };
    return quote;
  }

  /** The game as the feed tells it at `now`. */
  return function gameAt(fixture: Fixture, now: Date): FeedGame {
    const { league, mishap } = fixture;
    const { sport, competition } = league;
    const { startsAt, off } = fateAt(fixture, now);
    const minutes = ((now.getTime() - startsAt.getTime()) * speed) / 60_000;
    const run = runOf(fixture);
    const play = off === null && minutes >= 0 ? playAt(run, minutes) : null;
    const startKnown = mishap !== 'time-unknown' || minutes >= -announcedMinutes;
    const quotedMinutes = mishap === 'late-odds' ? latestOddsMinutes : calendar.quotedMinutes;
    const isQuoted = off === null && !play && startKnown && minutes >= -quotedMinutes;
    return {
      id: `${feed}:${gameNumberOf(seed, speed, fixture)}`,
      sport,
      competition,
      season: fixture.season,
      seasonType: fixture.seasonType,
      week: fixture.week,
      seasonSpan: null,
      startsAt,
      startKnown,
      status: off ?? play?.status ?? 'scheduled',
      statusWord: off ?? play?.status ?? 'scheduled',
      settleable: play?.status === 'final',
      period: play?.standing.period ?? null,
      clock: play ? (play.status === 'suspended' ? 'Suspended' : play.standing.clock) : null,
      home: { ...fixture.home, rank: rankOf(seed, fixture, fixture.home.id) },
      away: { ...fixture.away, rank: rankOf(seed, fixture, fixture.away.id) },
      homeScore: play?.standing.score.home ?? null,
      awayScore: play?.standing.score.away ?? null,
      countedHome: play?.standing.counted.home ?? null,
      countedAway: play?.standing.counted.away ?? null,
      halfInnings: sport === 'MLB' ? (play?.standing.halfInnings ?? 0) : null,
      quote: isQuoted ? quoteFor(fixture, run, minutes) : null,
    };
  };
}

/** Where a game that has begun stands, its pause and its mistake counted in. */
function playAt({ course, pause, mistake }: Run, minutes: number): { status: GameStatus; standing: GameState } {
  const isPaused = pause !== null && minutes >= pause.at && minutes < pause.at + pause.minutes;
  const played = pause && minutes >= pause.at ? Math.max(pause.at, minutes - pause.minutes) : minutes;
  const standing = gameStateAt(course, played);
  if (isPaused) return { status: 'suspended', standing };
  if (!standing.isOver) return { status: 'live', standing };
  if (!mistake || played >= lengthOf(course) + mistake.minutes) return { status: 'final', standing };
  const wrong = (score: GameState['score']) => ({ ...score, [mistake.side]: score[mistake.side] + mistake.points });
  return { status: 'final', standing: { ...standing, score: wrong(standing.score), counted: wrong(standing.counted) } };
}

/** A result that a look at the tapes will change: never one that the sport does not know. */
function mistakeIn({ league }: Fixture, course: Course, chance: Chance): Run['mistake'] {
  const points = league.sport === 'NBA' ? 2 : 1;
  const lead = pointsOf(course.scorings, 'home') - pointsOf(course.scorings, 'away');
  const levels: Side = lead < 0 ? 'home' : 'away';
  const drawn: Side = chance.happens(0.5) ? 'home' : 'away';
  const side = drawn === levels && Math.abs(lead) === points ? otherSide(drawn) : drawn;
  return { side, points, minutes: chance.between(60, 240) };
}

/** Rain ends the game after five to eight full innings, once a side leads; where none does, it is played on. */
function calledEarly(course: Course, chance: Chance): Course {
  const from = Math.floor(chance.between(5, 8));
  for (let inning = from; inning <= 8; inning += 1) {
    const end = course.stretches.findIndex(
      ({ halfInnings, clock }) => halfInnings === 2 * inning && /^E/.test(clock(0)),
    );
    const stretches = course.stretches.slice(0, end);
    const scorings = course.scorings.filter(({ period }) => period <= inning);
    if (end > 0 && pointsOf(scorings, 'home') !== pointsOf(scorings, 'away')) {
      return { ...course, stretches, scorings, endWord: `Final/${inning}` };
    }
  }
  return course;
}

/** `nfl-60-1-123`: league, speed, seed, number, and an x behind a game beside the regular ones. */
function gameNumberOf(seed: number, speed: number, { league, number, isExtra }: Fixture): string {
  return `${league.slug}-${speed}-${seed}-${number}${isExtra ? 'x' : ''}`;
}
