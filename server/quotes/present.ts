import type { weekManualOdds } from '#shared/api/admin.ts';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import { formerAdmin, signerName } from '#shared/domain/naming.ts';
import type { Db } from '../db/connection.ts';
import { wireQuote } from '../games/present.ts';
import { findNames } from '../users/store.ts';
import type { ManualQuote } from './store.ts';

/** Manual quotes as admins see them, with the present names of those who set them. */
export async function presentManualQuotes(
  db: Db,
  quotes: readonly ManualQuote[],
): Promise<ReplyInput<typeof weekManualOdds>> {
  const signers = await findNames(
    db,
    quotes.flatMap(({ setById }) => setById ?? []),
  );
  return quotes.map((manual) => {
    const signer = signers.get(manual.setById ?? '');
    return {
      gameId: manual.gameId,
      ...wireQuote(manual.quote),
      setBy: signer ? signerName(signer) : formerAdmin,
      notes: manual.notes ?? '',
      updatedAt: manual.changedAt.toISOString(),
    };
  });
}
