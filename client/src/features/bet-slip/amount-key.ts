import { useEffect } from 'react';
import { type Pick, pickId } from '#shared/domain/slip.ts';
import { slipStore } from './store.ts';

/**
 * The key that leads from an odds button to its amount on the slip, and back. Chosen: it edits a cell in spreadsheets,
 * is the same on every keyboard layout, and is no text in a field.
 */
const amountKey = 'F2';

type AmountKeyProps = {
  /** Called with the pick whose amount field is wanted, and with its odds button. */
  onAsked: (pick: Pick, odds: HTMLElement) => void;
  /** Called with the odds button of the field that has the focus; null for the amount of a parlay. */
  onBack: (odds: HTMLElement | null) => void;
};

/**
 * Follows the key, and picks the odds if need be. Odds buttons have `data-pick`, amount fields `data-amount`, both with
 * the `pickId`; the field of a parlay's amount has an empty one.
 */
export function AmountKey({ onAsked, onBack }: AmountKeyProps) {
  useEffect(() => {
    function follow(event: KeyboardEvent) {
      const { key, repeat, target } = event;
      if (key !== amountKey || repeat || !(target instanceof HTMLElement)) return;
      const { pick, amount } = target.dataset;
      if (pick !== undefined) askFor(pick, target);
      else if (amount !== undefined) onBack(document.querySelector(`[data-pick="${CSS.escape(amount)}"]`));
      else return;
      event.preventDefault();
    }

    function askFor(id: string, odds: HTMLElement) {
      if (odds.getAttribute('aria-pressed') !== 'true') odds.click();
      const entry = slipStore.read().slip.entries.find(({ pick }) => pickId(pick) === id);
      if (entry) onAsked(entry.pick, odds); // else a parlay has refused it, and a notification says why
    }

    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  });
  return null;
}
