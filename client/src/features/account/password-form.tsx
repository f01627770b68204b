import { type SubmitEvent, useState } from 'react';
import { messageFor, useFormProblem } from '#client/lib/form-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import { passwordLength } from '#shared/api/auth.ts';
import { AccountCard } from './account-card.tsx';
import { labels, passwordWords, useChangePassword } from './mutations.ts';

/** Sets a new password, which signs the viewer out everywhere else. */
export function PasswordForm() {
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const change = useChangePassword();
  const { problem, form } = useFormProblem(change, passwordWords);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const clear = () => {
      setPassword('');
      setNewPassword('');
    };
    change.mutate({ password, newPassword }, { onSuccess: clear });
  };
  return (
    <AccountCard title="Password">
      <form className="grid gap-4" onSubmit={submit} {...form}>
        <PasswordField
          label={labels.password}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={messageFor(problem, 'password')}
        />
        <PasswordField
          label={labels.newPassword}
          autoComplete="new-password"
          hint={`At least ${passwordLength.signUp} characters. You will be signed out everywhere else.`}
          value={newPassword}
          onChange={(event) => setNewPassword(event.target.value)}
          error={messageFor(problem, 'newPassword')}
        />
        <FormProblemText problem={problem} />
        <Button
          type="submit"
          className="justify-self-start"
          disabled={password === '' || newPassword === '' || change.isPending}
        >
          {change.isPending ? 'Changing...' : 'Change Password'}
        </Button>
      </form>
    </AccountCard>
  );
}
