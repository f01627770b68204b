import { useId } from 'react';
import { QrIcon } from '#client/ui/page-icons.tsx';
import type { Group } from '#shared/api/groups.ts';
import { showChing, startingBalance } from '#shared/domain/money.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { LargeCode } from './league-code.tsx';
import { PassOnButton } from './pass-on-button.tsx';

/** The join code of a new league, large, with buttons that pass on its link. Source: docs/screens.md#invitations. */
export function LeagueInvitation({ league, mayEdit }: { league: Group; mayEdit: boolean }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid animate-pop gap-3 rounded-2xl border border-story-edge bg-story px-4 py-5"
    >
      <div>
        <h2 id={id} className="text-center text-lg font-bold">
          Bring your friends
        </h2>
        <p className="mx-auto mt-1 max-w-[44ch] text-center text-pretty text-soft">
          Everyone starts with {showChing(startingBalance)}. You are the first one in: friends join by your link, or
          with this code.
        </p>
      </div>
      <LargeCode code={league.joinCode} />
      <div className="mx-auto flex w-full max-w-sm flex-wrap gap-2 *:flex-[1_1_9rem] *:px-3 *:whitespace-normal">
        <InviteDialog league={league} mayEdit={mayEdit} icon={<QrIcon />} words="Show QR Code" className="min-h-13" />
        <PassOnButton league={league} />
      </div>
    </section>
  );
}
