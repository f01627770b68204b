import { type SubmitEvent, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { useForgotPassword } from './mutations.ts';

/**
 * Requests a mail with a password reset link, then says where to find the mail.
 * Source: `docs/screens.md#forgotten-passwords`.
 */
export function ForgotPasswordForm() {
  const [email, setEmail] = useState('');
  const ask = useForgotPassword();
  if (ask.isSuccess) {
    return (
      <div className="grid gap-3 text-soft">
        <p>
          If an account exists for <b className="font-semibold break-words text-ink">{email.trim()}</b>, a link to reset
          its password will arrive in a moment.
        </p>
        <p>Check your inbox and your spam folder. The link expires in 1 hour.</p>
        <TextLink href="/">Return to Sign In</TextLink>
      </div>
    );
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    ask.mutate({ email: email.trim() });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p className="text-soft">Enter the email of your account, and we will send you a link to a new password.</p>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        required
      />
      <Button type="submit" variant="primary" size="large" disabled={email.trim() === '' || ask.isPending}>
        {ask.isPending ? 'Sending...' : 'Send Reset Link'}
      </Button>
      <TextLink href="/">Return to Sign In</TextLink>
    </form>
  );
}
