import { type SubmitEvent, useState } from 'react';
import { useSearch } from 'wouter';
import { messageFor, useFormProblem } from '#client/lib/form-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { labels } from './labels.ts';
import { wantedPath, withNext } from './next-path.ts';
import { forgotWords, useForgotPassword } from './password-mutations.ts';

/**
 * Requests a mail with a password reset link, then says where to find the mail. The link leads back to the invitation
 * in `?next=`.
 * Source: `docs/screens.md#forgotten-passwords`.
 */
export function ForgotPasswordForm() {
  const next = wantedPath(useSearch());
  const [email, setEmail] = useState('');
  const ask = useForgotPassword();
  const { problem, form } = useFormProblem(ask, forgotWords);
  if (ask.isSuccess) {
    return (
      <div className="grid gap-3 text-soft">
        <p className="wrap-anywhere">
          If an account exists for <b className="font-semibold text-ink">{email.trim()}</b>, a link to reset its
          password will arrive in a moment.
        </p>
        <p>Check your inbox and your spam folder. The link expires in 1 hour.</p>
        <TextLink href={withNext('/', next)}>Return to Sign In</TextLink>
      </div>
    );
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    ask.mutate({ email: email.trim(), next });
  };
  return (
    <form className="grid gap-4" onSubmit={submit} {...form}>
      <p className="text-soft">Enter the email of your account, and we will send you a link to a new password.</p>
      <Field
        label={labels.email}
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={messageFor(problem, 'email')}
        required
      />
      <FormProblemText problem={problem} />
      <Button type="submit" variant="primary" size="large" disabled={email.trim() === '' || ask.isPending}>
        {ask.isPending ? 'Sending...' : 'Send Reset Link'}
      </Button>
      <TextLink href={withNext('/', next)}>Return to Sign In</TextLink>
    </form>
  );
}
