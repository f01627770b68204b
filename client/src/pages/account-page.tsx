import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { DeleteAccount } from '#client/features/account/delete-account.tsx';
import { EmailForm } from '#client/features/account/email-form.tsx';
import { ExportAccount } from '#client/features/account/export-account.tsx';
import { NamesForm } from '#client/features/account/names-form.tsx';
import { PasswordForm } from '#client/features/account/password-form.tsx';
import { Sessions } from '#client/features/account/sessions.tsx';
import { currentUserQuery, useCurrentUser } from '#client/features/auth/queries.ts';
import { demoUserId } from '#client/lib/demo-user.ts';
import { setAnswered } from '#client/lib/query-client.ts';
import { Name } from '#client/ui/name.tsx';
import { Page } from '#client/ui/page.tsx';
import { BackIcon } from '#client/ui/page-icons.tsx';

/** The viewer's names, address, password and sessions, and the end of the account. A guest of the demo has no password. */
export function AccountPage() {
  const { user } = useCurrentUser();
  const client = useQueryClient();
  return (
    <Page
      above={
        <Link
          href="/profile"
          className="-mt-2 -ml-1 inline-flex min-h-11 items-center gap-1.5 pr-2 text-sm font-semibold text-soft hover:text-ink"
        >
          <BackIcon />
          Back to Profile
        </Link>
      }
      title="Account"
      subtitle={demoUserId() === null ? <Name>{user?.email ?? ''}</Name> : 'A guest of the demo'}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2 lg:gap-5">
        <div className={column}>
          {user && (
            <NamesForm key={user.id} user={user} onDone={(changed) => setAnswered(client, currentUserQuery, changed)} />
          )}
          {demoUserId() === null && user && <EmailForm email={user.email} />}
          {demoUserId() === null && <PasswordForm />}
        </div>
        <div className={column}>
          <Sessions />
          <ExportAccount />
          {demoUserId() === null && <DeleteAccount />}
        </div>
      </div>
    </Page>
  );
}

const column = 'grid grid-cols-[minmax(0,1fr)] gap-4';
