import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { setAnswered } from '#client/lib/query-client.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast } from '#client/ui/toast-store.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { askMailConfirmation } from '#shared/api/mail.ts';
import { changeNoticeSettings, type NoticeSettings } from '#shared/api/notice-settings.ts';
import { settingsQuery } from './queries.ts';

export type SettingsChange = BodyInput<typeof changeNoticeSettings>;

const { queryKey } = settingsQuery;
const mutationKey = [changeNoticeSettings.path, changeNoticeSettings.method];
const unknown = 'We do not know whether your settings were saved. They are read again.';

/**
 * Changes the viewer's settings. The page shows a change at once, and the reply of the last one under way decides.
 * Changes are sent one after another, so that the last tap wins.
 */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    scope: { id: queryKey.join() },
    mutationFn: (body: SettingsChange) => call(changeNoticeSettings, { body }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey }); // its reply would be from before the change
      client.setQueryData(queryKey, (settings) => settings && changed(settings, change));
    },
    onSuccess: async (settings) => {
      if (client.isMutating({ mutationKey }) === 1) return setAnswered(client, settingsQuery, settings);
    },
    onError: (error) => {
      toastFailed(error, { fallback: 'Failed to save your settings.', unknown });
      void client.invalidateQueries({ queryKey });
    },
  });
}

/** Sends the link that confirms the viewer's address once more. */
export function useAskConfirmation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(askMailConfirmation),
    onSuccess: () => toast('Letter Sent', 'Open its link within three days. Look into your spam folder, too.'),
    onError: (error) => {
      const letter = 'We do not know whether the letter was sent. Look at your inbox before you try again.';
      toastFailed(error, { fallback: 'Failed to send the letter.', unknown: letter });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

function changed(settings: NoticeSettings, change: SettingsChange): NoticeSettings {
  const { push, mail, quietHours, timeZone } = changeNoticeSettings.body.parse(change);
  return {
    ...settings,
    push: { ...settings.push, ...push },
    mail: { ...settings.mail, ...mail },
    ...(Object.values(mail ?? {}).includes(true) && {
      mailAddress: settings.mailAddress && { ...settings.mailAddress, isAsked: !settings.mailAddress.isConfirmed },
    }),
    ...(quietHours !== undefined && { quietHours }),
    ...(timeZone !== undefined && { timeZone }),
  };
}
