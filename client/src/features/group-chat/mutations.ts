import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import type { FormWords } from '#client/lib/form-problem.ts';
import { setAnswered } from '#client/lib/query-client.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast, toastProblem } from '#client/ui/toast-store.ts';
import {
  type Chat,
  type ChatDoubt,
  confirmChatPost,
  removeChat,
  repeatChatPost,
  saveChat,
  testChat,
} from '#shared/api/chat.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { chatFailureWords, chatPostName, chatServiceNames } from '#shared/words/chat-words.ts';
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
    onSuccess: async (chat) => {
      await setAnswered(client, chatQuery(leagueId), { chat });
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

/** Posts a message in doubt again. `onDecided` is called once it is not in doubt any more. */
export function useRepeatPost(leagueId: string, { service }: Chat, { id, week }: ChatDoubt, onDecided: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(repeatChatPost, { params: { id: leagueId, postId: id } }),
    onSuccess: async ({ failure }) => {
      if (failure !== null) return toastProblem({ title: 'Not Posted', message: chatFailureWords(failure, service) });
      await client.invalidateQueries(chatQuery(leagueId));
      toast('Posted Again', `${chatServiceNames[service]} took it: ${chatPostName(week)}.`);
      onDecided();
    },
    onError: (error) => {
      const unknown = 'We do not know whether it was posted again. Look into your chat.';
      toastFailed(error, { fallback: 'Failed to post it again.', unknown });
      client.invalidateQueries(chatQuery(leagueId));
    },
  });
}

/** Ends the doubt about a message that is in the chat. */
export function useConfirmPost(leagueId: string, { id }: ChatDoubt, onDecided: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(confirmChatPost, { params: { id: leagueId, postId: id } }),
    onSuccess: async () => {
      await client.invalidateQueries(chatQuery(leagueId));
      onDecided();
    },
    onError: (error) => {
      const unknown = 'We do not know whether this was saved. Look again in a moment.';
      toastFailed(error, { fallback: 'Failed to save this.', unknown });
      client.invalidateQueries(chatQuery(leagueId));
    },
  });
}

export function useRemoveChat(leagueId: string, onRemoved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(removeChat, { params: { id: leagueId } }),
    onSuccess: async () => {
      await setAnswered(client, chatQuery(leagueId), { chat: null });
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
