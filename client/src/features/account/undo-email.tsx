import { type SubmitEvent, useState } from 'react';
import { isBadLink } from '#client/lib/bad-link.ts';
import { messageFor, useFormProblem } from '#client/lib/form-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { passwordLength } from '#shared/api/auth.ts';
import { undoWords, useUndoEmail } from './email-mutations.ts';
import { labels } from './mutations.ts';

/** The form that gives an account its address of before back, with a new password. `token` is null without one. */
export function UndoEmail({ token }: { token: string | null }) {
  const [newPassword, setNewPassword] = useState('');
  const undo = useUndoEmail();
  const { problem, form } = useFormProblem(undo, undoWords);
  if (undo.isSuccess) {
    return (
      <div role="status" className="grid gap-4 text-soft">
        <p>
          <b className="font-semibold text-ink">Your address is back.</b> Your new password is set, and you are signed
          out everywhere.
        </p>
        <TextLink href="/">Go to sign in</TextLink>
      </div>
    );
  }
  if (token === null || isBadLink(undo.error)) {
    return (
      <div role="status" className="grid gap-4 text-soft">
        <p>This link is not valid any more. It works once, and for 72 hours after the change.</p>
        <TextLink href="/">Go to sign in</TextLink>
      </div>
    );
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    undo.mutate({ token, newPassword });
  };
  return (
    <form className="grid gap-4" onSubmit={submit} {...form}>
      <p className="text-soft">
        Your account gets this address back. Choose a new password as well: somebody may know the old one. You are then
        signed out everywhere.
      </p>
      <PasswordField
        label={labels.newPassword}
        autoComplete="new-password"
        hint={`At least ${passwordLength.signUp} characters`}
        value={newPassword}
        onChange={(event) => setNewPassword(event.target.value)}
        error={messageFor(problem, 'newPassword')}
      />
      <FormProblemText problem={problem} />
      <Button type="submit" variant="primary" size="large" disabled={newPassword === '' || undo.isPending}>
        {undo.isPending ? 'Changing...' : 'Get My Address Back'}
      </Button>
    </form>
  );
}
