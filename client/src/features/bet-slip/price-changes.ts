import { type Availability, isStillOffered, type Pick, type Terms } from '#shared/domain/slip.ts';
import type { LegNote } from './store.ts';

/** What a leg has moved to; `terms` is null when it is not offered any more. */
export type PriceChange = {
  terms: Terms | null;
  /** Whether it has to be accepted before placing: what is better for the player is taken as it is (design D7). */
  blocks: boolean;
};

/**
 * Whether a leg's line or price is another one by now; null when it stands, or when nothing is known of it.
 *
 * The server's refusal and the slate may differ: the later of the two counts, and what the player has accepted since
 * counts as heard.
 */
export function priceChangeOf(pick: Pick, note: LegNote | null, standing: Availability | null): PriceChange | null {
  const heard = note && note.kind !== 'refused' ? note : null;
  const isSlateLater = standing !== null && (heard === null || standing.asOf > heard.at);
  if (!isSlateLater && heard?.kind !== 'moved') return null;
  const terms = isSlateLater ? standing.offer : heard?.kind === 'moved' ? heard.terms : null;
  if (terms && terms.line === pick.line && terms.price === pick.price) return null;
  return { terms, blocks: !isStillOffered(pick, terms) };
}
