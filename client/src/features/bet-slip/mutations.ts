import { useMutation } from '@tanstack/react-query';
import { toastFailure } from '#client/ui/toast.tsx';
import { toast, toastProblem } from '#client/ui/toast-store.ts';
import type { SlipMode } from '#shared/domain/slip.ts';
import { type Placing, placeSlip } from './place-slip.ts';
import { lockedWords } from './slip-words.ts';

type PlaceSlipCallbacks = {
  /** Called when the page's bets and balances are outdated: a ticket was placed now, or by an earlier attempt. */
  onPlaced: () => void;
  /** Called when the page's prices or locks may be outdated. */
  onOutdated: () => void;
};

/** Places the slip and shows the result in one toast. */
export function usePlaceSlip({ onPlaced, onOutdated }: PlaceSlipCallbacks) {
  return useMutation({
    mutationFn: placeSlip,
    onSuccess: (placing) => {
      toastResult(placing);
      if (placing.placed > 0 || placing.isOutdated) onPlaced();
      if (placing.isOutdated) onOutdated();
    },
    onError: (error, { slip }) => toastFailure(error, failedWords(slip.mode)),
  });
}

function toastResult({ mode, placed, earlier, locked, failure, isSuperseded }: Placing) {
  const dropped = locked.length > 0 ? lockedWords(locked) : '';
  const before = earlier > 0 ? earlierWords(earlier) : '';
  const left = failure === null ? '' : 'What was refused is still on the slip.';
  if (isSuperseded) {
    toastProblem({
      title: 'Slip Changed',
      message: 'It has changed since you confirmed it. Please check it and place it again.',
    });
  } else if (placed === 0) {
    const message = sentences(before, dropped, left);
    if (before || dropped) toastProblem({ title: before ? 'Already Placed' : 'Error', message });
    else toastFailure(failure, failedWords(mode));
  } else if (mode === 'parlay') {
    toast('Parlay Placed!');
  } else {
    const done =
      placed === 1 ? 'Your bet has been successfully placed.' : `${placed} bets have been successfully placed.`;
    toast('Bet Placed!', sentences(done, before, dropped, left));
  }
}

function sentences(...words: string[]): string {
  return words.filter(Boolean).join(' ');
}

function earlierWords(count: number): string {
  const bets = count === 1 ? 'One bet was' : `${count} bets were`;
  return `${bets} placed by your earlier try already, as the slip stood then: see My Bets.`;
}

function failedWords(mode: SlipMode): string {
  return mode === 'parlay' ? 'Failed to place parlay bet' : 'Failed to place bet';
}
