import { useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { CopyIcon, ShareIcon } from '#client/ui/page-icons.tsx';
import type { Group } from '#shared/api/groups.ts';
import { showChing, startingBalance } from '#shared/domain/money.ts';
import { canShare, copyCode, shareCode } from './pass-on-code.ts';

/** The join code of a new league, large, with buttons to copy and to share it. Where nothing can share, one copies. */
export function LeagueInvitation({ league }: { league: Group }) {
  const id = useId();
  const isSharing = canShare();
  return (
    <section
      aria-labelledby={id}
      className="animate-pop rounded-2xl border border-story-edge bg-story px-4 py-5 text-center"
    >
      <h2 id={id} className="text-lg font-bold">
        Bring your friends
      </h2>
      <p className="mx-auto mt-1 max-w-[40ch] text-pretty text-soft">
        Everyone starts with {showChing(startingBalance)}. You are the first one in: friends join with this code.
      </p>
      <p className="my-3 pl-[0.12em] text-3xl font-bold tracking-[0.12em]">
        <span className="sr-only">League code: </span>
        <span className="select-all">
          {league.joinCode.slice(0, 3)}
          <wbr />
          {league.joinCode.slice(3)}
        </span>
      </p>
      <div className="mx-auto flex max-w-sm flex-wrap gap-2 *:flex-[1_1_9rem] *:px-3 *:whitespace-normal">
        <Button variant={isSharing ? 'secondary' : 'primary'} size="large" onClick={() => copyCode(league.joinCode)}>
          <CopyIcon />
          Copy Code
        </Button>
        {isSharing && (
          <Button variant="primary" size="large" onClick={() => shareCode(league)}>
            <ShareIcon />
            Share Code
          </Button>
        )}
      </div>
    </section>
  );
}
