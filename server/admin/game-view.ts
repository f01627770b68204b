import type { z } from 'zod';
import type { AdminGame, findAdminGames } from '#shared/api/admin-games.ts';
import type { Outcome } from '#shared/domain/correction.ts';
import { isLocked } from '#shared/domain/lock.ts';
import type { Db } from '../db/connection.ts';
import { presentGame } from '../games/present.ts';
import type { GameRow } from '../games/store.ts';
import { type CorrectionRow, listCorrections } from '../settlement/corrections-store.ts';
import { listResults, type ResultRow } from '../settlement/results-store.ts';

type WireAdminGame = z.input<(typeof findAdminGames)['reply']>[number];
export type Waits = NonNullable<AdminGame['waits']>;

/** These games with their results and corrections, and why they wait where `waits` says so. */
export async function presentAdminGames(
  db: Db,
  games: readonly GameRow[],
  waits: ReadonlyMap<string, Waits>,
  now: Date,
): Promise<WireAdminGame[]> {
  const ids = games.map(({ id }) => id);
  const results = new Map((await listResults(db, ids)).map((result) => [result.gameId, result])); // the last of each
  const corrections = new Map((await listCorrections(db, ids)).map((correction) => [correction.gameId, correction]));
  return games.map((game) => {
    const result = results.get(game.id) ?? null;
    const correction = corrections.get(game.id) ?? null;
    return {
      game: presentGame({ game, quote: null, source: null }, now),
      waits: waits.get(game.id) ?? null,
      result: result && presentResult(result),
      feed: feedScore(game),
      correction: correction && presentCorrection(correction),
      hasStarted: game.startedAt !== null || game.startsAt <= now,
      takesBets: !isLocked(game, now),
    };
  });
}

function presentResult(result: ResultRow) {
  const { rev, source, reason, at } = result;
  return { ...outcomeOf(result), rev, source, reason, at: at.toISOString() };
}

function presentCorrection(correction: CorrectionRow) {
  return {
    ...outcomeOf(correction),
    seenAt: correction.since.toISOString(),
    until: correction.until.toISOString(),
  };
}

function outcomeOf({ isVoid, home, away, halfInnings }: Outcome & { halfInnings: number | null }) {
  return { isVoid, home, away, halfInnings };
}

function feedScore(game: GameRow) {
  const { status, countedHome: home, countedAway: away, halfInnings } = game;
  const isPlayed = status === 'live' || status === 'suspended' || status === 'final';
  if (!isPlayed || home === null || away === null) return null;
  return { isVoid: false, home, away, halfInnings, seenAt: (game.polledAt ?? game.changedAt).toISOString() };
}
