import { type SubmitEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field, SelectField, TextAreaField } from '#client/ui/field.tsx';
import { PlusIcon } from '#client/ui/icons.tsx';
import { toast } from '#client/ui/toast.tsx';
import { creatableSports, type LeagueDraft, newDraft, readDraft } from './league-draft.ts';
import { useCreateLeague } from './mutations.ts';

/** The Create League button with its dialog; a new league is shown on the leaderboard at once. */
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
          navigate(`/leaderboard?league=${leagueId}`);
        }}
      />
    </Dialog>
  );
}

function CreateLeagueForm({ onDone }: { onDone: (leagueId: string) => void }) {
  const [draft, setDraft] = useState(() => newDraft(new Date()));
  const create = useCreateLeague((league) => onDone(league.id));
  const change = (part: Partial<LeagueDraft>) => setDraft({ ...draft, ...part });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readDraft(draft, new Date());
    if ('title' in read) return toast(read.title, read.message);
    create.mutate(read);
  };
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <Field
        label="League Name"
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        placeholder="Sunday League"
        maxLength={60}
        autoComplete="off"
      />
      <TextAreaField
        label="Description (optional)"
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
        maxLength={500}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Join Deadline"
          type="datetime-local"
          className="sm:text-[15px]"
          value={draft.joinDeadline}
          onChange={(event) => change({ joinDeadline: event.target.value })}
          hint="New members cannot join after this date. Eastern time."
        />
        <Field
          label="End Date"
          type="datetime-local"
          className="sm:text-[15px]"
          value={draft.endDate}
          onChange={(event) => change({ endDate: event.target.value })}
          hint="Betting ends on this date. Eastern time."
        />
      </div>
      <SelectField
        label="Allowed Sports"
        value={draft.allowedSports}
        onChange={(event) => {
          const chosen = creatableSports.find((sport) => sport === event.target.value);
          if (chosen) change({ allowedSports: chosen });
        }}
      >
        {creatableSports.map((sport) => (
          <option key={sport} value={sport}>
            {sport === 'ALL' ? 'All sports' : sport}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Members see each other's bets"
        value={draft.reveal}
        onChange={(event) => change({ reveal: event.target.value === 'started' ? 'started' : 'settled' })}
      >
        <option value="settled">After they settle</option>
        <option value="started">Once the game starts</option>
      </SelectField>
      <div className="sticky -bottom-5 -mx-5 -mb-5 grid border-t border-edge bg-surface px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <Button type="submit" look="primary" size="large" disabled={create.isPending}>
          {create.isPending ? 'Creating...' : 'Create League'}
        </Button>
      </div>
    </form>
  );
}
