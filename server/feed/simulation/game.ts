import type { Quote } from '#shared/domain/market.ts';
import type { GameStatus } from '#shared/domain/phase.ts';
import { sportRules } from '#shared/domain/sport.ts';
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
import { type Calendar, type Fixture, fixtureSeed } from './fixture.ts';
import { quoteOf } from './quote.ts';
import { expectedAt, rankOf } from './strength.ts';

/** Times of mishaps in simulated minutes; the first two count back from the start. */
const latestOddsMinutes = 90;
const announcedMinutes = 180;
const postponedForMinutes = 24 * 60;
const redatedAfterMinutes = 120;
/** The share of results that are corrected later. */
const correctionChance = 0.015;
const maxRuns = 1_000;

/** A course, and the random events that change it. */
type Run = {
  course: Course;
  /** How many minutes before its planned start the game is called off, if its mishap calls it off. */
  calledOffBefore: number;
  /** The game is suspended after `at` minutes of play, for `minutes`; null if it is not. */
  pause: { at: number; minutes: number } | null;
  /** The first result gives a side so many points too many, for `minutes`; null if it is right. */
  mistake: { side: Side; points: number; minutes: number } | null;
  /** The last quote, cached with the expected score that it was made of; that changes only a few times. */
  quoted: { expected: Expected; quote: Quote } | null;
};

/** Returns a function that computes a fixture's game at any time: a pure function, whose results are cached in part. */
export function gameReader(idOf: (fixture: Fixture) => string, seed: number, speed: number, calendar: Calendar) {
  const runs = new Map<string, Run>();

  function runOf(fixture: Fixture): Run {
    const ownSeed = fixtureSeed(seed, fixture);
    const known = runs.get(ownSeed);
    if (known) return known;
    const run = newRun(fixture, ownSeed);
    if (runs.size >= maxRuns) runs.clear();
    runs.set(ownSeed, run);
    return run;
  }

  function newRun(fixture: Fixture, ownSeed: string): Run {
    const { league, mishap, isDecider } = fixture;
    const expected = expectedAt(seed, fixture, 0, calendar.quotedMinutes);
    const played = league.model.play(expected, new Chance(`course ${ownSeed}`), isDecider);
    const chance = new Chance(`mishap ${ownSeed}`);
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

  /** The start of a game as known at `now`, and its status if it is called off; `off` is null otherwise. */
  function scheduleAt(fixture: Fixture, now: Date): { startsAt: Date; off: GameStatus | null } {
    const { plannedAt, mishap, league } = fixture;
    const minutes = ((now.getTime() - plannedAt.getTime()) * speed) / 60_000;
    const { calledOffBefore } = runOf(fixture);
    if ((mishap !== 'postponed' && mishap !== 'canceled') || minutes < -calledOffBefore) {
      return { startsAt: plannedAt, off: null };
    }
    // Only soccer plays a postponed game under its old id. Source: `docs/house-rules.md#postponed-and-not-played`.
    const isRedated = mishap === 'postponed' && sportRules[league.sport].reopensWhenMoved;
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

  /** The game as the feed reports it at `now`. */
  return function gameAt(fixture: Fixture, now: Date): FeedGame {
    const { league, mishap } = fixture;
    const { sport, competition } = league;
    const { startsAt, off } = scheduleAt(fixture, now);
    const minutes = ((now.getTime() - startsAt.getTime()) * speed) / 60_000;
    const run = runOf(fixture);
    const play = off === null && minutes >= 0 ? playAt(run, minutes) : null;
    const startKnown = mishap !== 'time-unknown' || minutes >= -announcedMinutes;
    const quotedMinutes = mishap === 'late-odds' ? latestOddsMinutes : calendar.quotedMinutes;
    const isQuoted = off === null && !play && startKnown && minutes >= -quotedMinutes;
    return {
      id: idOf(fixture),
      sport,
      competition,
      season: fixture.season,
      seasonType: fixture.seasonType,
      week: fixture.week,
      seasonSpan: null,
      awaitsFirstPlay: false,
      startsAt,
      startKnown,
      status: off ?? play?.status ?? 'scheduled',
      statusWord: off ?? play?.status ?? 'scheduled',
      settleable: play?.status === 'final',
      period: play?.state.period ?? null,
      clock: play ? (play.status === 'suspended' ? 'Suspended' : play.state.clock) : null,
      home: { ...fixture.home, rank: rankOf(seed, fixture, fixture.home.id) },
      away: { ...fixture.away, rank: rankOf(seed, fixture, fixture.away.id) },
      homeScore: play?.state.score.home ?? null,
      awayScore: play?.state.score.away ?? null,
      countedHome: play?.state.counted.home ?? null,
      countedAway: play?.state.counted.away ?? null,
      halfInnings: sportRules[sport].finalNeeds === 'half-innings' ? (play?.state.halfInnings ?? 0) : null,
      quote: isQuoted ? quoteFor(fixture, run, minutes) : null,
    };
  };
}

/** The status and state of a game that has begun, with its pause and its mistake. */
function playAt({ course, pause, mistake }: Run, minutes: number): { status: GameStatus; state: GameState } {
  const isPaused = pause !== null && minutes >= pause.at && minutes < pause.at + pause.minutes;
  const played = pause && minutes >= pause.at ? Math.max(pause.at, minutes - pause.minutes) : minutes;
  const state = gameStateAt(course, played);
  if (isPaused) return { status: 'suspended', state };
  if (!state.isOver) return { status: 'live', state };
  if (!mistake || played >= lengthOf(course) + mistake.minutes) return { status: 'final', state };
  const wrong = (score: GameState['score']) => ({ ...score, [mistake.side]: score[mistake.side] + mistake.points });
  return { status: 'final', state: { ...state, score: wrong(state.score), counted: wrong(state.counted) } };
}

/** A mistake in the first result, which is corrected later. It never makes a tie, which some sports do not have. */
function mistakeIn({ league }: Fixture, course: Course, chance: Chance): Run['mistake'] {
  const points = league.sport === 'NBA' ? 2 : 1;
  const lead = pointsOf(course.scorings, 'home') - pointsOf(course.scorings, 'away');
  const levels: Side = lead < 0 ? 'home' : 'away';
  const drawn: Side = chance.happens(0.5) ? 'home' : 'away';
  const side = drawn === levels && Math.abs(lead) === points ? otherSide(drawn) : drawn;
  return { side, points, minutes: chance.between(60, 240) };
}

/** Ends a game by rain after five to eight full innings, once a side leads. A game that stays level is played out. */
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
