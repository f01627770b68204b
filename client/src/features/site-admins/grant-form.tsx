import { type SubmitEvent, useState } from 'react';
import { messageFor, useFormProblem } from '#client/lib/form-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { returningFocus } from '#client/ui/leaving-focus.ts';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import { Question } from '#client/ui/question.tsx';
import { isolate } from '#shared/domain/naming.ts';
import { grantWords, labels, useGrant } from './mutations.ts';

/** Makes an admin of an account by its address. It asks first. */
export function GrantForm() {
  const [who, setWho] = useState('');
  const [isAsked, setAsked] = useState(false);
  const grant = useGrant();
  const { problem, setFound, form } = useFormProblem(grant, grantWords);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (who.trim()) setAsked(true);
    else setFound({ field: 'who', message: 'Please enter a whole e-mail address or an id' });
  };
  const close = () => setAsked(false);
  return (
    <form className="mt-2 grid gap-3 border-t border-edge pt-3" onSubmit={submit} noValidate {...form}>
      <Field
        label={labels.who}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={who}
        readOnly={isAsked}
        onChange={(event) => setWho(event.target.value)}
        error={messageFor(problem, 'who')}
      />
      <FormProblemText problem={problem} />
      {isAsked ? (
        <Question
          words={`Make an admin of ${isolate(who.trim())}? Admins settle games, set odds and see accounts.`}
          label="Make Admin"
          busyLabel="Making..."
          tone="plain"
          isBusy={grant.isPending}
          onCancel={close}
          onConfirm={() => grant.mutate(who, { onSuccess: () => setWho(''), onSettled: close })}
        />
      ) : (
        <Button ref={returningFocus} type="submit" className="justify-self-start">
          Make Admin
        </Button>
      )}
    </form>
  );
}
