import { type SubmitEvent, useState } from 'react';
import { type FormProblem, messageFor, useFormProblem } from '#client/lib/form-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import { passwordLength } from '#shared/api/auth.ts';
import { labels } from './labels.ts';
import { resetWords, useResetPassword } from './password-mutations.ts';
import { useCurrentUser } from './queries.ts';

type ResetPasswordFormProps = {
  /** The token of the mailed link. */
  token: string;
  /** The page that requests another link. */
  forgotPath: string;
  onDone: () => void;
};

/**
 * Sets a new password, typed twice. Tells a person who is signed in, maybe to another account than the link's, that
 * this ends the session. Source: `docs/screens.md#forgotten-passwords`.
 */
export function ResetPasswordForm({ token, forgotPath, onDone }: ResetPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const { user } = useCurrentUser();
  const reset = useResetPassword();
  const { problem, setFound, form } = useFormProblem(reset, resetWords);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = problemOf(token, password, again);
    setFound(found);
    if (found) return toastProblem(found);
    reset.mutate({ token, newPassword: password }, { onSuccess: onDone });
  };
  return (
    <form className="grid gap-4" onSubmit={submit} {...form}>
      {user && (
        <p className="wrap-anywhere text-soft">
          You are signed in as <b className="font-semibold text-ink">{user.email}</b>. The link may be for another
          account: setting its password signs you out here.
        </p>
      )}
      <PasswordField
        label={labels.newPassword}
        autoComplete="new-password"
        hint={`At least ${passwordLength.reset} characters`}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={messageFor(problem, 'newPassword')}
      />
      <PasswordField
        label="Confirm New Password"
        autoComplete="new-password"
        value={again}
        onChange={(event) => setAgain(event.target.value)}
        error={messageFor(problem, 'again')}
      />
      <FormProblemText problem={problem}>
        <TextLink href={forgotPath}>Request New Reset Link</TextLink>
      </FormProblemText>
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
function problemOf(token: string, password: string, again: string): (FormProblem & { title: string }) | null {
  if (token.trim() === '') {
    return { field: null, title: 'Invalid Link', message: 'This password reset link is invalid.' };
  }
  if (password !== again) {
    return { field: 'again', title: 'Password Mismatch', message: 'Passwords do not match. Please try again.' };
  }
  if (password.length >= passwordLength.reset) return null;
  return {
    field: 'newPassword',
    title: 'Password Too Short',
    message: `Password must be at least ${passwordLength.reset} characters long.`,
  };
}
