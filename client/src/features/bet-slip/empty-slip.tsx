import { TicketIcon } from '#client/ui/icons.tsx';
import type { MissingLeague } from './no-league.tsx';

export function EmptySlip({ noLeague }: { noLeague: MissingLeague | null }) {
  return (
    <div className="grid justify-items-center gap-1 py-8 text-center">
      <span className="mb-1 text-faint">
        <TicketIcon size={28} />
      </span>
      <p className="font-semibold">Your slip is empty</p>
      <p className="text-soft">Tap the odds of a game to add a bet.</p>
      {noLeague && (
        <div className="mt-5 grid w-full gap-3 border-t border-edge pt-5">
          <p className="text-soft">
            {noLeague.reason ?? 'You are in no league yet. Bets are placed in a league, against friends.'}
          </p>
          <div className="flex flex-wrap gap-2 *:grow">{noLeague.leagueActions}</div>
        </div>
      )}
    </div>
  );
}
