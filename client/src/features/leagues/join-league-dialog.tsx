import { idleNamed } from '#client/lib/lazy-component.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { KeyIcon } from '#client/ui/page-icons.tsx';
import { useLeagueDialog } from './use-league-dialog.ts';

const JoinLeagueForm = idleNamed('JoinLeagueForm', () => import('./join-league-form.tsx'));

/** The Join League button with its dialog. Closing the dialog discards the typed code. */
export function JoinLeagueDialog({ words = 'Join League' }: { words?: string }) {
  return (
    <Dialog
      {...useLeagueDialog()}
      trigger={
        <Button>
          <KeyIcon />
          {words}
        </Button>
      }
      title="Join a League"
      description="Ask a member for the code: everybody in the league can see it."
    >
      {(close) => <JoinLeagueForm onDone={close} />}
    </Dialog>
  );
}
