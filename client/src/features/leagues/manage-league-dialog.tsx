import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { returningFocus } from '#client/ui/leaving-focus.ts';
import { Name } from '#client/ui/name.tsx';
import { SettingsIcon } from '#client/ui/page-icons.tsx';
import { Question } from '#client/ui/question.tsx';
import type { Group } from '#shared/api/groups.ts';
import { JoinCodeField } from './join-code-field.tsx';
import { type CodeWords, useDeleteLeague } from './mutations.ts';

const codeWords: CodeWords = {
  done: (code) => ['Join Code Updated', `New join code: ${code}`],
  failed: 'Failed to regenerate join code',
};

/** The Manage League button with its dialog: join code, and for the owner deletion. */
export function ManageLeagueDialog({ league, mayDelete }: { league: Group; mayDelete: boolean }) {
  return (
    <Dialog
      trigger={
        <Button>
          <SettingsIcon />
          Manage League
        </Button>
      }
      title="Manage League"
      description={<Name>{league.name}</Name>}
    >
      {(close) => (
        <div className="grid gap-5">
          <JoinCodeField league={league} words={codeWords} />
          {mayDelete && <DeleteLeague leagueId={league.id} onDone={close} />}
        </div>
      )}
    </Dialog>
  );
}

/** Asks for confirmation before it deletes. The question replaces the button. */
function DeleteLeague({ leagueId, onDone }: { leagueId: string; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteLeague(leagueId);
  if (!isAsking) {
    return (
      <div className="grid border-t border-edge pt-5">
        <Button ref={returningFocus} className="text-lost" onClick={() => setAsking(true)}>
          Delete League
        </Button>
      </div>
    );
  }
  return (
    <Question
      words="Are you sure you want to delete this league? This action cannot be undone and will remove all associated bets and data."
      label="Delete League"
      busyLabel="Deleting..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onDone })}
      onCancel={() => setAsking(false)}
    />
  );
}
