import type { Terms } from '#shared/domain/markets/market-rules.ts';
import { type Availability, isStillOffered, type Pick } from '#shared/domain/slip.ts';
import type { LegNote } from './store.ts';

/** A leg's new terms; null if it is no longer offered. */
export type PriceChange = {
  terms: Terms | null;
  /**
   * Whether the player must accept the change before placing. A better price needs no acceptance.
   * Source: `docs/decisions/prices-checked-by-the-server.md`.
   */
  blocks: boolean;
};

/**
 * The change of a leg's line or price; null if nothing changed or nothing is known.
 *
 * The server's refusal and the slate may name different terms. The later source wins. An acceptance counts as a source
 * of its own time.
 */
export function priceChangeOf(pick: Pick, note: LegNote | null, game: Availability | null): PriceChange | null {
  const known = note && note.kind !== 'refused' ? note : null;
  const isSlateLater = game !== null && (known === null || game.asOf > known.at);
  if (!isSlateLater && known?.kind !== 'changed') return null;
  const terms = isSlateLater ? game.offer : known?.kind === 'changed' ? known.terms : null;
  if (terms && terms.line === pick.line && terms.price === pick.price) return null;
  return { terms, blocks: !isStillOffered(pick, terms) };
}
