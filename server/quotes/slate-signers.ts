import { formerAdmin, publicSignerName } from '#shared/domain/naming.ts';
import type { Db } from '../db/connection.ts';
import type { QuotedGame } from '../games/store.ts';
import { findNames } from '../users/store.ts';
import { countManualChanges } from './manual-history-store.ts';

/**
 * Of each game whose odds an admin ever set: the name of the admin whose odds are in force, null if those of the feed
 * are, and the number of changes. Other games are left out.
 */
export async function readSlateSigners(
  db: Db,
  quoted: readonly QuotedGame[],
): Promise<Map<string, { setBy: string | null; changes: number }>> {
  const counts = await countManualChanges(
    db,
    quoted.map(({ game }) => game),
  );
  const names = await findNames(
    db,
    quoted.flatMap(({ setById }) => setById ?? []),
  );
  const signed = quoted.flatMap(({ game, source, setById }) => {
    const signer = names.get(setById ?? '');
    const setBy = source === 'manual' ? (signer ? publicSignerName(signer) : formerAdmin) : null;
    const changes = counts.get(game.id) ?? 0;
    return setBy === null && changes === 0 ? [] : [[game.id, { setBy, changes }] as const];
  });
  return new Map(signed);
}
