import { type SubmitEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormActions } from '#client/ui/form-actions.tsx';
import { PlusIcon } from '#client/ui/icons.tsx';
import { toast } from '#client/ui/toast.tsx';
import { creatableSports, newDraft, readDraft } from './league-draft.ts';
import { LeagueFields } from './league-fields.tsx';
import { useCreateLeague } from './mutations.ts';

/** The Create League button with its dialog; a new league is opened at once. */
export function CreateLeagueDialog({ look = 'secondary' }: { look?: 'primary' | 'secondary' }) {
  const [open, setOpen] = useState(false);
  const [, navigate] = useLocation();
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look={look}>
          <PlusIcon />
          Create League
        </Button>
      }
      title="Create a League"
      description="Everybody who joins starts with 1,000 Ching. The highest balance on the end date wins."
    >
      <CreateLeagueForm
        onDone={(leagueId) => {
          setOpen(false);
          navigate(`/league/${leagueId}`);
        }}
      />
    </Dialog>
  );
}

function CreateLeagueForm({ onDone }: { onDone: (leagueId: string) => void }) {
  const [draft, setDraft] = useState(() => newDraft(new Date()));
  const create = useCreateLeague((league) => onDone(league.id));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readDraft(draft, new Date());
    if ('title' in read) return toast(read.title, read.message);
    create.mutate(read);
  };
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <LeagueFields draft={draft} onChange={setDraft} sports={creatableSports} />
      <FormActions>
        <Button type="submit" look="primary" size="large" disabled={create.isPending}>
          {create.isPending ? 'Creating...' : 'Create League'}
        </Button>
      </FormActions>
    </form>
  );
}
