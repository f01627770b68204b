import { ForgotPasswordForm } from '#client/features/auth/forgot-password-form.tsx';
import { PasswordPage } from './password-page.tsx';

/** Asks for a link to a new password. */
export function ForgotPasswordPage() {
  return (
    <PasswordPage title="Forgot Password">
      <ForgotPasswordForm />
    </PasswordPage>
  );
}
