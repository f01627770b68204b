import type { weekManualOdds } from '#shared/api/admin.ts';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import { wireQuote } from '../games/present.ts';
import type { ManualQuote } from './store.ts';

/** A manual quote as admins see it. */
export function presentManualQuote(manual: ManualQuote): ReplyInput<typeof weekManualOdds>[number] {
  return {
    gameId: manual.gameId,
    ...wireQuote(manual.quote),
    setBy: manual.setBy ?? 'Admin',
    notes: manual.notes ?? '',
    updatedAt: manual.changedAt.toISOString(),
  };
}
