import { type SubmitEvent, useState } from 'react';
import { useFormProblem } from '#client/lib/form-problem.ts';
import { serverNow } from '#client/lib/server-clock.ts';
import { Button } from '#client/ui/button.tsx';
import { FormActions } from '#client/ui/form-actions.tsx';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import { asTyped, creatableSports, newDraft, readDraft } from './league-draft.ts';
import { LeagueFields } from './league-fields.tsx';
import { createWords, useCreateLeague } from './mutations.ts';

/** The form of a new league; `onDone` receives its id. */
export function CreateLeagueForm({ onDone }: { onDone: (leagueId: string) => void }) {
  const [draft, setDraft] = useState(() => newDraft(serverNow()));
  const create = useCreateLeague(onDone);
  const { problem, setFound, form } = useFormProblem(create, createWords);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readDraft(asTyped(draft, event.currentTarget), serverNow());
    if ('title' in read) {
      setFound(read);
      return toastProblem(read);
    }
    create.mutate(read);
  };
  return (
    <form className="grid gap-4" onSubmit={submit} {...form} noValidate>
      <LeagueFields draft={draft} onChange={setDraft} sports={creatableSports} problem={problem} />
      <FormProblemText problem={problem} />
      <FormActions>
        <Button type="submit" variant="primary" size="large" disabled={create.isPending}>
          {create.isPending ? 'Creating...' : 'Create League'}
        </Button>
      </FormActions>
    </form>
  );
}
