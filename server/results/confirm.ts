import { correctionHours } from '#shared/domain/correction.ts';
import { speedOf } from '#shared/domain/game-speed.ts';
import type { Db } from '../db/connection.ts';
import { confirmingPolls } from '../games/advance.ts';
import type { GameRow } from '../games/store.ts';
import { isSameResult, turnedTo } from './by-team.ts';
import { appendResults, listResults, type NewResult, type ResultRow } from './store.ts';

/** Whether it is too late to correct a game that got its first result then. */
export function isPastCorrection(first: ResultRow, now: Date): boolean {
  return now.getTime() - first.at.getTime() > (correctionHours * 3_600_000) / speedOf(first.gameId);
}

/**
 * Writes the results that a poll has confirmed, for games whose rows the caller holds.
 *
 * The first one is what bets are settled on; a different one within 72 hours corrects it. What an admin wrote stands
 * above whatever the feed says later, and after 72 hours nothing changes. Source: house rules.
 *
 * pullId  the pull that brought them; null where there is none.
 */
export async function confirmResults(
  tx: Db,
  rows: readonly GameRow[],
  at: Date,
  { pullId }: { pullId: string | null },
): Promise<void> {
  const confirmed = rows.flatMap((game) => {
    const result = resultOf(game, at, pullId);
    return result ? [result] : [];
  });
  const before = await listResults(
    tx,
    confirmed.map((result) => result.gameId),
  );
  const next = confirmed.flatMap((result) => {
    const revisions = before.filter((row) => row.gameId === result.gameId);
    if (!mayFollow(revisions, result)) return [];
    const homeTeamId = revisions.at(-1)?.homeTeamId ?? result.homeTeamId; // a swap after the first result counts no more
    return [{ ...turnedTo(result, homeTeamId), rev: revisions.length + 1 }];
  });
  await appendResults(tx, next); // all at once: while games are held, no other poll of a spread database gets on
}

/** What the row says a game came to; null while that is not confirmed, or cannot be known. */
function resultOf(game: GameRow, at: Date, pullId: string | null): NewResult | null {
  if (game.equalPolls < confirmingPolls) return null;
  const { id: gameId, homeTeamId, awayTeamId } = game;
  // A start that only holds its place says nothing about when the game began.
  const startsAt = game.startKnown ? game.startsAt : (game.startedAt ?? game.startsAt);
  const from = {
    gameId,
    source: 'feed' as const,
    homeTeamId,
    awayTeamId,
    startsAt,
    at,
    pullId,
    setById: null,
    reason: null,
  };
  if (game.status === 'canceled') return { ...from, isVoid: true, home: null, away: null, halfInnings: null };
  if (!game.settleable || game.countedHome === null || game.countedAway === null) return null;
  return { ...from, isVoid: false, home: game.countedHome, away: game.countedAway, halfInnings: game.halfInnings };
}

function mayFollow(revisions: readonly ResultRow[], next: NewResult): boolean {
  const [first] = revisions;
  const last = revisions.at(-1);
  if (!first || !last) return true;
  if (last.source === 'admin' || isPastCorrection(first, next.at)) return false;
  return !isSameResult(last, next);
}
