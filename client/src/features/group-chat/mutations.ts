import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import type { FormWords } from '#client/lib/form-problem.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast, toastProblem } from '#client/ui/toast-store.ts';
import { type Chat, removeChat, saveChat, testChat } from '#shared/api/chat.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { chatFailureWords, chatServiceNames } from '#shared/words/chat-words.ts';
import { chatQuery } from './queries.ts';

export const saveWords: FormWords = {
  fallback: 'Failed to save the group chat.',
  unknown: 'We do not know whether the group chat was saved. Look again in a moment.',
  labels: { address: 'Webhook address' },
  refusedFields: { 'bad-input': 'address' },
};

export function useSaveChat(leagueId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof saveChat>) => call(saveChat, { params: { id: leagueId }, body }),
    onSuccess: (chat) => {
      client.setQueryData(chatQuery(leagueId).queryKey, { chat });
      toast('Group Chat Saved', `Recaps and final standings go to ${chatServiceNames[chat.service]}.`);
    },
    onError: (error) => {
      const { fallback, unknown } = saveWords;
      if (toastFailed(error, { fallback, unknown })) client.invalidateQueries(chatQuery(leagueId));
    },
  });
}

export function useTestChat(leagueId: string, { service }: Pick<Chat, 'service'>) {
  return useMutation({
    mutationFn: () => call(testChat, { params: { id: leagueId } }),
    onSuccess: ({ failure }) => {
      if (failure === null) toast('Test Sent', `${chatServiceNames[service]} took it. Look into your chat.`);
      else toastProblem({ title: 'Test Not Sent', message: chatFailureWords(failure, service) });
    },
    onError: (error) => {
      toastFailed(error, { fallback: 'Failed to send a test.', unknown: 'We do not know whether the test was sent.' });
    },
  });
}

export function useRemoveChat(leagueId: string, onRemoved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(removeChat, { params: { id: leagueId } }),
    onSuccess: () => {
      client.setQueryData(chatQuery(leagueId).queryKey, { chat: null });
      toast('Group Chat Removed', 'Nothing is posted any more.');
      onRemoved();
    },
    onError: (error) => {
      const unknown = 'We do not know whether the group chat was removed. Look again in a moment.';
      if (toastFailed(error, { fallback: 'Failed to remove the group chat.', unknown }))
        client.invalidateQueries(chatQuery(leagueId));
    },
  });
}
