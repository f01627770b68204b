import { isBadLink } from '#client/lib/bad-link.ts';
import { Button } from '#client/ui/button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { useConfirmMail } from './mutations.ts';

const settings = '/profile/notifications';

/**
 * The button that confirms an address, and what became of it. Opening the link confirms nothing: programs that look for
 * harm open links, too. `token` is null for an address without one.
 */
export function ConfirmAddress({ token }: { token: string | null }) {
  const confirm = useConfirmMail();
  if (confirm.isSuccess) {
    return (
      <div role="status" className="grid gap-4 text-soft">
        <p>
          <b className="font-semibold text-ink">Your address is confirmed.</b> What you switched on comes by mail from
          now on, and each mail has a link that ends it.
        </p>
        <TextLink href={settings}>Choose what comes by mail</TextLink>
      </div>
    );
  }
  const isBad = token === null || isBadLink(confirm.error);
  if (isBad) {
    return (
      <div role="status" className="grid gap-4 text-soft">
        <p>This link is not valid any more. It works for three days, and only the newest one does.</p>
        <TextLink href={settings}>Send another letter</TextLink>
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      <p className="text-soft">
        Somebody switched on mail about their leagues for an account with your address. If it was not you, close this
        page: nothing is sent to you.
      </p>
      <Button variant="primary" size="large" onClick={() => confirm.mutate(token)} disabled={confirm.isPending}>
        {confirm.isPending ? 'Confirming...' : 'Yes, Send Me Mail'}
      </Button>
    </div>
  );
}
