import { UndoEmail } from '#client/features/account/undo-email.tsx';
import { undoEmailPath } from '#shared/api/mail.ts';
import { useLinkToken } from './link-token.ts';
import { PasswordPage } from './password-page.tsx';

/** The page of the link that was mailed to the address that an account had before. Source: docs/screens.md#account. */
export function UndoEmailPage() {
  const token = useLinkToken(undoEmailPath);
  return (
    <PasswordPage title="Get your address back">
      <UndoEmail token={token} />
    </PasswordPage>
  );
}
