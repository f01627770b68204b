import { useMutation } from '@tanstack/react-query';
import { toast, toastFailure } from '#client/ui/toast.tsx';
import type { Pick, SlipMode } from '#shared/domain/slip.ts';
import { type Placing, placeSlip } from './place-slip.ts';

type Aftermath = {
  /** At least one ticket was placed. */
  onPlaced: () => void;
  /** Prices or locks turned out to be older than the server's. */
  onOutdated: () => void;
};

/** Places the slip and says how it went in one toast. */
export function usePlaceSlip({ onPlaced, onOutdated }: Aftermath) {
  return useMutation({
    mutationFn: placeSlip,
    onSuccess: (placing) => {
      tell(placing);
      if (placing.placed > 0) onPlaced();
      if (placing.isOutdated) onOutdated();
    },
    onError: (error) => toastFailure(error, failedWords('individual')),
  });
}

/** Source: spec §8; screens, "Slip". */
function tell({ mode, placed, locked, failure }: Placing) {
  const dropped = locked.length > 0 ? lockedWords(locked) : '';
  const left = failure === null ? '' : 'What was refused is still on the slip.';
  if (placed === 0) {
    if (dropped) toast('Error', `${dropped} ${left}`.trim());
    else toastFailure(failure, failedWords(mode));
  } else if (mode === 'parlay') {
    toast('Parlay Placed!');
  } else {
    const done =
      placed === 1 ? 'Your bet has been successfully placed.' : `${placed} bets have been successfully placed.`;
    toast('Bet Placed!', [done, dropped, left].filter(Boolean).join(' '));
  }
}

function failedWords(mode: SlipMode): string {
  return mode === 'parlay' ? 'Failed to place parlay bet' : 'Failed to place bet';
}

/** That picks were taken off the slip because their games take no more bets. */
export function lockedWords(picks: readonly Pick[]): string {
  const games = [...new Set(picks.map((pick) => pick.game))].join(', ');
  return `${games}: betting is locked, so ${picks.length === 1 ? 'that bet was' : 'those bets were'} taken off the slip.`;
}
