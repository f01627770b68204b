import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { ResetPasswordForm } from '#client/features/auth/reset-password-form.tsx';
import { Button } from '#client/ui/button.tsx';
import { CheckIcon, KeyIcon } from '#client/ui/icons.tsx';
import { PasswordPage } from './password-page.tsx';

/**
 * Where the mailed link leads: form, then done; without a token, why not. The token is kept in memory only, and taken out
 * of the address bar and the history at once. Source: spec §2, "Reset password".
 */
export function ResetPasswordPage() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const [isDone, setDone] = useState(false);
  const [token] = useState(() => search.get('token'));
  useEffect(() => history.replaceState(null, '', location.pathname), []);
  if (isDone) {
    return (
      <PasswordPage title="Password Reset Complete" icon={<CheckIcon />}>
        <p className="mb-5 text-soft">Your new password is set, and you are signed out everywhere.</p>
        <Button look="primary" size="large" className="w-full" onClick={() => navigate('/')}>
          Go to Sign In
        </Button>
      </PasswordPage>
    );
  }
  if (!token) {
    return (
      <PasswordPage title="Invalid Reset Link" icon={<KeyIcon />}>
        <p className="mb-5 text-soft">This password reset link is invalid or has expired.</p>
        <Button look="primary" size="large" className="w-full" onClick={() => navigate('/forgot-password')}>
          Request New Reset Link
        </Button>
      </PasswordPage>
    );
  }
  return (
    <PasswordPage title="Reset Password">
      <ResetPasswordForm token={token} onDone={() => setDone(true)} />
    </PasswordPage>
  );
}
