import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { toastFixedFailure } from '#client/ui/toast.tsx';
import { toast } from '#client/ui/toast-store.ts';
import { listGroups, removeMember, setDisplayName } from '#shared/api/groups.ts';

/** Sets the viewer's display name in a league, and refetches all lists of the league. */
export function useRename(leagueId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (displayName: string) => call(setDisplayName, { params: { id: leagueId }, body: { displayName } }),
    onSuccess: () => {
      toast('Display name updated successfully');
      client.invalidateQueries({ queryKey: [listGroups.path] });
    },
    onError: (error) => toastFixedFailure(error, 'Please try again', 'Failed to update display name'),
  });
}

/** Removes a member from a league. Calls `onGone` after the standings are refetched. */
export function useRemoveMember(leagueId: string, onGone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call(removeMember, { params: { id: leagueId, userId } }),
    onSuccess: () => {
      toast('Member Removed', 'The member has been removed from the league.');
      client.invalidateQueries({ queryKey: [listGroups.path] }).then(onGone);
    },
    onError: (error) => toastFixedFailure(error, 'Failed to remove member from league.'),
  });
}
