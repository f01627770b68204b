import { type SubmitEvent, useState } from 'react';
import { messageFor, useFormProblem } from '#client/lib/form-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormActions } from '#client/ui/form-actions.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import { AccountCard } from './account-card.tsx';
import { deletionWords, labels, useDeleteAccount } from './mutations.ts';

/** Says what a deletion deletes and what must stay, and leads to the question. */
export function DeleteAccount() {
  return (
    <AccountCard title="Delete Account">
      <ul className="mb-4 grid list-disc gap-1.5 pl-5 text-sm text-soft">
        <li>Gone at once: your names, address, password, sessions, devices, calendar link, notices and settings.</li>
        <li>
          Leagues keep their results: your bets, what they won and lost, and your places in tables stay, as those of a
          “Former member” without a name.
        </li>
        <li>You leave the leagues that go on. Your open bets still settle.</li>
        <li>If you own a league that is not final, give it to another owner or delete it first.</li>
      </ul>
      <Dialog
        trigger={<Button className="text-lost">Delete Account</Button>}
        title="Delete Your Account?"
        description="This action cannot be undone."
      >
        {(close) => <DeletionForm onCancel={close} />}
      </Dialog>
    </AccountCard>
  );
}

function DeletionForm({ onCancel }: { onCancel: () => void }) {
  const [password, setPassword] = useState('');
  const remove = useDeleteAccount();
  const { problem, form } = useFormProblem(remove, deletionWords);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    remove.mutate({ password });
  };
  return (
    <form className="grid gap-4" onSubmit={submit} {...form}>
      <PasswordField
        label={labels.password}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={messageFor(problem, 'password')}
      />
      <FormProblemText problem={problem} />
      <FormActions>
        <Button size="large" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="large"
          className="border-lost text-lost hover:border-lost"
          disabled={password === '' || remove.isPending}
        >
          {remove.isPending ? 'Deleting...' : 'Delete Account'}
        </Button>
      </FormActions>
    </form>
  );
}
