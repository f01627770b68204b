import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { messageFor, useFormProblem } from '#client/lib/form-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { returningFocus } from '#client/ui/leaving-focus.ts';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Question } from '#client/ui/question.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import type { Chat } from '#shared/api/chat.ts';
import { type ChatService, chatServices } from '#shared/domain/chat.ts';
import { chatFailureWords, chatServiceNames } from '#shared/words/chat-words.ts';
import { Doubts } from './doubts.tsx';
import { saveWords, useRemoveChat, useSaveChat, useTestChat } from './mutations.ts';
import { chatQuery } from './queries.ts';

/** The owner's part of the league settings for a group chat. Source: docs/screens.md#leagues. */
export function GroupChat({ leagueId, onBack }: { leagueId: string; onBack: () => void }) {
  const chat = useQuery(chatQuery(leagueId));
  /** How often buttons went that had the focus. Each time the button back gets it. */
  const [departures, setDepartures] = useState(0);
  const onGone = () => setDepartures((count) => count + 1);
  return (
    <section aria-labelledby="group-chat" className="grid gap-4">
      <div className="grid gap-1">
        <h3 id="group-chat" className="text-lg font-bold">
          Group Chat
        </h3>
        <p className="text-sm text-soft">
          Posts the week's recap and the final standings to Slack, Discord or GroupMe.
        </p>
      </div>
      <QueryView query={chat} noun="your group chat" skeleton={<Skeleton className="h-40" />} bare>
        {({ chat: saved }) => (
          <>
            {saved && <State chat={saved} />}
            {saved && <Doubts leagueId={leagueId} chat={saved} onDecided={onGone} />}
            <ChatForm key={saved?.service} leagueId={leagueId} saved={saved} />
            {saved && <Actions leagueId={leagueId} chat={saved} onRemoved={onGone} />}
          </>
        )}
      </QueryView>
      <div className="grid border-t border-edge pt-4">
        <Button key={departures} size="large" autoFocus onClick={onBack}>
          Back to Settings
        </Button>
      </div>
    </section>
  );
}

/** Whether it is on, and why messages failed. One without an answer is below, where the owner decides. */
function State({ chat: { service, host, ending, isOn, failures, lastFailure } }: { chat: Chat }) {
  return (
    <div role="status" className="grid gap-1 text-sm">
      <p className="font-semibold">
        {isOn
          ? `On: ${chatServiceNames[service]}`
          : `Off: ${chatServiceNames[service]}. Save it to switch it on again.`}
      </p>
      <p dir="ltr" className="wrap-anywhere text-soft">
        {host}/…{ending}
      </p>
      {lastFailure && (failures > 1 || lastFailure !== 'silent') && (
        <p>
          {failures > 1 ? `The last ${failures} tries failed: ` : 'The last message did not arrive: '}
          {chatFailureWords(lastFailure, service)}
          {isOn && lastFailure !== 'silent' && ' It is tried again.'}
        </p>
      )}
    </div>
  );
}

const hints: Record<ChatService, string> = {
  slack: 'In Slack: an incoming webhook of your channel, https://hooks.slack.com/services/…',
  discord: 'In Discord: channel settings, Integrations, Webhooks, Copy Webhook URL.',
  groupme: 'At dev.groupme.com: make a bot for your group, and paste its Bot ID.',
};

function ChatForm({ leagueId, saved }: { leagueId: string; saved: Chat | null }) {
  const [service, setService] = useState<ChatService>(saved?.service ?? 'slack');
  const [address, setAddress] = useState('');
  const save = useSaveChat(leagueId);
  const { problem, setFound, form } = useFormProblem(save, saveWords);
  const isStored = saved?.service === service;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = address.trim();
    if (typed === '' && !isStored) {
      const missing = { field: 'address', message: 'Please paste the address of your chat' };
      setFound(missing);
      return toastProblem({ title: 'Address Missing', ...missing });
    }
    save.mutate({ service, ...(typed && { address: typed }) }, { onSuccess: () => setAddress('') });
  };
  return (
    <form className="grid gap-4" onSubmit={submit} {...form} noValidate>
      <SelectField label="Service" value={service} onChange={(event) => setService(event.target.value as ChatService)}>
        {chatServices.map((each) => (
          <option key={each} value={each}>
            {chatServiceNames[each]}
          </option>
        ))}
      </SelectField>
      <Field
        label={service === 'groupme' ? 'Bot ID' : 'Webhook address'}
        hint={isStored ? `Leave it empty to keep the address. ${hints[service]}` : hints[service]}
        error={messageFor(problem, 'address')}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
      />
      <FormProblemText problem={problem} />
      <Button type="submit" variant="primary" size="large" disabled={save.isPending}>
        {save.isPending ? 'Saving...' : 'Save Group Chat'}
      </Button>
    </form>
  );
}

/** The test and the removal. The removal asks once more; the question takes the place of the buttons. */
function Actions({ leagueId, chat, onRemoved }: { leagueId: string; chat: Chat; onRemoved: () => void }) {
  const test = useTestChat(leagueId, chat);
  const remove = useRemoveChat(leagueId, onRemoved);
  const [isAsking, setAsking] = useState(false);
  if (isAsking) {
    return (
      <Question
        words={`Nothing is posted to ${chatServiceNames[chat.service]} any more, and the address is deleted here.`}
        label="Remove Group Chat"
        busyLabel="Removing..."
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onError: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    );
  }
  return (
    <div className="flex flex-wrap gap-2 *:flex-1 *:whitespace-normal">
      <Button onClick={() => test.mutate()} disabled={test.isPending}>
        {test.isPending ? 'Sending...' : 'Send a Test'}
      </Button>
      <Button ref={returningFocus} className="text-lost" onClick={() => setAsking(true)}>
        Remove
      </Button>
    </div>
  );
}
