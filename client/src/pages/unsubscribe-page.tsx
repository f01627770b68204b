import { EndMail } from '#client/features/letters/end-mail.tsx';
import { kindOfLink } from '#shared/api/mail.ts';
import { PasswordPage } from './password-page.tsx';

/** The page of the link in a letter that ends such mail. Source: docs/screens.md#mail. */
export function UnsubscribePage({ token }: { token: string }) {
  return (
    <PasswordPage title="Stop mail from Ching">
      <EndMail token={token} kind={kindOfLink(token)} />
    </PasswordPage>
  );
}
