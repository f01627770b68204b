import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { ResetPasswordForm } from '#client/features/auth/reset-password-form.tsx';
import { Button } from '#client/ui/button.tsx';
import { CheckIcon, KeyIcon } from '#client/ui/icons.tsx';
import { PasswordPage } from './password-page.tsx';

/** How far a reset has come, as the entry of the history stores it: a reload loses the token, and must not lose this. */
type Progress = 'opened' | 'done';

/** Whether this document has shown the page before. */
let wasShown = false;

/**
 * The page of the mailed link: form, then done; without a token, why not. The token is stored in memory only, and taken
 * out of the address bar and the history at once. Source: spec §2, "Reset password".
 */
export function ResetPasswordPage() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const [token] = useState(() => search.get('token'));
  const [progress, setProgress] = useState(() => (token ? 'opened' : storedProgress()));
  useEffect(() => {
    wasShown = true;
    history.replaceState(progress, '', location.pathname);
  }, [progress]);
  if (progress === 'done') {
    return (
      <PasswordPage title="Password Reset Complete" icon={<CheckIcon />}>
        <p className="mb-5 text-soft">Your new password is set, and you are signed out everywhere.</p>
        <Button variant="primary" size="large" className="w-full" onClick={() => navigate('/')}>
          Go to Sign In
        </Button>
      </PasswordPage>
    );
  }
  if (!token) {
    const isReload = progress === 'opened';
    return (
      <PasswordPage title={isReload ? 'Reset Password' : 'Invalid Reset Link'} icon={<KeyIcon />}>
        <div className="mb-5 text-soft">
          {isReload ? (
            <>
              <p className="font-semibold text-ink">Open the link in your e-mail again.</p>
              <p className="mt-1">For your safety this page forgets the link when it is loaded again.</p>
            </>
          ) : (
            <p>This password reset link is invalid or has expired.</p>
          )}
        </div>
        <Button
          variant={isReload ? 'secondary' : 'primary'}
          size="large"
          className="w-full"
          onClick={() => navigate('/forgot-password')}
        >
          Request New Reset Link
        </Button>
      </PasswordPage>
    );
  }
  return (
    <PasswordPage title="Reset Password">
      <ResetPasswordForm token={token} onDone={() => setProgress('done')} />
    </PasswordPage>
  );
}

/**
 * Null on a page that no link has led to.
 *
 * Chromium leaves the state of the entry when the same address is opened again. That is no reload.
 */
function storedProgress(): Progress | null {
  const [load] = performance.getEntriesByType('navigation');
  const isNewVisit = load instanceof PerformanceNavigationTiming && load.type === 'navigate';
  if (isNewVisit && !wasShown) return null;
  const stored: unknown = history.state;
  return stored === 'opened' || stored === 'done' ? stored : null;
}
