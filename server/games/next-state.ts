import { easternDay } from '#shared/domain/eastern.ts';
import { speedOf } from '#shared/domain/game-speed.ts';
import { limitsOf } from '#shared/domain/limits.ts';
import { sportRules } from '#shared/domain/sport.ts';
import type { FeedGame } from './feed-answer.ts';
import { isSameMatch, type Teams } from './same-match.ts';
import type { GameRow } from './store.ts';

/** Polls in a row with the same settleable result that make it final. Source: house rules, "A result is final". */
export const confirmingPolls = 2;
const hourMs = 3_600_000;
const halfDayMs = 12 * hourMs;
const dayMs = 24 * hourMs;

type Proposal = Pick<GameRow, 'proposedHomeTeamId' | 'proposedAwayTeamId' | 'proposedStart' | 'proposedPolls'>;

const noProposal: Proposal = {
  proposedHomeTeamId: null,
  proposedAwayTeamId: null,
  proposedStart: null,
  proposedPolls: 0,
};

/**
 * The row of a game after one poll; null when nothing of it changed.
 *
 * A game that has begun never goes back to scheduled, and a final one is played on only when two polls in a row say so
 * before it has a result: feeds go back by mistake (hardening E6). Equal results are counted, so that one poll alone
 * never settles anything. What has begun, or should have, takes no more bets however the feed moves it (design D9), and
 * keeps its start when it is resumed on another day.
 *
 * A poll in doubt changes nothing but what it proposes: see `doubtAbout`. Once the game has a result, sides that the feed
 * swaps are turned back, so that the game, its result and corrections name the same home team.
 *
 * at   when the poll began.
 * now  when the row is written: what the feed took its time to say must not open a game whose start has passed meanwhile.
 */
export function nextState(
  stored: GameRow | null,
  seen: FeedGame,
  at: Date,
  { now = at }: { now?: Date } = {},
): GameRow | null {
  const next = stored ? judged(stored, seen, at, now) : merged(null, seen, at, now);
  if (stored && isSame(stored, next)) return null;
  return { ...next, changedAt: at };
}

/** The row after an answer that contradicts itself about the game; null when nothing of it changed. */
export function contradicted(stored: GameRow, at: Date): GameRow | null {
  const next = { ...recounted(stored), proposedPolls: 0 };
  return isSame(stored, next) ? null : { ...next, changedAt: at };
}

/** Why the facts of a poll are not taken, and what a second equal poll would make them be taken for; null for nothing. */
export type Doubt = { reason: string; proposal: Proposal | null };

/**
 * Whether a poll says something about a known game that one poll alone cannot be believed; null when all of it counts.
 *
 * Other teams before a result, and a start that moves earlier by more than an hour or into the past, are proposed: betting
 * is closed until a second poll in a row says the same or the feed takes it back. A start outside of the season that the
 * game is stored with is never accepted. Another sport, and other teams after a result, leave the game as it is.
 * Source: docs/house-rules.md#another-match, docs/house-rules.md#start-times.
 */
export function doubtAbout(stored: GameRow, seen: FeedGame, now: Date): Doubt | null {
  if (seen.sport !== stored.sport) return { reason: `its id belongs to a game of ${stored.sport}`, proposal: null };
  const teams = teamsOf(seen);
  const names = `${seen.away.abbreviation} @ ${seen.home.abbreviation}`;
  const isOther = !isSameMatch(stored, teams);
  if (isOther && stored.resultRev > 0) {
    return { reason: `another match (${names}) by the id of one that has a result`, proposal: null };
  }
  if (!isOther && !isOddStart(stored, seen, now)) return null;
  const polls = isProposed(stored, seen) ? stored.proposedPolls + 1 : 1;
  const isPossible = seen.season === stored.season && isInSeason(seen);
  if (isPossible && polls >= confirmingPolls) return null;
  const { homeTeamId: proposedHomeTeamId, awayTeamId: proposedAwayTeamId } = teams;
  const proposal = { proposedHomeTeamId, proposedAwayTeamId, proposedStart: seen.startsAt };
  const start = seen.startsAt.toISOString();
  if (!isPossible) {
    return { reason: `a start outside of its season: ${start}`, proposal: { ...proposal, proposedPolls: 0 } };
  }
  const odd = isOther ? `another match (${names})` : `an earlier start (${start})`;
  const reason = `${odd}: taken once a second poll says so, and no bets until then`;
  return { reason, proposal: { ...proposal, proposedPolls: polls } };
}

function teamsOf(seen: FeedGame): Teams {
  return { homeTeamId: seen.home.id, awayTeamId: seen.away.id };
}

function isProposed(stored: GameRow, seen: FeedGame): boolean {
  const { proposedHomeTeamId, proposedAwayTeamId, proposedStart } = stored;
  if (proposedHomeTeamId === null || proposedAwayTeamId === null || proposedStart === null) return false;
  const proposed = { homeTeamId: proposedHomeTeamId, awayTeamId: proposedAwayTeamId };
  return isSameMatch(proposed, teamsOf(seen)) && proposedStart.getTime() === seen.startsAt.getTime();
}

/** An hour of the game's own time, where that passes faster. */
function isOddStart(stored: GameRow, seen: FeedGame, now: Date): boolean {
  if (keepsStart(stored, seen)) return false;
  const earlierMs = stored.startsAt.getTime() - seen.startsAt.getTime();
  return earlierMs > limitsOf(stored.id).scaled(hourMs) || (earlierMs > 0 && seen.startsAt <= now);
}

/** Within the season and a day. Where the feed tells only its year: within that, the one before and the one after. */
function isInSeason({ startsAt, season, seasonSpan }: FeedGame): boolean {
  const from = seasonSpan?.from.getTime() ?? Date.UTC(season - 1, 0);
  const to = seasonSpan?.to.getTime() ?? Date.UTC(season + 2, 0);
  return startsAt.getTime() >= from - dayMs && startsAt.getTime() <= to + dayMs;
}

function judged(stored: GameRow, seen: FeedGame, at: Date, now: Date): GameRow {
  const doubt = doubtAbout(stored, seen, now);
  if (doubt?.proposal) return { ...recounted(stored), ...doubt.proposal };
  if (doubt) return stored;
  if (!isSameMatch(stored, teamsOf(seen))) return merged(null, seen, at, now);
  const isTurned = stored.resultRev > 0 && seen.home.id !== stored.homeTeamId;
  const ours = isTurned ? turned(seen) : seen;
  if (!goesBack(stored, ours)) return merged(stored, ours, at, now);
  // After a poll that plays a final on, its score is nothing to rely on: the next such poll is the second.
  const settleable = stored.settleable && !playsOn(stored, ours);
  return { ...recounted(stored), ...noProposal, settleable };
}

/** Two polls in a row confirm a result, so one that says otherwise, or nothing to rely on, starts the count again. */
function recounted(stored: GameRow): GameRow {
  const counts = stored.status === 'final' || stored.status === 'canceled';
  return counts && stored.equalPolls < confirmingPolls ? { ...stored, equalPolls: 0 } : stored;
}

/** The same poll with home and away exchanged. */
function turned(seen: FeedGame): FeedGame {
  const { home, away, homeScore, awayScore, countedHome, countedAway } = seen;
  return {
    ...seen,
    home: away,
    away: home,
    homeScore: awayScore,
    awayScore: homeScore,
    countedHome: countedAway,
    countedAway: countedHome,
  };
}

function merged(stored: GameRow | null, seen: FeedGame, at: Date, now: Date): GameRow {
  const hasBegun = seen.status === 'live' || seen.status === 'final' || seen.status === 'suspended';
  const redated = stored ? redatedPolls(stored, seen, now) : 0;
  return {
    ...rowOf(seen),
    ...(stored && keepsStart(stored, seen) && { startsAt: stored.startsAt, startKnown: true }),
    bettingLocked: stored !== null && redated < confirmingPolls && (stored.bettingLocked || hasStarted(stored, now)),
    startedAt: stored?.startedAt ?? (hasBegun ? at : null),
    equalPolls: redated % confirmingPolls || equalPolls(stored, seen),
    ...noProposal,
    polledAt: stored?.polledAt ?? null,
    resultRev: stored?.resultRev ?? 0,
    settledRev: stored?.settledRev ?? 0,
    changedAt: at,
  };
}

function hasStarted(stored: GameRow, now: Date): boolean {
  return stored.startedAt !== null || (stored.startKnown && stored.startsAt <= now);
}

/** A postponed game keeps the day it was to be played on until it is scheduled again, one that has begun keeps it for good. */
function keepsStart(stored: GameRow, seen: FeedGame): boolean {
  if (!stored.startKnown) return false;
  return seen.status === 'postponed' || (stored.startedAt !== null && seen.startsAt > stored.startsAt);
}

/**
 * Polls in a row that gave a postponed soccer game, never begun, the same start on a later Eastern day; 0 for any other,
 * and for one that has a result, such as that it is off. Two of them open it again. Source: design D9.
 */
function redatedPolls(stored: GameRow, seen: FeedGame, now: Date): number {
  const isOffered =
    sportRules[seen.sport].reopensWhenMoved && seen.status === 'scheduled' && seen.startKnown && seen.startsAt > now;
  if (!isOffered || stored.startedAt !== null || stored.resultRev > 0) return 0;
  if (stored.status === 'postponed') return isLaterDay(seen.startsAt, stored.startsAt, speedOf(stored.id)) ? 1 : 0;
  if (stored.status !== 'scheduled' || !stored.bettingLocked || stored.equalPolls === 0) return 0;
  return stored.startsAt.getTime() === seen.startsAt.getTime() ? confirmingPolls : 1;
}

/** Where days are pressed together there is no midnight to tell them apart: half a day of the season is enough. */
function isLaterDay(start: Date, before: Date, speed: number): boolean {
  if (speed === 1) return easternDay(start) > easternDay(before);
  return start.getTime() - before.getTime() > halfDayMs / speed;
}

/** Whether the poll has a final that is no result yet as under way. */
function playsOn({ status, resultRev, equalPolls }: GameRow, seen: FeedGame): boolean {
  const isUnderWay = seen.status === 'live' || seen.status === 'suspended';
  return status === 'final' && resultRev === 0 && equalPolls < confirmingPolls && isUnderWay;
}

function goesBack(stored: GameRow, seen: FeedGame): boolean {
  if (stored.status === 'final') return seen.status !== 'final' && !(playsOn(stored, seen) && !stored.settleable);
  return (stored.status === 'live' || stored.status === 'suspended') && seen.status === 'scheduled';
}

/** How many polls in a row, this one included, brought what would settle bets: a result, or that the game is off. */
function equalPolls(stored: GameRow | null, seen: FeedGame): number {
  if (seen.status === 'canceled') {
    return stored?.status === 'canceled' ? Math.min(stored.equalPolls + 1, confirmingPolls) : 1;
  }
  if (!seen.settleable || seen.countedHome === null || seen.countedAway === null) return 0;
  const isEqual =
    stored?.settleable &&
    stored.countedHome === seen.countedHome &&
    stored.countedAway === seen.countedAway &&
    stored.halfInnings === seen.halfInnings &&
    stored.homeTeamId === seen.home.id;
  return isEqual ? Math.min(stored.equalPolls + 1, confirmingPolls) : 1;
}

function isSame(stored: GameRow, next: GameRow): boolean {
  return (Object.keys(next) as (keyof GameRow)[]).every((key) => {
    if (key === 'changedAt') return true;
    const [a, b] = [stored[key], next[key]];
    return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
  });
}

function rowOf(seen: FeedGame) {
  const { home, away, quote: _quote, seasonSpan: _span, ...own } = seen;
  return {
    ...own,
    homeTeamId: home.id,
    homeAbbr: home.abbreviation,
    homeCity: home.city,
    homeName: home.name,
    homeColor: home.color,
    homeAlternateColor: home.alternateColor,
    homeRank: home.rank,
    awayTeamId: away.id,
    awayAbbr: away.abbreviation,
    awayCity: away.city,
    awayName: away.name,
    awayColor: away.color,
    awayAlternateColor: away.alternateColor,
    awayRank: away.rank,
  };
}
