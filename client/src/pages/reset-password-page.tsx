import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { withNext } from '#client/features/auth/next-path.ts';
import { ResetPasswordForm } from '#client/features/auth/reset-password-form.tsx';
import { Button } from '#client/ui/button.tsx';
import { CheckIcon, KeyIcon } from '#client/ui/page-icons.tsx';
import { isInvitePath } from '#shared/domain/join-code.ts';
import { PasswordPage } from './password-page.tsx';

/** The progress of a reset, stored in the history entry: a reload loses the token, but must not lose the progress. */
type Progress = 'opened' | 'done';

/** Whether the page has been shown before in this document. */
let wasShown = false;

/**
 * The page of the mailed link: the form, then the confirmation. Without a token it says that the link is not valid. The
 * token is in memory only: it is removed from the address bar and the history at once. Source:
 * docs/screens.md#forgotten-passwords.
 */
export function ResetPasswordPage() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const [token] = useState(() => search.get('token'));
  const [next] = useState(() => invitationIn(search));
  const forgotPath = withNext('/forgot-password', next);
  const [progress, setProgress] = useState(() => (token ? 'opened' : storedProgress()));
  useEffect(() => {
    wasShown = true;
    history.replaceState(progress, '', withNext(location.pathname, next));
  }, [progress, next]);
  if (progress === 'done') {
    return (
      <PasswordPage title="Password Reset Complete" icon={<CheckIcon />}>
        <p className="mb-5 text-soft">Your new password is set, and you are signed out everywhere.</p>
        <Button variant="primary" size="large" className="w-full" onClick={() => navigate(withNext('/', next))}>
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
          onClick={() => navigate(forgotPath)}
        >
          Request New Reset Link
        </Button>
      </PasswordPage>
    );
  }
  return (
    <PasswordPage title="Reset Password">
      <ResetPasswordForm token={token} forgotPath={forgotPath} onDone={() => setProgress('done')} />
    </PasswordPage>
  );
}

/** The path of the invitation in `?next=`, to which the person goes back after signing in. Null without one. */
function invitationIn(search: URLSearchParams): string | null {
  const next = search.get('next');
  return next !== null && isInvitePath(next) ? next : null;
}

/**
 * The progress from before a reload; null when the page was opened anew without a token.
 *
 * When the same address is opened again, Chromium preserves the state of the history entry. That does not count as a
 * reload.
 */
function storedProgress(): Progress | null {
  const [load] = performance.getEntriesByType('navigation');
  const isNewVisit = load instanceof PerformanceNavigationTiming && load.type === 'navigate';
  if (isNewVisit && !wasShown) return null;
  const stored: unknown = history.state;
  return stored === 'opened' || stored === 'done' ? stored : null;
}
