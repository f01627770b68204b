import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { toast, toastFailure } from '#client/ui/toast.tsx';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { createGroup, type Group, joinGroup } from '#shared/api/groups.ts';
import { leaguesQuery } from './queries.ts';

/** Creates a league owned by the viewer; its words are those of spec §8. */
export function useCreateLeague(onDone: (league: Group) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createGroup>) => call(createGroup, { body }),
    onSuccess: async (league) => {
      toast('League Created', 'Your new league has been created successfully! Share your league code with friends!');
      onDone(league);
      await client.invalidateQueries({ queryKey: leaguesQuery.queryKey });
    },
    onError: (error) => toastFailure(error, 'Failed to create league'),
  });
}

/** Joins the league with a code. */
export function useJoinLeague(onDone: (league: Group) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (joinCode: string) => call(joinGroup, { body: { joinCode } }),
    onSuccess: async (league) => {
      toast('Joined League', 'You have successfully joined the league!');
      onDone(league);
      await client.invalidateQueries({ queryKey: leaguesQuery.queryKey });
    },
    onError: (error) => toastFailure(error, 'Failed to join league'),
  });
}
