import { useQueryClient } from '@tanstack/react-query';
import { ConfirmEmail } from '#client/features/account/confirm-email.tsx';
import { currentUserQuery } from '#client/features/auth/queries.ts';
import { confirmEmailPath } from '#shared/api/mail.ts';
import { useLinkToken } from './link-token.ts';
import { PasswordPage } from './password-page.tsx';

/** The page of the link that was mailed to an account's new address. Source: docs/screens.md#account. */
export function ConfirmEmailPage() {
  const token = useLinkToken(confirmEmailPath);
  const client = useQueryClient();
  return (
    <PasswordPage title="Your new address">
      <ConfirmEmail
        token={token}
        onDone={() => void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })}
      />
    </PasswordPage>
  );
}
