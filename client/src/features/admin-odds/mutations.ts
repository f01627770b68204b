import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError, call } from '#client/lib/call.ts';
import { toastFailure } from '#client/ui/toast.tsx';
import { toast } from '#client/ui/toast-store.ts';
import { type SeenOdds, saveManualOdds } from '#shared/api/admin.ts';
import { type ChangeDraft, clearedOdds, sentOdds, type TypedOdds } from './odds-draft.ts';
import { manualOddsKey } from './queries.ts';

/** An admin whose session is gone is led to the landing page. Source: spec §6. */
const meta = { leaveTo: '/' };

type Form = {
  gameId: string;
  onDraft: ChangeDraft;
  /** Brings the games anew; resolves when they are there. */
  onSaved: () => Promise<unknown>;
};

/**
 * Saves the odds of one game. Under way until `onSaved` has brought the games, and the manual odds are fresh too.
 *
 * What was typed meanwhile stays, and is based on the saved odds from then on.
 */
export function useSaveOdds({ gameId, onDraft, onSaved }: Form) {
  const refresh = useRefresh(onSaved);
  return useMutation({
    mutationFn: ({ odds, seen }: TypedOdds) => call(saveManualOdds, { body: { odds: [sentOdds(gameId, odds, seen)] } }),
    onSuccess: async ([saved], { odds }) => {
      toast('Odds Saved!', 'Manual odds have been successfully saved for this game.');
      await refresh();
      onDraft(gameId, (typed) => {
        if (!typed || typed.odds === odds) return null;
        return { ...typed, seen: { ...typed.seen, updatedAt: saved?.updatedAt ?? null }, isKept: false };
      });
    },
    onError: (error) => {
      toastFailure(error, 'Failed to save odds');
      return isOutdated(error) ? refresh() : undefined;
    },
    meta,
  });
}

/** Takes the manual odds of one game away, which brings back the feed's. */
export function useClearOdds({ gameId, onDraft, onSaved }: Form) {
  const refresh = useRefresh(onSaved);
  return useMutation({
    mutationFn: (seen: SeenOdds) => call(saveManualOdds, { body: { odds: [clearedOdds(gameId, seen)] } }),
    onSuccess: async () => {
      toast('Odds Cleared', "This game is back on the feed's odds.");
      await refresh();
      onDraft(gameId, () => null);
    },
    onError: (error) => {
      toastFailure(error, 'Failed to clear odds');
      return isOutdated(error) ? refresh() : undefined;
    },
    meta,
  });
}

/** Whether the game is locked, or its teams or odds are not those of the page any more. */
function isOutdated(error: Error): boolean {
  return error instanceof CallError && error.status === 409;
}

function useRefresh(onSaved: () => Promise<unknown>) {
  const client = useQueryClient();
  return () => Promise.all([onSaved(), client.invalidateQueries({ queryKey: manualOddsKey })]);
}
