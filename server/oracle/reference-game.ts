import type { PlacedLeg } from '../testing/reference-model.ts';
import { easternDate, easternInstant } from './eastern-time.ts';

// The house rules once more, written from docs/house-rules.md alone: it calls nothing of the product, so that one can be
// held against the other. Instants are milliseconds, money is hundredths of a Ching, teams are their ids.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Sport = PlacedLeg['sport'];

/** What a feed says about a game in one answer. */
export type Told = {
  sport: Sport;
  home: string;
  away: string;
  startsAt: number;
  startKnown: boolean;
  status: 'scheduled' | 'live' | 'final' | 'postponed' | 'suspended' | 'canceled';
  /** Whether a final was played to its end, by a status that means so. */
  isPlayed: boolean;
  homePoints: number;
  awayPoints: number;
  /** Null outside baseball. */
  halfInnings: number | null;
};

/** What a game came to, by team: which of them is at home means nothing to it. */
type Finish = 'off' | { points: Readonly<Record<string, number>>; halfInnings: number | null };
type Result = { finish: Finish; by: 'feed' | 'admin'; home: string; away: string; startsAt: number; at: number };

/** The same finish in polls in a row. */
type Run = { finish: Finish; home: string; polls: number; since: number };

function isSame(one: Finish, other: Finish): boolean {
  if (one === 'off' || other === 'off') return one === other;
  const teams = new Set([...Object.keys(one.points), ...Object.keys(other.points)]);
  return one.halfInnings === other.halfInnings && [...teams].every((team) => one.points[team] === other.points[team]);
}

function isPair(one: Pick<Told, 'home' | 'away'>, other: Pick<Told, 'home' | 'away'>): boolean {
  return [one.home, one.away].sort().join() === [other.home, other.away].sort().join();
}

/** The limit of the sport, from the start that a bet was placed on. */
function limitOf(sport: Sport, originalStart: number, hasBegun: boolean): number {
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
  status: Told['status'];
  /** How many matches were played under the id before this one. */
  match = 0;
  readonly results: Result[] = [];
  hasBegun = false;
  /** For good: a game that has started stays closed. */
  #isClosed = false;
  #run: Run | null = null;
  /** A correction that only an admin may accept: it waits until the feed says something else. */
  #waiting: Finish | null = null;
  /** Other teams or another start that one poll alone is not believed; betting is closed meanwhile. */
  #proposal: { told: Told; polls: number } | null = null;
  /** Soccer, postponed past its start, that comes back on a later day. */
  #newDate: { startsAt: number; polls: number } | null = null;
  #heardAt: number;
  #listedAt: number;
  #missedAt = 0;

  constructor(told: Told, at: number) {
    this.sport = told.sport;
    [this.home, this.away] = [told.home, told.away];
    [this.startsAt, this.startKnown, this.status] = [told.startsAt, told.startKnown, told.status];
    [this.#heardAt, this.#listedAt] = [at, at];
    this.#noteStatus(told, at);
    this.#count(told, at);
  }

  takesBets(now: number): boolean {
    const isOpen = this.status === 'scheduled' && !this.#isClosed && this.results.length === 0;
    return isOpen && !this.#proposal && this.startKnown && now < this.startsAt;
  }

  /** A good answer that should have had the game, without it. */
  miss(at: number): void {
    this.#missedAt = at;
  }

  /** An answer that contradicts itself about the game: the game stays as it was, and no row of equal polls goes on. */
  contradict(at: number): void {
    this.#listedAt = at;
    this.#run = null;
    if (this.#proposal) this.#proposal = { ...this.#proposal, polls: 0 };
  }

  see(told: Told, at: number): void {
    this.#listedAt = at;
    const isOther = !isPair(told, this);
    if (told.sport !== this.sport || (isOther && this.results.length > 0)) {
      this.#run = null; // put aside: this poll does not agree with those before it
      return;
    }
    if (isOther || this.#isOddStart(told, at)) {
      const before = this.#proposal;
      const isNext = before && isPair(before.told, told) && before.told.startsAt === told.startsAt;
      const isInSeason = Math.abs(told.startsAt - at) < 100 * day;
      const polls = isInSeason ? 1 + (isNext ? before.polls : 0) : 0;
      this.#run = null;
      this.#proposal = { told, polls };
      if (polls < 2) return;
    }
    this.#proposal = null;
    this.#heardAt = at;
    if (isOther) {
      this.#becomeOther(told, at);
      return;
    }
    // From its first result on a game keeps its sides, whatever the feed swaps.
    if (this.results.length === 0) [this.home, this.away] = [told.home, told.away];
    this.#noteStart(told, at);
    this.#noteStatus(told, at);
    this.#count(told, at);
  }

  /** A postponed game keeps its start until it is scheduled again, and one that has begun is not moved to later. */
  #keepsStart(told: Told): boolean {
    return told.status === 'postponed' || (this.hasBegun && told.startsAt > this.startsAt);
  }

  #isOddStart(told: Told, at: number): boolean {
    const earlierMs = this.startsAt - told.startsAt;
    return !this.#keepsStart(told) && earlierMs > 0 && (earlierMs > hour || told.startsAt <= at);
  }

  #becomeOther(told: Told, at: number): void {
    this.match += 1;
    this.#newDate = null;
    [this.home, this.away] = [told.home, told.away];
    [this.startsAt, this.startKnown, this.status] = [told.startsAt, told.startKnown, told.status];
    this.hasBegun = false;
    this.#isClosed = false;
    this.#noteStatus(told, at);
    this.#count(told, at);
  }

  #hasStarted(at: number): boolean {
    return this.hasBegun || (this.startKnown && this.startsAt <= at);
  }

  #noteStart(told: Told, at: number): void {
    if (this.#hasStarted(at)) this.#isClosed = true;
    this.#noteNewDate(told, at);
    if (this.#keepsStart(told)) return;
    [this.startsAt, this.startKnown] = [told.startsAt, told.startKnown];
    if (this.#hasStarted(at)) this.#isClosed = true;
  }

  #noteNewDate(told: Told, at: number): void {
    const isOffered = told.status === 'scheduled' && told.startKnown && told.startsAt > at;
    if (this.sport !== 'Soccer' || this.hasBegun || this.results.length > 0 || !isOffered) {
      this.#newDate = null;
      return;
    }
    if (this.#newDate) {
      const polls = this.#newDate.startsAt === told.startsAt ? this.#newDate.polls + 1 : 1;
      this.#newDate = { startsAt: told.startsAt, polls };
      if (polls >= 2) {
        this.#newDate = null;
        this.#isClosed = false;
      }
    } else if (this.status === 'postponed' && easternDate(told.startsAt) > easternDate(this.startsAt)) {
      this.#newDate = { startsAt: told.startsAt, polls: 1 };
    }
  }

  #noteStatus(told: Told, at: number): void {
    const isUnderWay = told.status === 'live' || told.status === 'final' || told.status === 'suspended';
    // A game that has begun is not scheduled again, whatever one poll says.
    if (!this.hasBegun || isUnderWay || told.status !== 'scheduled') this.status = told.status;
    if (isUnderWay) this.hasBegun = true;
    if (this.#hasStarted(at) && told.status !== 'postponed') this.#isClosed = true;
  }

  #count(told: Told, at: number): void {
    const finish = finishOf(told);
    if (finish === null) {
      this.#run = null;
      return;
    }
    const [first, last] = [this.results[0], this.results.at(-1)];
    const { home } = this;
    // The first result says once who was at home, so that two polls must agree on it as well.
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

  /** An admin's word; false when the rules do not let it count. */
  decide(wanted: { home: number; away: number; halfInnings: number | null } | 'off', at: number): boolean {
    const [first, last] = [this.results[0], this.results.at(-1)];
    if (wanted !== 'off' && !this.hasBegun && this.startsAt > at) return false;
    const finish: Finish =
      wanted === 'off'
        ? 'off'
        : { points: { [this.home]: wanted.home, [this.away]: wanted.away }, halfInnings: wanted.halfInnings };
    if (last?.by === 'admin' && isSame(last.finish, finish)) return true; // stands already
    if (first && at - first.at > correctableMs) return false;
    this.#add(finish, 'admin', at);
    return true;
  }

  /** The result that bets are graded on now; a feed's score that came too soon after the start waits. */
  inForce(now: number): { result: Result; rev: number } | null {
    const result = this.results.at(-1);
    if (!result) return null;
    const isEarly = result.by === 'feed' && result.finish !== 'off' && now < result.startsAt + 45 * minute;
    return isEarly ? null : { result, rev: this.results.length };
  }

  /** Whether a result, or a correction that may still count, is on its way. */
  isBeingConfirmed(now: number): boolean {
    const [first, last] = [this.results[0], this.results.at(-1)];
    if (!first || !last) return this.#run !== null;
    const isNews = this.#waiting !== null || (this.#run !== null && !isSame(this.#run.finish, last.finish));
    return last.by === 'feed' && isNews && now - first.at <= correctableMs;
  }

  /** Whether a bet that was placed on this start is called off, because the game was not played in time. */
  isOutOfTime(originalStart: number, now: number): boolean {
    if (this.results.length > 0) return false;
    const limit = limitOf(this.sport, originalStart, this.hasBegun);
    if (now <= limit) return false;
    const isUnfinished = this.#run === null && (this.#heardAt > limit || this.startsAt > limit);
    const isGone = this.#listedAt <= limit && this.#missedAt >= limit + vanishedMs;
    return isUnfinished || isGone;
  }
}

function finishOf(told: Told): Finish | null {
  if (told.status === 'canceled') return 'off';
  if (told.status !== 'final' || !told.isPlayed) return null;
  return {
    points: { [told.home]: told.homePoints, [told.away]: told.awayPoints },
    halfInnings: told.halfInnings,
  };
}

/** A correction that takes points from both teams, or turns a played game into a cancelled one. */
function needsAdmin(before: Finish, after: Finish): boolean {
  if (before === 'off') return false;
  if (after === 'off') return true;
  return Object.keys(before.points).every((team) => (after.points[team] ?? 0) < (before.points[team] ?? 0));
}
