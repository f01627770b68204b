import { useMutation } from '@tanstack/react-query';
import { toastFailure } from '#client/ui/toast-failure.ts';
import { toast, toastProblem } from '#client/ui/toast-store.ts';
import type { Bet } from '#shared/api/bets.ts';
import { cents, sumCents } from '#shared/domain/money.ts';
import type { Slip } from '#shared/domain/slip.ts';
import type { LeagueChoice } from './league-options.ts';
import { type Placing, placeSlip } from './place-slip.ts';
import { lockedWords, noAnswerWords, safeAgainWords } from './slip-words.ts';
import { type Receipt, slipStore } from './store.ts';

type PlaceSlipCallbacks = {
  /**
   * Called when the page's bets, leagues and balances are outdated: a ticket was placed now, or by an earlier attempt,
   * or the server knows of something newer. Resolves with whether the leagues could be loaded again.
   */
  onPlaced: () => Promise<boolean>;
  /** Called when the page's prices or locks may be outdated. */
  onOutdated: () => void;
};

/** Places the slip in `league`, which is as it was before, and shows the result in one toast and in a receipt. */
export function usePlaceSlip({ onPlaced, onOutdated }: PlaceSlipCallbacks) {
  return useMutation({
    mutationFn: ({ slip, league }: { slip: Slip; league: LeagueChoice }) =>
      placeSlip({ slip, leagueId: league.id, note: league.remarks ? slip.note.trim() : '' }),
    onSuccess: (placing, { league }) => {
      toastResult(placing);
      if (placing.placed > 0 || placing.isOutdated) showReceipt(placing.bets, league, onPlaced());
      if (placing.isOutdated) onOutdated();
    },
    onError: (error) => toastFailure(error, noAnswerWords, 'No Answer'),
  });
}

/** Shows the receipt at once, with a computed balance until the league's own is `loaded`. */
async function showReceipt([first, ...others]: readonly Bet[], league: LeagueChoice, loaded: Promise<boolean>) {
  if (!first) return;
  const stakes = first.parlayId === null ? [first, ...others].map(({ amount }) => amount) : [first.amount];
  const before = league.available;
  const computed = { before, available: cents(before - sumCents(stakes)) };
  const receipt: Receipt = { bets: [first, ...others], computed };
  slipStore.setReceipt(receipt);
  const isLoaded = await loaded;
  if (isLoaded && slipStore.read().receipt === receipt) slipStore.setReceipt({ ...receipt, computed: null });
}

function toastResult({ mode, placed, earlier, locked, refusal, isUnanswered, isSuperseded }: Placing) {
  const dropped = locked.length > 0 ? lockedWords(locked) : '';
  const before = earlier > 0 ? earlierWords(earlier) : '';
  const open = isUnanswered ? `For some no answer came, so they may be placed or not. ${safeAgainWords}` : '';
  const left = sentences(refusal === null ? '' : 'What was refused is still on the slip.', open);
  if (isSuperseded) {
    toastProblem({
      title: 'Slip Changed',
      message: 'It has changed since you confirmed it. Please check it and place it again.',
    });
  } else if (placed === 0) {
    const message = sentences(before, dropped, left);
    if (before || dropped) toastProblem({ title: before ? 'Already Placed' : 'Error', message });
    else if (refusal === null) toastProblem({ title: 'No Answer', message: noAnswerWords });
    else toastProblem({ title: 'Error', message: sentences(refusal.words, open) });
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
