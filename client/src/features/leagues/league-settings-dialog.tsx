import { type SubmitEvent, useState } from 'react';
import { useFormProblem } from '#client/lib/form-problem.ts';
import { serverNow } from '#client/lib/server-clock.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormActions } from '#client/ui/form-actions.tsx';
import { SettingsIcon } from '#client/ui/page-icons.tsx';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import { TooltipButton } from '#client/ui/tooltip.tsx';
import type { Group } from '#shared/api/groups.ts';
import { allowedSports } from '#shared/domain/sport.ts';
import { JoinCodeField } from './join-code-field.tsx';
import { asTyped, draftOf, readSettings } from './league-draft.ts';
import { LeagueFields } from './league-fields.tsx';
import { type CodeWords, updateWords, useUpdateLeague } from './mutations.ts';

const codeWords: CodeWords = {
  done: () => ['Join Code Regenerated', 'A new join code has been generated for your league.'],
  failed: 'Failed to regenerate join code.',
};

/** The owner's settings button with its dialog. Source: `docs/screens.md#leagues`. */
export function LeagueSettingsDialog({ league }: { league: Group }) {
  return (
    <Dialog
      trigger={
        <TooltipButton label="League Settings" className="-mr-3">
          <SettingsIcon />
        </TooltipButton>
      }
      title="League Settings"
    >
      {(close) => <SettingsForm league={league} onClose={close} />}
    </Dialog>
  );
}

function SettingsForm({ league, onClose }: { league: Group; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(league));
  const update = useUpdateLeague(league.id);
  const { problem, setFound, form } = useFormProblem(update, updateWords);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readSettings(asTyped(draft, event.currentTarget), league, serverNow());
    if ('title' in read) {
      setFound(read);
      return toastProblem(read);
    }
    update.mutate(read, { onSuccess: onClose });
  };
  return (
    <form className="grid gap-4" onSubmit={submit} {...form} noValidate>
      <LeagueFields
        draft={draft}
        onChange={setDraft}
        sports={allowedSports}
        isOver={league.state !== 'open'}
        problem={problem}
      />
      <JoinCodeField league={league} words={codeWords} />
      <FormProblemText problem={problem} />
      <FormActions>
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="large" disabled={update.isPending}>
          {update.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </FormActions>
    </form>
  );
}
