import { idleNamed } from '#client/lib/lazy-component.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { KeyIcon } from '#client/ui/icons.tsx';

const JoinLeagueForm = idleNamed('JoinLeagueForm', () => import('./join-league-form.tsx'));

/** The Join League button with its dialog. Closing the dialog discards the typed code. */
export function JoinLeagueDialog() {
  return (
    <Dialog
      trigger={
        <Button>
          <KeyIcon />
          Join League
        </Button>
      }
      title="Join a League"
      description="Ask a member for the code: everybody in the league can see it."
    >
      {(close) => <JoinLeagueForm onDone={close} />}
    </Dialog>
  );
}
