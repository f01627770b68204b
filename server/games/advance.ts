import type { FeedGame } from '../feed/feed.ts';
import type { GameRow } from './store.ts';

/** Polls in a row with the same settleable result that make it final. Source: house rules, "A result is final". */
export const confirmingPolls = 2;

/**
 * The row of a game after one poll; null when nothing of it changed.
 *
 * A game that has begun never goes back to scheduled and a final one stays final: feeds do both by mistake
 * (hardening E6). Equal results are counted, so that one poll alone never settles anything.
 */
export function advance(stored: GameRow | null, seen: FeedGame, at: Date): GameRow | null {
  const next = merged(stored, seen, at);
  if (stored && isSame(stored, next)) return null;
  return { ...next, lastSeenAt: at, changedAt: at };
}

function merged(stored: GameRow | null, seen: FeedGame, at: Date): GameRow {
  const base = { ...rowOf(seen), bettingLocked: stored?.bettingLocked ?? false };
  const hasBegun = seen.status === 'live' || seen.status === 'final' || seen.status === 'suspended';
  const startedAt = stored?.startedAt ?? (hasBegun ? at : null);
  const fresh = { ...base, startedAt, equalPolls: equalPolls(stored, seen), lastSeenAt: at, changedAt: at };
  if (!stored || !goesBack(stored, seen)) return fresh;
  // Names and ranks may be renewed; what has been played stays.
  const { status, statusWord, settleable, period, clock, homeScore, awayScore, countedHome, countedAway } = stored;
  const { halfInnings, startsAt, startKnown } = stored;
  return {
    ...fresh,
    ...{ status, statusWord, settleable, period, clock, homeScore, awayScore, countedHome, countedAway },
    ...{ halfInnings, startsAt, startKnown, equalPolls: stored.equalPolls },
  };
}

function goesBack(stored: GameRow, seen: FeedGame): boolean {
  if (stored.status === 'final') return seen.status !== 'final';
  return (stored.status === 'live' || stored.status === 'suspended') && seen.status === 'scheduled';
}

function equalPolls(stored: GameRow | null, seen: FeedGame): number {
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
    if (key === 'lastSeenAt' || key === 'changedAt') return true;
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
