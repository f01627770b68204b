import { useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { leavingFocus } from '#client/ui/leaving-focus.ts';
import { Name } from '#client/ui/name.tsx';
import type { Group } from '#shared/api/groups.ts';
import { useAcceptOffer, useEndOffer } from './running-mutations.ts';

/** An offer of the league, for the member to whom it was made and for the owner, who can withdraw it. */
export function LeagueOffer({ league, viewerId }: { league: Group; viewerId: string }) {
  const id = useId();
  const accept = useAcceptOffer(league.id);
  const end = useEndOffer(league.id);
  const isMine = league.offeredTo?.userId === viewerId;
  if (!league.offeredTo || !(isMine || viewerId === league.ownerId)) return null;
  const isBusy = accept.isPending || end.isPending;
  return (
    <section
      ref={leavingFocus}
      aria-labelledby={id}
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-2xl border border-story-edge bg-story p-4"
    >
      <div className="min-w-0 flex-[1_1_16rem]">
        <h2 id={id} className="font-bold wrap-anywhere">
          {isMine ? (
            'The league is offered to you'
          ) : (
            <>
              You offered the league to <Name>{league.offeredTo.name}</Name>
            </>
          )}
        </h2>
        <p className="mt-0.5 text-sm text-pretty text-soft">
          {isMine
            ? 'If you accept, you own it: you name managers, and only you can delete it. Its owner stays as a manager.'
            : 'Until they accept, it is yours. Then you stay as a manager.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          className="aria-disabled:opacity-55"
          aria-disabled={isBusy}
          onClick={() => isBusy || end.mutate(undefined)}
        >
          {end.isPending ? 'Ending...' : isMine ? 'Decline' : 'Withdraw'}
        </Button>
        {isMine && (
          <Button
            variant="primary"
            className="aria-disabled:opacity-55"
            aria-disabled={isBusy}
            onClick={() => isBusy || accept.mutate(undefined)}
          >
            {accept.isPending ? 'Accepting...' : 'Accept'}
          </Button>
        )}
      </div>
    </section>
  );
}
