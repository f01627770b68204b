import { Button } from '#client/ui/button.tsx';
import { Name } from '#client/ui/name.tsx';
import type { NoticeSettings } from '#shared/api/notice-settings.ts';
import { useAskConfirmation } from './mutations.ts';

/** Where mail goes, and what is missing before it does; nothing while no mail is switched on. */
export function MailAddress({ settings: { mail, mailAddress } }: { settings: NoticeSettings }) {
  const ask = useAskConfirmation();
  if (!mailAddress || !Object.values(mail).includes(true)) return null;
  const { email, isConfirmed, isAsked } = mailAddress;
  const address = (
    <b className="font-semibold wrap-anywhere text-ink">
      <Name>{email}</Name>
    </b>
  );
  if (isConfirmed) {
    return (
      <p role="status" className="border-t border-edge pt-2.5 text-note text-soft">
        Mail goes to {address}, which is confirmed.
      </p>
    );
  }
  return (
    <div className="grid gap-2 border-t border-edge pt-2.5">
      <p role="status" className="text-sm text-soft">
        {isAsked ? (
          <>We sent a letter to {address}; open its link to switch mail on.</>
        ) : (
          <>Mail to {address} is not confirmed yet.</>
        )}
      </p>
      <Button className="justify-self-start whitespace-normal" onClick={() => ask.mutate()} disabled={ask.isPending}>
        {ask.isPending ? 'Sending...' : isAsked ? 'Send It Again' : 'Send a Letter'}
      </Button>
    </div>
  );
}
