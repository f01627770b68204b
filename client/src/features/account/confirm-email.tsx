import { isBadLink } from '#client/lib/bad-link.ts';
import { Button } from '#client/ui/button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { useConfirmEmail } from './email-mutations.ts';

/**
 * The button that gives an account its new address, and what became of it. Opening the link changes nothing: programs
 * that look for harm open links, too. `token` is null for an address without one.
 */
export function ConfirmEmail({ token, onDone }: { token: string | null; onDone: () => void }) {
  const confirm = useConfirmEmail(onDone);
  if (confirm.isSuccess) {
    return (
      <div role="status" className="grid gap-4 text-soft">
        <p>
          <b className="font-semibold text-ink">Your address is changed.</b> You sign in with it from now on. The
          address of before was told, and can undo it for 72 hours.
        </p>
        <TextLink href="/">Go on to Ching</TextLink>
      </div>
    );
  }
  if (token === null || isBadLink(confirm.error)) {
    return (
      <div role="status" className="grid gap-4 text-soft">
        <p>This link is not valid any more. It works once and for a day, and only the newest one does.</p>
        <TextLink href="/profile/account">Send another letter</TextLink>
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      <p className="text-soft">
        Somebody asked to use your address for their Ching account. If it was not you, close this page: nothing changes.
      </p>
      <Button variant="primary" size="large" onClick={() => confirm.mutate(token)} disabled={confirm.isPending}>
        {confirm.isPending ? 'Confirming...' : 'Yes, Use This Address'}
      </Button>
    </div>
  );
}
