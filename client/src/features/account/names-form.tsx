import { type SubmitEvent, useState } from 'react';
import { messageFor, useFormProblem } from '#client/lib/form-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import type { User } from '#shared/api/auth.ts';
import { AccountCard } from './account-card.tsx';
import { labels, namesWords, useChangeNames } from './mutations.ts';

type NamesFormProps = { user: Pick<User, 'firstName' | 'lastName'>; onDone: (user: User) => void };

/** The names that leagues show where a member has no name of their own there. */
export function NamesForm({ user, onDone }: NamesFormProps) {
  const [firstName, setFirstName] = useState(user.firstName ?? '');
  const [lastName, setLastName] = useState(user.lastName ?? '');
  const change = useChangeNames(onDone);
  const { problem, form } = useFormProblem(change, namesWords);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    change.mutate({ firstName, lastName });
  };
  return (
    <AccountCard title="Names">
      <form className="grid gap-4" onSubmit={submit} {...form}>
        <Field
          label={labels.firstName}
          autoComplete="given-name"
          value={firstName}
          onChange={(event) => setFirstName(event.target.value)}
          error={messageFor(problem, 'firstName')}
        />
        <Field
          label={labels.lastName}
          autoComplete="family-name"
          value={lastName}
          onChange={(event) => setLastName(event.target.value)}
          error={messageFor(problem, 'lastName')}
        />
        <FormProblemText problem={problem} />
        <Button type="submit" className="justify-self-start" disabled={change.isPending}>
          {change.isPending ? 'Saving...' : 'Save Names'}
        </Button>
      </form>
    </AccountCard>
  );
}
