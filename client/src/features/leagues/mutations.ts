import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import type { FormWords } from '#client/lib/form-problem.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast } from '#client/ui/toast-store.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { createGroup, deleteGroup, joinGroup, regenerateCode, updateGroup } from '#shared/api/groups.ts';
import { playAgain } from '#shared/api/seasons.ts';
import { joinLabels, leagueLabels } from './labels.ts';
import { leaguesQuery } from './queries.ts';

// A dialog closes in the `onSuccess` of its own `mutate`, which is not called once the dialog is gone: a reply that
// arrives then must not close another dialog.

/** Creates a league that the viewer owns. `onDone` receives its id, also when the form is gone by then. */
export function useCreateLeague(onDone: (leagueId: string) => void) {
  return useAddLeague({
    add: (body: BodyInput<typeof createGroup>) => call(createGroup, { body, labels: leagueLabels }),
    onAdded: ({ id }) => {
      toast('League Created', 'Your new league has been created successfully! Share your league code with friends!');
      onDone(id);
    },
    words: createWords,
  });
}

/** The words about a failed creation. */
export const createWords: FormWords = {
  fallback: 'Failed to create league',
  unknown: 'We do not know whether your league was created. Look at your leagues before you try again.',
  labels: leagueLabels,
};

/** Joins the league with a code. */
export function useJoinLeague() {
  return useAddLeague({
    add: (joinCode: string) => call(joinGroup, { body: { joinCode }, labels: joinLabels }),
    onAdded: () => toast('Joined League', 'You have successfully joined the league!'),
    words: joinWords,
  });
}

/** The words about a failed try to join. */
export const joinWords: FormWords = {
  fallback: 'Failed to join league',
  unknown: 'We do not know whether you joined the league. Look at your leagues before you try again.',
  labels: joinLabels,
  refusedFields: { 'unknown-code': 'joinCode' },
};

/** Starts the next season of a final league, or finds the one that somebody else has started. */
export function usePlayAgain(leagueId: string) {
  return useAddLeague({
    add: (body: BodyInput<typeof playAgain>) =>
      call(playAgain, { params: { id: leagueId }, body, labels: leagueLabels }),
    onAdded: ({ isMember }) => {
      if (isMember) toast('Next Season Started', 'Your friends are invited. Share the link, too!');
    },
    words: playAgainWords,
  });
}

/** The words about a next season that failed to start. */
export const playAgainWords: FormWords = {
  fallback: 'Failed to start the next season',
  unknown: 'We do not know whether the next season was started. Trying again starts no second one.',
  labels: leagueLabels,
};

type Adding<Input, Added> = {
  add: (input: Input) => Promise<Added>;
  onAdded: (league: Added) => void;
  words: FormWords;
};

/** Adds a league to those of the viewer, and refetches them. */
function useAddLeague<Input, Added>({ add, onAdded, words }: Adding<Input, Added>) {
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: leaguesQuery.queryKey });
  return useMutation({
    mutationFn: add,
    onSuccess: (league) => {
      refetch();
      onAdded(league);
    },
    onError: (error) => {
      if (toastFailed(error, words)) refetch();
    },
  });
}

/** The toasts of a new join code: title and text, and the text of a failure. They differ between the two dialogs. */
export type CodeWords = { done: (code: string) => readonly [title: string, text: string]; failed: string };

/** Replaces the join code by a new one. */
export function useRegenerateCode(leagueId: string, words: CodeWords) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(regenerateCode, { params: { id: leagueId } }),
    onSuccess: async ({ joinCode }) => {
      toast(...words.done(joinCode));
      await client.invalidateQueries({ queryKey: leaguesQuery.queryKey, exact: true });
    },
    onError: async (error) => {
      const unknown = 'We do not know whether there is a new join code. Check the code before you share it.';
      if (!toastFailed(error, { fixed: words.failed, unknown })) return;
      await client.invalidateQueries({ queryKey: leaguesQuery.queryKey, exact: true });
    },
  });
}

/** Saves a league's settings. */
export function useUpdateLeague(leagueId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof updateGroup>) =>
      call(updateGroup, { params: { id: leagueId }, body, labels: leagueLabels }),
    onSuccess: () => {
      toast('League Updated', 'League settings have been updated successfully.');
      client.invalidateQueries({ queryKey: leaguesQuery.queryKey });
    },
    onError: (error) => {
      if (toastFailed(error, updateWords)) client.invalidateQueries({ queryKey: leaguesQuery.queryKey });
    },
  });
}

const updateFailed = 'Failed to update league settings.';

/** The words about changed settings that failed. The form says more than the notification. */
export const updateWords = {
  fallback: updateFailed,
  fixed: updateFailed,
  unknown: 'We do not know whether the settings were saved. Open them again to see.',
  labels: leagueLabels,
  refusedFields: { 'fair-play-fixed': 'fairPlay', 'sports-fixed': 'allowedSports' },
};

/** Deletes a league with everything in it. */
export function useDeleteLeague(leagueId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteGroup, { params: { id: leagueId } }),
    onSuccess: () => {
      toast('League Deleted');
      // `exact` refetches the list alone: further queries of the deleted league would fail.
      client.invalidateQueries({ queryKey: leaguesQuery.queryKey, exact: true });
    },
    onError: (error) => {
      const unknown = 'We do not know whether the league was deleted. Look at your leagues.';
      if (!toastFailed(error, { fixed: 'Failed to delete league', unknown })) return;
      client.invalidateQueries({ queryKey: leaguesQuery.queryKey, exact: true });
    },
  });
}
