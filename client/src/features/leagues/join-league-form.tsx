import { type ChangeEvent, type SubmitEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { CallError } from '#client/lib/call.ts';
import { messageFor, useFormProblem } from '#client/lib/form-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import { invitePath, joinCodeLength, readJoinCode } from '#shared/domain/join-code.ts';
import { joinLabels } from './labels.ts';
import { joinWords, useJoinLeague } from './mutations.ts';

const codeRequired = { title: 'Join Code Required', message: 'Please enter a league join code', field: 'joinCode' };

/** Asks for a code and joins with it. */
export function JoinLeagueForm({ onDone }: { onDone: () => void }) {
  const [code, setCode] = useState('');
  const join = useJoinLeague();
  const [, navigate] = useLocation();
  const { problem, setFound, form } = useFormProblem(join, joinWords);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (code.trim() === '') {
      setFound(codeRequired);
      return toastProblem(codeRequired);
    }
    join.mutate(code.trim(), {
      onSuccess: onDone,
      // Its invitation says what the league is, and asks.
      onError: (error) => {
        if (error instanceof CallError && error.refusal?.code === 'approval-needed')
          navigate(invitePath(readJoinCode(code)));
      },
    });
  };
  return (
    <form className="grid gap-4" onSubmit={submit} {...form}>
      <Field
        label={joinLabels.joinCode}
        error={messageFor(problem, 'joinCode')}
        value={code}
        onChange={(event) => setCode(upperCased(event))}
        placeholder={`Enter ${joinCodeLength}-character code`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="font-semibold tracking-[0.2em] placeholder:font-normal placeholder:tracking-normal"
      />
      <FormProblemText problem={problem} />
      <Button type="submit" variant="primary" size="large" disabled={join.isPending}>
        {join.isPending ? 'Joining...' : 'Join League'}
      </Button>
    </form>
  );
}

/**
 * Writes the text of the field in upper case and returns it. Browsers move the caret to the end when a value that differs
 * is written into a field, so the caret is put back: letters typed into the middle stay together.
 */
function upperCased({ target }: ChangeEvent<HTMLInputElement>): string {
  const { value, selectionStart, selectionEnd } = target;
  const upper = value.toUpperCase();
  if (upper !== value) {
    target.value = upper;
    target.setSelectionRange(selectionStart, selectionEnd);
  }
  return upper;
}
