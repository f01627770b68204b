import type { PlacedLeg } from '../testing/reference-model.ts';
import { easternDate, easternInstant } from './eastern-time.ts';

// A second implementation of the house rules for one game, written from docs/house-rules.md alone. It calls nothing of
// the product, so that both can be compared. Instants are in milliseconds; teams are their ids.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Sport = PlacedLeg['sport'];

/** A game as one answer of the feed reports it. */
export type GameSnapshot = {
  sport: Sport;
  home: string;
  away: string;
  startsAt: number;
  startKnown: boolean;
  status: 'scheduled' | 'live' | 'final' | 'postponed' | 'suspended' | 'canceled';
  /** Whether the status word of a final means that the game was played to its end. */
  isPlayed: boolean;
  homePoints: number;
  awayPoints: number;
  /** Null outside baseball. */
  halfInnings: number | null;
};

/** The end of a game, by team id: a swap of home and away does not change it. 'off' is a cancelled game. */
type Finish = 'off' | { points: Readonly<Record<string, number>>; halfInnings: number | null };
export type Result = { finish: Finish; by: 'feed' | 'admin'; home: string; away: string; startsAt: number; at: number };

/** Consecutive polls that report the same finish. */
type Run = { finish: Finish; home: string; polls: number; since: number };

function isSame(one: Finish, other: Finish): boolean {
  if (one === 'off' || other === 'off') return one === other;
  const teams = new Set([...Object.keys(one.points), ...Object.keys(other.points)]);
  return one.halfInnings === other.halfInnings && [...teams].every((team) => one.points[team] === other.points[team]);
}

function isPair(one: Pick<GameSnapshot, 'home' | 'away'>, other: Pick<GameSnapshot, 'home' | 'away'>): boolean {
  return [one.home, one.away].sort().join() === [other.home, other.away].sort().join();
}

/**
 * The instant by which a game must be played, from the start that a bet was placed on.
 * Source: docs/house-rules.md#postponed-and-not-played.
 */
export function limitOf(sport: Sport, originalStart: number, hasBegun: boolean): number {
  const day = easternDate(originalStart);
  if (sport === 'NFL' || sport === 'CFB') {
    let wednesday = day + 2 * 24 * hour;
    while (new Date(wednesday).getUTCDay() !== 3) wednesday += 24 * hour;
    return easternInstant(wednesday, '23:59');
  }
  if (sport === 'MLB' && !hasBegun) return easternInstant(day + 24 * hour, '06:00');
  return originalStart + 48 * hour;
}

const correctableMs = 72 * hour;
const vanishedMs = 72 * hour;

export class Game {
  readonly sport: Sport;
  home: string;
  away: string;
  startsAt: number;
  startKnown: boolean;
  status: GameSnapshot['status'];
  /** The number of matches that were played under the id before this one. */
  match = 0;
  readonly results: Result[] = [];
  hasBegun = false;
  /** A game that has started never takes bets again. */
  #isClosed = false;
  #run: Run | null = null;
  /** A correction that only an admin may accept; null once the feed reports something else. */
  #waiting: Finish | null = null;
  /** Other teams or an odd start, which only a second equal poll confirms. Betting is closed until then. */
  #proposal: { snapshot: GameSnapshot; polls: number } | null = null;
  /** A postponed game of soccer that the feed schedules again for a later day. */
  #newDate: { startsAt: number; polls: number } | null = null;
  #heardAt: number;
  #listedAt: number;
  #missedAt = 0;

  constructor(snapshot: GameSnapshot, at: number) {
    this.sport = snapshot.sport;
    [this.home, this.away] = [snapshot.home, snapshot.away];
    [this.startsAt, this.startKnown, this.status] = [snapshot.startsAt, snapshot.startKnown, snapshot.status];
    [this.#heardAt, this.#listedAt] = [at, at];
    this.#noteStatus(snapshot, at);
    this.#count(snapshot, at);
  }

  takesBets(now: number): boolean {
    const isOpen = this.status === 'scheduled' && !this.#isClosed && this.results.length === 0;
    return isOpen && !this.#proposal && this.startKnown && now < this.startsAt;
  }

  /** Records a valid answer that covers the game's day and lacks the game. */
  miss(at: number): void {
    this.#missedAt = at;
  }

  /**
   * Records an answer that contradicts itself about the game: the game does not change, and equal polls count from 0.
   */
  contradict(at: number): void {
    this.#listedAt = at;
    this.#run = null;
    if (this.#proposal) this.#proposal = { ...this.#proposal, polls: 0 };
  }

  see(snapshot: GameSnapshot, at: number): void {
    this.#listedAt = at;
    const isOther = !isPair(snapshot, this);
    if (snapshot.sport !== this.sport || (isOther && this.results.length > 0)) {
      this.#run = null; // the report is quarantined, and equal polls count from 0
      return;
    }
    if (isOther || this.#isOddStart(snapshot, at)) {
      const before = this.#proposal;
      const isNext = before && isPair(before.snapshot, snapshot) && before.snapshot.startsAt === snapshot.startsAt;
      const isInSeason = Math.abs(snapshot.startsAt - at) < 100 * day;
      const polls = isInSeason ? 1 + (isNext ? before.polls : 0) : 0;
      this.#run = null;
      this.#proposal = { snapshot, polls };
      if (polls < 2) return;
    }
    this.#proposal = null;
    this.#heardAt = at;
    if (isOther) {
      this.#becomeOther(snapshot, at);
      return;
    }
    // After its first result a game never swaps home and away, even if the feed does.
    if (this.results.length === 0) [this.home, this.away] = [snapshot.home, snapshot.away];
    this.#noteStart(snapshot, at);
    this.#noteStatus(snapshot, at);
    this.#count(snapshot, at);
  }

  /**
   * The start of a postponed game does not change until it is scheduled again; a game that has begun is never delayed.
   */
  #ignoresStart(snapshot: GameSnapshot): boolean {
    return snapshot.status === 'postponed' || (this.hasBegun && snapshot.startsAt > this.startsAt);
  }

  #isOddStart(snapshot: GameSnapshot, at: number): boolean {
    const earlierMs = this.startsAt - snapshot.startsAt;
    return !this.#ignoresStart(snapshot) && earlierMs > 0 && (earlierMs > hour || snapshot.startsAt <= at);
  }

  #becomeOther(snapshot: GameSnapshot, at: number): void {
    this.match += 1;
    this.#newDate = null;
    [this.home, this.away] = [snapshot.home, snapshot.away];
    [this.startsAt, this.startKnown, this.status] = [snapshot.startsAt, snapshot.startKnown, snapshot.status];
    this.hasBegun = false;
    this.#isClosed = false;
    this.#noteStatus(snapshot, at);
    this.#count(snapshot, at);
  }

  #hasStarted(at: number): boolean {
    return this.hasBegun || (this.startKnown && this.startsAt <= at);
  }

  #noteStart(snapshot: GameSnapshot, at: number): void {
    if (this.#hasStarted(at)) this.#isClosed = true;
    this.#noteNewDate(snapshot, at);
    if (this.#ignoresStart(snapshot)) return;
    [this.startsAt, this.startKnown] = [snapshot.startsAt, snapshot.startKnown];
    if (this.#hasStarted(at)) this.#isClosed = true;
  }

  #noteNewDate(snapshot: GameSnapshot, at: number): void {
    const isOffered = snapshot.status === 'scheduled' && snapshot.startKnown && snapshot.startsAt > at;
    if (this.sport !== 'Soccer' || this.hasBegun || this.results.length > 0 || !isOffered) {
      this.#newDate = null;
      return;
    }
    if (this.#newDate) {
      const polls = this.#newDate.startsAt === snapshot.startsAt ? this.#newDate.polls + 1 : 1;
      this.#newDate = { startsAt: snapshot.startsAt, polls };
      if (polls >= 2) {
        this.#newDate = null;
        this.#isClosed = false;
      }
    } else if (this.status === 'postponed' && easternDate(snapshot.startsAt) > easternDate(this.startsAt)) {
      this.#newDate = { startsAt: snapshot.startsAt, polls: 1 };
    }
  }

  #noteStatus(snapshot: GameSnapshot, at: number): void {
    const isUnderWay = snapshot.status === 'live' || snapshot.status === 'final' || snapshot.status === 'suspended';
    // A game that has begun does not become scheduled again.
    if (!this.hasBegun || isUnderWay || snapshot.status !== 'scheduled') this.status = snapshot.status;
    if (isUnderWay) this.hasBegun = true;
    if (this.#hasStarted(at) && snapshot.status !== 'postponed') this.#isClosed = true;
  }

  #count(snapshot: GameSnapshot, at: number): void {
    const finish = finishOf(snapshot);
    if (finish === null) {
      this.#run = null;
      return;
    }
    const [first, last] = [this.results[0], this.results.at(-1)];
    const { home } = this;
    // The first result fixes which team was at home, so two polls must agree on the sides too.
    const run = this.#run !== null && (first || this.#run.home === home) ? this.#run : null;
    this.#run =
      run && isSame(run.finish, finish) ? { ...run, polls: run.polls + 1 } : { finish, home, polls: 1, since: at };
    const { polls, since } = this.#run;
    this.#waiting = null;
    if (!first || !last) {
      if (polls >= 2) this.#add(finish, 'feed', at);
    } else if (last.by === 'feed' && !isSame(last.finish, finish) && at - first.at <= correctableMs) {
      if (needsAdmin(last.finish, finish)) this.#waiting = finish;
      else if (polls >= 3 && at - since >= 10 * minute) this.#add(finish, 'feed', at);
    }
  }

  #add(finish: Finish, by: Result['by'], at: number): void {
    this.results.push({ finish, by, home: this.home, away: this.away, startsAt: this.startsAt, at });
  }

  /** Applies an admin's result; false if the rules refuse it. */
  decide(wanted: { home: number; away: number; halfInnings: number | null } | 'off', at: number): boolean {
    const [first, last] = [this.results[0], this.results.at(-1)];
    if (wanted !== 'off' && !this.hasBegun && this.startsAt > at) return false;
    const finish: Finish =
      wanted === 'off'
        ? 'off'
        : { points: { [this.home]: wanted.home, [this.away]: wanted.away }, halfInnings: wanted.halfInnings };
    if (last?.by === 'admin' && isSame(last.finish, finish)) return true; // it is in force already
    if (first && at - first.at > correctableMs) return false;
    this.#add(finish, 'admin', at);
    return true;
  }

  /** The result that bets are graded on now; null without one, or if the feed's score came too soon after the start. */
  inForce(now: number): { result: Result; rev: number } | null {
    const result = this.results.at(-1);
    if (!result) return null;
    const isEarly = result.by === 'feed' && result.finish !== 'off' && now < result.startsAt + 45 * minute;
    return isEarly ? null : { result, rev: this.results.length };
  }

  /** Whether a result, or a correction that may still be accepted, waits for more polls. */
  isBeingConfirmed(now: number): boolean {
    const [first, last] = [this.results[0], this.results.at(-1)];
    if (!first || !last) return this.#run !== null;
    const isNews = this.#waiting !== null || (this.#run !== null && !isSame(this.#run.finish, last.finish));
    return last.by === 'feed' && isNews && now - first.at <= correctableMs;
  }

  /** Whether a bet placed on `originalStart` is void because the game was not played in time. */
  isOutOfTime(originalStart: number, now: number): boolean {
    if (this.results.length > 0) return false;
    const limit = limitOf(this.sport, originalStart, this.hasBegun);
    if (now <= limit) return false;
    const isUnfinished = this.#run === null && (this.#heardAt > limit || this.startsAt > limit);
    const isGone = this.#listedAt <= limit && this.#missedAt >= limit + vanishedMs;
    return isUnfinished || isGone;
  }
}

function finishOf(snapshot: GameSnapshot): Finish | null {
  if (snapshot.status === 'canceled') return 'off';
  if (snapshot.status !== 'final' || !snapshot.isPlayed) return null;
  return {
    points: { [snapshot.home]: snapshot.homePoints, [snapshot.away]: snapshot.awayPoints },
    halfInnings: snapshot.halfInnings,
  };
}

/**
 * Whether only an admin may accept the correction: it takes points from both teams, or cancels a game that was played.
 */
function needsAdmin(before: Finish, after: Finish): boolean {
  if (before === 'off') return false;
  if (after === 'off') return true;
  return Object.keys(before.points).every((team) => (after.points[team] ?? 0) < (before.points[team] ?? 0));
}
