import { type SubmitEvent, useState } from 'react';
import { messageFor, useFormProblem } from '#client/lib/form-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { FormActions } from '#client/ui/form-actions.tsx';
import { PencilIcon } from '#client/ui/page-icons.tsx';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import { TooltipButton } from '#client/ui/tooltip.tsx';
import { nameLabels, renameWords, useRename } from './mutations.ts';

type DisplayNameDialogProps = { leagueId: string; name: string };

/** The pencil button on the viewer's own row, with its dialog. Source: `docs/screens.md#leaderboards-and-histories`. */
export function DisplayNameDialog({ leagueId, name }: DisplayNameDialogProps) {
  return (
    <Dialog
      trigger={
        <TooltipButton label="Edit Display Name" className="shrink-0">
          <PencilIcon />
        </TooltipButton>
      }
      title="Edit Display Name"
      description="How you are shown in this league."
    >
      {(close) => <DisplayNameForm leagueId={leagueId} name={name} onClose={close} />}
    </Dialog>
  );
}

function DisplayNameForm({ leagueId, name, onClose }: DisplayNameDialogProps & { onClose: () => void }) {
  const [wanted, setWanted] = useState(name);
  const rename = useRename(leagueId);
  const { problem, form } = useFormProblem(rename, renameWords);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    rename.mutate(wanted.trim(), { onSuccess: onClose });
  };
  return (
    <form className="grid gap-4" onSubmit={submit} {...form}>
      <Field
        label={nameLabels.displayName}
        error={messageFor(problem, 'displayName')}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        maxLength={40}
        autoComplete="off"
      />
      <FormProblemText problem={problem} />
      <FormActions>
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="large" disabled={rename.isPending || wanted.trim() === ''}>
          {rename.isPending ? 'Saving...' : 'Save'}
        </Button>
      </FormActions>
    </form>
  );
}
