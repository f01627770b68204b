import { type SubmitEvent, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import { passwordLength } from '#shared/api/auth.ts';
import { useResetPassword } from './mutations.ts';

type ResetPasswordFormProps = {
  /** The token of the mailed link. */
  token: string;
  onDone: () => void;
};

/** Sets a new password, typed twice. Source: `docs/screens.md#forgotten-passwords`. */
export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const reset = useResetPassword();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const problem = problemOf(token, password, again);
    if (problem) return toastProblem(problem);
    reset.mutate({ token, newPassword: password }, { onSuccess: onDone });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <Field
        label="New Password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${passwordLength.reset} characters`}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Field
        label="Confirm New Password"
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={(event) => setAgain(event.target.value)}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        disabled={password === '' || again === '' || reset.isPending}
      >
        {reset.isPending ? 'Resetting...' : 'Reset Password'}
      </Button>
    </form>
  );
}

/** The reason why the form cannot be sent; null if it can. */
function problemOf(token: string, password: string, again: string): { title: string; message: string } | null {
  if (token.trim() === '') return { title: 'Invalid Link', message: 'This password reset link is invalid.' };
  if (password !== again) return { title: 'Password Mismatch', message: 'Passwords do not match. Please try again.' };
  if (password.length >= passwordLength.reset) return null;
  return {
    title: 'Password Too Short',
    message: `Password must be at least ${passwordLength.reset} characters long.`,
  };
}
