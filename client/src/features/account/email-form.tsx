import { type SubmitEvent, useState } from 'react';
import { messageFor, useFormProblem } from '#client/lib/form-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Name } from '#client/ui/name.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import { AccountCard } from './account-card.tsx';
import { emailWords, useAskEmailChange } from './email-mutations.ts';
import { labels } from './mutations.ts';

/** Asks for another address, which a mailed link has to confirm. */
export function EmailForm({ email: current }: { email: string }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const ask = useAskEmailChange();
  const { problem, form } = useFormProblem(ask, emailWords);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const clear = () => {
      setEmail('');
      setPassword('');
    };
    ask.mutate({ email, password }, { onSuccess: clear });
  };
  return (
    <AccountCard title="Email">
      <form className="grid gap-4" onSubmit={submit} {...form}>
        <p className="text-sm text-soft">
          You sign in with <Name>{current}</Name>.
        </p>
        <Field
          label={labels.email}
          type="email"
          autoComplete="email"
          hint="A letter with a link goes there. Your address changes once you have opened it."
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={messageFor(problem, 'email')}
        />
        <PasswordField
          label={labels.password}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={messageFor(problem, 'password')}
        />
        <FormProblemText problem={problem} />
        <Button
          type="submit"
          className="justify-self-start"
          disabled={email === '' || password === '' || ask.isPending}
        >
          {ask.isPending ? 'Sending...' : 'Change Email'}
        </Button>
        {ask.isSuccess && (
          <p role="status" className="text-sm wrap-anywhere">
            We sent a letter to <b className="font-semibold">{ask.variables.email}</b>; open its link within a day.
          </p>
        )}
      </form>
    </AccountCard>
  );
}
