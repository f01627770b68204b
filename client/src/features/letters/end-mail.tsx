import { isBadLink } from '#client/lib/bad-link.ts';
import { Button } from '#client/ui/button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import type { MailKind } from '#shared/domain/notice-settings.ts';
import { useUnsubscribe } from './mutations.ts';

const settings = '/profile/notifications';

const words: Record<MailKind, { question: string; button: string; done: string }> = {
  recap: {
    question: 'The digest comes once a week, with the recaps of your leagues.',
    button: 'Stop the Weekly Digest',
    done: 'The weekly digest is switched off.',
  },
  final: {
    question: 'This mail comes when a league of yours is final.',
    button: 'Stop This Mail',
    done: 'Mail about leagues that are final is switched off.',
  },
};

/**
 * The button that ends one kind of mail, without a sign-in: the token is the proof. `kind` is null for a token that is
 * none.
 */
export function EndMail({ token, kind }: { token: string; kind: MailKind | null }) {
  const end = useUnsubscribe();
  const isBad = kind === null || isBadLink(end.error);
  if (isBad) {
    return (
      <div role="status" className="grid gap-4 text-soft">
        <p>This link is not whole. Open it in the mail again, or switch mail off in your settings.</p>
        <TextLink href={settings}>Notification settings</TextLink>
      </div>
    );
  }
  const { question, button, done } = words[kind];
  if (end.isSuccess) {
    return (
      <div role="status" className="grid gap-4 text-soft">
        <p>
          <b className="font-semibold text-ink">{done}</b> A letter that is on its way may still arrive.
        </p>
        <TextLink href={settings}>Switch it on again</TextLink>
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      <p className="text-soft">{question}</p>
      <Button variant="primary" size="large" onClick={() => end.mutate(token)} disabled={end.isPending}>
        {end.isPending ? 'Stopping...' : button}
      </Button>
    </div>
  );
}
