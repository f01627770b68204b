import { easternDay } from '#shared/domain/eastern.ts';
import { speedOf } from '#shared/domain/game-speed.ts';
import type { FeedGame } from '../feed/feed.ts';
import type { GameRow } from './store.ts';

/** Polls in a row with the same settleable result that make it final. Source: house rules, "A result is final". */
export const confirmingPolls = 2;
const halfDayMs = 12 * 3_600_000;

const noProposal = { proposedHomeTeamId: null, proposedAwayTeamId: null, proposedStart: null, proposedPolls: 0 };

/**
 * The row of a game after one poll; null when nothing of it changed.
 *
 * A game that has begun never goes back to scheduled, and a final one is played on only when two polls in a row say so
 * before it has a result: feeds go back by mistake (hardening E6). Equal results are counted, so that one poll alone
 * never settles anything. What has begun, or should have, takes no more bets however the feed moves it (design D9), and
 * keeps its start when it is resumed on another day.
 *
 * at   when the poll began.
 * now  when the row is written: what the feed took its time to say must not open a game whose start has passed meanwhile.
 */
export function advance(
  stored: GameRow | null,
  seen: FeedGame,
  at: Date,
  { now = at }: { now?: Date } = {},
): GameRow | null {
  const next = merged(stored, seen, at, now);
  if (stored && isSame(stored, next)) return null;
  return { ...next, changedAt: at };
}

function merged(stored: GameRow | null, seen: FeedGame, at: Date, now: Date): GameRow {
  if (stored && goesBack(stored, seen)) {
    // Two polls in a row confirm a result, so one that says otherwise starts the count again.
    return { ...stored, equalPolls: stored.equalPolls < confirmingPolls ? 0 : stored.equalPolls };
  }
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
  const isOffered = seen.sport === 'Soccer' && seen.status === 'scheduled' && seen.startKnown && seen.startsAt > now;
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

function goesBack(stored: GameRow, seen: FeedGame): boolean {
  if (stored.status === 'final') {
    const isPlayedOn = seen.status === 'live' || seen.status === 'suspended';
    // The first poll to contradict a final starts its count again: at 0 this is the second.
    return seen.status !== 'final' && !(isPlayedOn && stored.resultRev === 0 && stored.equalPolls === 0);
  }
  return (stored.status === 'live' || stored.status === 'suspended') && seen.status === 'scheduled';
}

/** How many polls in a row, this one included, brought what would settle bets: a result, or that the game is off. */
function equalPolls(stored: GameRow | null, seen: FeedGame): number {
  if (seen.status === 'canceled') return stored?.status === 'canceled' ? confirmingPolls : 1;
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
  const { home, away, quote: _quote, ...own } = seen;
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
