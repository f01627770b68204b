import { isFromFuture } from '#shared/domain/from-future.ts';
import { gradeLeg, type LegGrade } from '#shared/domain/grade.ts';
import type { GradableLeg, Score } from '#shared/domain/leg.ts';
import { limitsOf } from '#shared/domain/limits.ts';
import { isSameMatch } from '../games/same-match.ts';
import type { GameRow } from '../games/store.ts';
import { deadlineOf } from './deadline.ts';
import type { OpenPlacing, ResultRow } from './results-store.ts';
import type { LockedTicket, PlacedOn } from './settle-store.ts';

/** The grade of a leg, and the score and result that it rests on. */
export type Decision = LegGrade & { score: Score | null; resultRev: number | null; pullId: string | null };

/** A void without a result. No later result changes such a leg. */
const forGood = { grade: 'void', score: null, resultRev: null, pullId: null } as const;
const outOfTime: Decision = { ...forGood, rule: 'not-played-in-time' };
const differentMatch: Decision = { ...forGood, rule: 'different-match' };

/** Why open legs that were placed on this start and match are void without a result; null if they are not void. */
export function whyCalledOff(placing: OpenPlacing, now: Date): Decision | null {
  if (!isSameMatch(placing.game, placing.placedOn)) return differentMatch;
  return isOutOfTime(placing, now) ? outOfTime : null;
}

/**
 * Whether the legs that were placed on this start are void because the game was not played in time.
 *
 * A poll after the limit must still have seen the game unfinished: a worker that slept past the limit has to poll
 * first, and a result that waits for its second poll counts. A game that was moved past the limit needs no such poll,
 * because none may come before its new start. A game that its feed no longer lists waits longer, and then a result that
 * waits for its second poll does not count. Source: docs/house-rules.md#postponed-and-not-played.
 */
function isOutOfTime({ game, placedOn, absence }: OpenPlacing, now: Date): boolean {
  const { limit, voidBy } = deadlineOf(game, placedOn.originalStart, absence);
  if (absence && !isFromFuture(absence.at, now) && absence.at >= voidBy && now >= voidBy) return true;
  const polledAt = game.polledAt && !isFromFuture(game.polledAt, now) ? game.polledAt : null;
  const isUnfinished = game.startsAt > limit || (polledAt !== null && polledAt > limit);
  const awaitsSecondPoll = game.equalPolls > 0 && (game.status === 'final' || game.status === 'canceled');
  return now > limit && isUnfinished && !awaitsSecondPoll;
}

/**
 * Grades one leg on the result: void if the house rules say so, else by the score. Source: docs/house-rules.md#bets.
 */
export function decideOn(
  leg: PlacedOn & GradableLeg,
  ticket: Pick<LockedTicket, 'placedAt'>,
  game: Pick<GameRow, 'id' | 'sport'>,
  result: Omit<ResultRow, 'gameId' | 'at' | 'setById' | 'reason'>,
): Decision {
  if (!isSameMatch(leg, result)) return differentMatch;
  const on = { score: null, resultRev: result.rev, pullId: result.pullId };
  if (result.isVoid) {
    return { ...on, grade: 'void', rule: result.source === 'admin' ? 'voided-by-admin' : 'canceled' };
  }
  if (result.homeTeamId !== leg.homeTeamId) return { ...on, grade: 'void', rule: 'home-and-away-swapped' };
  if (ticket.placedAt >= result.startsAt) return { ...on, grade: 'void', rule: 'started-before-placing' };
  // The game began after the limit. It is void even if this worker reads the result before it voids the leg.
  if (result.startsAt > limitsOf(game.id).finalBy(game.sport, leg.originalStart, false)) {
    return { ...on, grade: 'void', rule: 'not-played-in-time' };
  }
  if (result.home === null || result.away === null) throw new Error(`${game.id} has no score to grade on`);
  const score = { home: result.home, away: result.away };
  return { ...on, score, ...gradeLeg(leg, { sport: game.sport, score, halfInnings: result.halfInnings }) };
}
