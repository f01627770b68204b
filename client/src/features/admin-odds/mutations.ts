import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { toastFailure } from '#client/ui/toast.tsx';
import { toast } from '#client/ui/toast-store.ts';
import { saveManualOdds } from '#shared/api/admin.ts';
import { clearedOdds, type OddsDraft, sentOdds } from './odds-draft.ts';
import { manualOddsKey } from './queries.ts';

/** An admin whose session is gone is led to the landing page. Source: spec §6. */
const meta = { leaveTo: '/' };

/** Saves the odds of one game. Under way until `onSaved` has brought the games, and the manual odds are fresh too. */
export function useSaveOdds(gameId: string, onSaved: () => Promise<unknown>) {
  const refresh = useRefresh(onSaved);
  return useMutation({
    mutationFn: (draft: OddsDraft) => call(saveManualOdds, { body: { odds: [sentOdds(gameId, draft)] } }),
    onSuccess: () => {
      toast('Odds Saved!', 'Manual odds have been successfully saved for this game.');
      return refresh();
    },
    onError: (error) => toastFailure(error, 'Failed to save odds'),
    meta,
  });
}

/** Takes the manual odds of one game away, which brings back the feed's. */
export function useClearOdds(gameId: string, onSaved: () => Promise<unknown>) {
  const refresh = useRefresh(onSaved);
  return useMutation({
    mutationFn: () => call(saveManualOdds, { body: { odds: [clearedOdds(gameId)] } }),
    onSuccess: () => {
      toast('Odds Cleared', "This game is back on the feed's odds.");
      return refresh();
    },
    onError: (error) => toastFailure(error, 'Failed to clear odds'),
    meta,
  });
}

function useRefresh(onSaved: () => Promise<unknown>) {
  const client = useQueryClient();
  return () => Promise.all([onSaved(), client.invalidateQueries({ queryKey: manualOddsKey })]);
}
