import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError, call, NoAnswerError } from '#client/lib/call.ts';
import type { FormWords } from '#client/lib/form-problem.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast } from '#client/ui/toast-store.ts';
import { type SeenOdds, saveManualOdds } from '#shared/api/admin.ts';
import { type ChangeDraft, clearedOdds, type OddsDraft, oddsLabels, sentOdds, type TypedOdds } from './odds-draft.ts';
import { manualOddsKey } from './queries.ts';

/** An admin whose session has expired is sent to the landing page. Source: `docs/screens.md#getting-in`. */
const meta = { leaveTo: '/' };

/**
 * The odds that the page showed of a game when they were cleared, and the text in its inputs; null without any text.
 */
type Clearing = { seen: SeenOdds; typed: TypedOdds | null };

type Form = {
  gameId: string;
  onDraft: ChangeDraft;
  /** Refetches the games; resolves once they are loaded. */
  onSaved: () => Promise<unknown>;
};

/**
 * Saves the odds of one game. Stays pending until the games and the manual odds are refetched.
 *
 * Text that the admin types during the save stays in the form; from then on it counts as typed over the saved odds.
 */
export function useSaveOdds({ gameId, onDraft, onSaved }: Form) {
  const refresh = useRefresh(onSaved);
  const record = (sent: OddsDraft, save: TypedOdds['save']) =>
    onDraft(gameId, (typed) => (typed?.odds === sent ? { ...typed, save } : typed));
  return useMutation({
    onMutate: ({ odds }) => record(odds, 'pending'),
    mutationFn: ({ odds, seen }: TypedOdds) =>
      call(saveManualOdds, { body: { odds: [sentOdds(gameId, odds, seen)] }, labels: oddsLabels }),
    onSuccess: async ([saved], { odds }) => {
      toast('Odds Saved!', 'Manual odds have been successfully saved for this game.');
      await refresh();
      onDraft(gameId, typedSince(odds, saved?.updatedAt ?? null));
    },
    onError: (error, { odds }) => {
      record(odds, error instanceof NoAnswerError ? 'unanswered' : 'none');
      toastFailed(error, saveWords);
      return isOutdated(error) ? refresh() : undefined;
    },
    meta,
  });
}

/** The words about a failed save. */
export const saveWords: FormWords = {
  fallback: 'Failed to save odds',
  unknown: 'We do not know whether the odds were saved. Refresh before you save again.',
  labels: oddsLabels,
};

/**
 * Deletes the manual odds of one game, so that the feed's odds apply again. Discards what was typed before, and no text
 * that the admin types meanwhile.
 */
export function useClearOdds({ gameId, onDraft, onSaved }: Form) {
  const refresh = useRefresh(onSaved);
  return useMutation({
    mutationFn: ({ seen }: Clearing) => call(saveManualOdds, { body: { odds: [clearedOdds(gameId, seen)] } }),
    onSuccess: async (_, { typed }) => {
      toast('Odds Cleared', "This game is back on the feed's odds.");
      await refresh();
      onDraft(gameId, typedSince(typed?.odds ?? null, null));
    },
    onError: (error) => {
      const unknown = 'We do not know whether the odds were cleared. Refresh to see which are in force.';
      toastFailed(error, { fallback: 'Failed to clear odds', unknown });
      return isOutdated(error) ? refresh() : undefined;
    },
    meta,
  });
}

/**
 * The change of a form's typed odds after a save or a clear: null, unless the admin has typed since. From then on they
 * count as typed over the odds that are stored now.
 *
 * before     the typed odds when the call was sent
 * updatedAt  when the manual odds that are stored now were saved; null if there are none
 */
function typedSince(before: OddsDraft | null, updatedAt: string | null): Parameters<ChangeDraft>[1] {
  return (typed) => {
    if (!typed || typed.odds === before) return null;
    return { ...typed, seen: { ...typed.seen, updatedAt }, overwrites: false };
  };
}

/**
 * Whether the page may be out of date: the server refused because the game is locked, or because its teams or odds
 * differ from the page's; or it may have saved, but its answer was lost.
 */
function isOutdated(error: Error): boolean {
  return error instanceof NoAnswerError || (error instanceof CallError && error.status === 409);
}

function useRefresh(onSaved: () => Promise<unknown>) {
  const client = useQueryClient();
  return () => Promise.all([onSaved(), client.invalidateQueries({ queryKey: manualOddsKey })]);
}
