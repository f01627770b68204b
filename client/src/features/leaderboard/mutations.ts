import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast } from '#client/ui/toast-store.ts';
import { listGroups, removeMember, setDisplayName } from '#shared/api/groups.ts';

/** Sets the viewer's display name in a league, and refetches all lists of the league. */
export function useRename(leagueId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (displayName: string) =>
      call(setDisplayName, { params: { id: leagueId }, body: { displayName }, labels: nameLabels }),
    onSuccess: () => {
      toast('Display name updated successfully');
      client.invalidateQueries({ queryKey: [listGroups.path] });
    },
    onError: (error) => {
      if (toastFailed(error, renameWords)) client.invalidateQueries({ queryKey: [listGroups.path] });
    },
  });
}

const renameFailed = 'Failed to update display name';
export const nameLabels = { displayName: 'Display Name' } as const;

/** The words about a new display name that failed. The form says more than the notification. */
export const renameWords = {
  title: renameFailed,
  fixed: 'Please try again',
  fallback: `${renameFailed}. Please try again.`,
  unknown: 'We do not know whether your display name was changed. Look at the leaderboard.',
  labels: nameLabels,
};

/** Removes a member from a league. Calls `onGone` after the standings are refetched. */
export function useRemoveMember(leagueId: string, onGone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call(removeMember, { params: { id: leagueId, userId } }),
    onSuccess: () => {
      toast('Member Removed', 'The member has been removed from the league.');
      client.invalidateQueries({ queryKey: [listGroups.path] }).then(onGone);
    },
    onError: (error) => {
      const unknown = 'We do not know whether the member was removed. Look at the leaderboard.';
      if (!toastFailed(error, { fixed: 'Failed to remove member from league.', unknown })) return;
      client.invalidateQueries({ queryKey: [listGroups.path] }).then(onGone);
    },
  });
}
