import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import type { FormWords } from '#client/lib/form-problem.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast } from '#client/ui/toast-store.ts';
import {
  findAdminGames,
  type Preview,
  previewGameResult,
  setGameResult,
  type WantedOutcome,
  waitingGames,
} from '#shared/api/admin-games.ts';

export const labels = { reason: 'Reason, shown under Why?' } as const;

export const resultWords: FormWords = {
  fallback: 'Failed to write the result.',
  unknown: 'We do not know whether the result was written. The game is read again.',
  labels,
};

type Wanted = { gameId: string; outcome: WantedOutcome; reason: string; preview: Preview };

/** Writes what was previewed. Whatever happens, lists and preview are read again: the world may be another now. */
export function useSetResult(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ gameId, outcome, reason, preview: { rev, digest } }: Wanted) =>
      call(setGameResult, { params: { gameId }, body: { outcome, reason, rev, digest }, labels }),
    onSuccess: ({ message }) => {
      toast(message);
      onDone();
    },
    onError: (error) => void toastFailed(error, resultWords),
    onSettled: () =>
      Promise.all(
        [waitingGames, findAdminGames, previewGameResult].map(({ path }) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
}
