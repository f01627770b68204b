import { useState } from 'react';
import { Button, IconButton } from '#client/ui/button.tsx';
import { returningFocus } from '#client/ui/leaving-focus.ts';
import { CheckIcon, CopyIcon } from '#client/ui/page-icons.tsx';
import { Question } from '#client/ui/question.tsx';
import type { Group } from '#shared/api/groups.ts';
import { LargeCode } from './league-code.tsx';
import { type CodeWords, useRegenerateCode } from './mutations.ts';
import { canShare, copyLink, inviteLink } from './pass-on.ts';
import { PassOnButton } from './pass-on-button.tsx';
import { QrCode } from './qr-code.tsx';

type Invited = Pick<Group, 'id' | 'name' | 'joinCode'>;
type InviteSheetProps = { league: Invited; mayEdit: boolean };

/** The ways to pass on the link of a league: QR code, code, link. Those who run the league can replace the link. */
export function InviteSheet({ league, mayEdit }: InviteSheetProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <QrCode text={inviteLink(league)} label="QR code of the invite link" />
      <LargeCode code={league.joinCode} />
      <LinkLine key={league.joinCode} league={league} />
      <PassOnButton league={league} />
      {mayEdit && <NewLink leagueId={league.id} />}
    </div>
  );
}

/** The link, whole at every size of text. It has a copy button where the gold button shares. */
function LinkLine({ league }: { league: Invited }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <p className="flex min-h-11.5 items-center rounded-xl border border-edge bg-raised pl-3">
      <span className="sr-only">Invite link: </span>
      <span dir="ltr" className="min-w-0 flex-1 py-2 pr-3 break-all select-all">
        {inviteLink(league)}
      </span>
      {canShare() && (
        <IconButton label="Copy invite link" onClick={async () => setCopied(await copyLink(league))}>
          {isCopied ? <CheckIcon /> : <CopyIcon />}
        </IconButton>
      )}
    </p>
  );
}

const words: CodeWords = {
  done: () => ['New Link Made', 'The old link and its code lead to no league any more.'],
  failed: 'Failed to make a new link',
};

/** Replaces the link after a question, which takes the place of the button. */
function NewLink({ leagueId }: { leagueId: string }) {
  const [isAsking, setAsking] = useState(false);
  const regenerate = useRegenerateCode(leagueId, words);
  if (!isAsking) {
    return (
      <div className="grid border-t border-edge pt-4">
        <Button
          ref={returningFocus}
          aria-disabled={regenerate.isPending}
          onClick={() => regenerate.isPending || setAsking(true)}
        >
          {regenerate.isPending ? 'Making a new link...' : 'Make a New Link'}
        </Button>
      </div>
    );
  }
  return (
    <Question
      words="The old link, its QR code and its code stop at once, for everybody who has them. Members stay in the league."
      label="Make a New Link"
      tone="plain"
      onConfirm={() => {
        setAsking(false);
        regenerate.mutate();
      }}
      onCancel={() => setAsking(false)}
    />
  );
}
