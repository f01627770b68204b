import { ConfirmAddress } from '#client/features/letters/confirm-address.tsx';
import { confirmMailPath } from '#shared/api/mail.ts';
import { useLinkToken } from './link-token.ts';
import { PasswordPage } from './password-page.tsx';

/** The page of the mailed link that confirms an address for mail about leagues. Source: docs/screens.md#mail. */
export function ConfirmMailPage() {
  const token = useLinkToken(confirmMailPath);
  return (
    <PasswordPage title="Mail from Ching">
      <ConfirmAddress token={token} />
    </PasswordPage>
  );
}
