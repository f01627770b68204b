import { useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { ProblemText } from '#client/ui/problem-text.tsx';
import type { Chat, ChatDoubt } from '#shared/api/chat.ts';
import { chatPostName, chatServiceNames } from '#shared/words/chat-words.ts';
import { useConfirmPost, useRepeatPost } from './mutations.ts';

type DoubtsProps = { leagueId: string; chat: Chat; onDecided: () => void };

/** The messages that may not have reached the chat, with the owner's two decisions about each. */
export function Doubts({ leagueId, chat, onDecided }: DoubtsProps) {
  const { doubts, service } = chat;
  if (doubts.length === 0) return null;
  return (
    <div className="grid gap-3 border-y border-edge py-4">
      <p className="text-sm text-soft">
        {chatServiceNames[service]} did not say whether it took{' '}
        {doubts.length === 1 ? 'this message' : 'these messages'}. Look into your chat: nothing is posted twice unless
        you say so.
      </p>
      <ul className="grid gap-4">
        {doubts.map((doubt) => (
          <li key={doubt.id}>
            <Decision leagueId={leagueId} chat={chat} doubt={doubt} onDecided={onDecided} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Decision({ leagueId, chat, doubt, onDecided }: DoubtsProps & { doubt: ChatDoubt }) {
  const id = useId();
  const repeat = useRepeatPost(leagueId, chat, doubt, onDecided);
  const confirm = useConfirmPost(leagueId, doubt, onDecided);
  const isBusy = repeat.isPending || confirm.isPending;
  return (
    <fieldset aria-labelledby={id} className="grid min-w-0 gap-2">
      <ProblemText id={id}>{chatPostName(doubt.week)} may not have reached the chat.</ProblemText>
      <div className="flex flex-wrap gap-2 *:flex-1 *:whitespace-normal">
        <DecisionButton isBusy={isBusy} onClick={() => repeat.mutate()}>
          {repeat.isPending ? 'Posting...' : 'Post it again'}
        </DecisionButton>
        <DecisionButton isBusy={isBusy} onClick={() => confirm.mutate()}>
          {confirm.isPending ? 'Saving...' : 'It is there'}
        </DecisionButton>
      </div>
    </fieldset>
  );
}

/** A button that keeps the focus while it is busy: after a failure the owner decides again. */
function DecisionButton({ isBusy, onClick, children }: { isBusy: boolean; onClick: () => void; children: string }) {
  return (
    <Button className="aria-disabled:opacity-55" aria-disabled={isBusy} onClick={() => isBusy || onClick()}>
      {children}
    </Button>
  );
}
