import { useLocation } from 'wouter';
import { idleNamed } from '#client/lib/lazy-component.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { PlusIcon } from '#client/ui/page-icons.tsx';
import { showChing, startingBalance } from '#shared/domain/money.ts';
import { useLeagueDialog } from './use-league-dialog.ts';

const CreateLeagueForm = idleNamed('CreateLeagueForm', () => import('./create-league-form.tsx'));

type CreateLeagueDialogProps = {
  variant?: 'primary' | 'secondary';
  /** The words of the button. */
  words?: string;
};

/** The Create League button with its dialog. After creation the league's page opens. */
export function CreateLeagueDialog({ variant = 'secondary', words = 'Create League' }: CreateLeagueDialogProps) {
  const [, navigate] = useLocation();
  return (
    <Dialog
      {...useLeagueDialog()}
      trigger={
        <Button variant={variant}>
          <PlusIcon />
          {words}
        </Button>
      }
      title="Create a League"
      description={`You start with ${showChing(startingBalance)}, as do those who join. On the end date the rules that you choose decide who wins.`}
    >
      {(close) => (
        <CreateLeagueForm
          onDone={(leagueId) => {
            close();
            navigate(`/league/${leagueId}`);
          }}
        />
      )}
    </Dialog>
  );
}
