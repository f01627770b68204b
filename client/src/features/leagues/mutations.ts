import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { toastFailure, toastFixedFailure } from '#client/ui/toast.tsx';
import { toast } from '#client/ui/toast-store.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { createGroup, deleteGroup, joinGroup, regenerateCode, updateGroup } from '#shared/api/groups.ts';
import { leaguesQuery } from './queries.ts';

// A dialog closes in the `onSuccess` of its own `mutate`, which is not called once the dialog is gone: a reply that
// arrives then must not close another dialog.

/** Creates a league that the viewer owns. `onDone` receives its id, also when the form is gone by then. */
export function useCreateLeague(onDone: (leagueId: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createGroup>) => call(createGroup, { body }),
    onSuccess: ({ id }) => {
      toast('League Created', 'Your new league has been created successfully! Share your league code with friends!');
      client.invalidateQueries({ queryKey: leaguesQuery.queryKey });
      onDone(id);
    },
    onError: (error) => toastFailure(error, 'Failed to create league'),
  });
}

/** Joins the league with a code. */
export function useJoinLeague() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (joinCode: string) => call(joinGroup, { body: { joinCode } }),
    onSuccess: () => {
      toast('Joined League', 'You have successfully joined the league!');
      client.invalidateQueries({ queryKey: leaguesQuery.queryKey });
    },
    onError: (error) => toastFailure(error, 'Failed to join league'),
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
    onError: (error) => toastFixedFailure(error, words.failed),
  });
}

/** Saves a league's settings. */
export function useUpdateLeague(leagueId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof updateGroup>) => call(updateGroup, { params: { id: leagueId }, body }),
    onSuccess: () => {
      toast('League Updated', 'League settings have been updated successfully.');
      client.invalidateQueries({ queryKey: leaguesQuery.queryKey });
    },
    onError: (error) => toastFixedFailure(error, 'Failed to update league settings.'),
  });
}

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
    onError: (error) => toastFixedFailure(error, 'Failed to delete league'),
  });
}
