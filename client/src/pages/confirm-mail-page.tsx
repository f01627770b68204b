import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { ConfirmAddress } from '#client/features/letters/confirm-address.tsx';
import { confirmMailPath } from '#shared/api/mail.ts';
import { PasswordPage } from './password-page.tsx';

/**
 * The page of the mailed link that confirms an address. The token is in memory only: it is removed from the address bar
 * and the history at once. Source: docs/screens.md#mail.
 */
export function ConfirmMailPage() {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get('token'));
  useEffect(() => history.replaceState(null, '', confirmMailPath), []);
  return (
    <PasswordPage title="Mail from Ching">
      <ConfirmAddress token={token} />
    </PasswordPage>
  );
}
