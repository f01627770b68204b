import { showChing, startingBalance } from '#shared/domain/money.ts';
import { CreateLeagueDialog } from './create-league-dialog.tsx';
import { JoinLeagueDialog } from './join-league-dialog.tsx';

/**
 * The first card of the slate for a player without a league: creates or joins one. With picks on the slip the gold
 * button is the slip's.
 */
export function FirstLeague({ hasPicks }: { hasPicks: boolean }) {
  return (
    <section
      aria-labelledby="first-league"
      className="mt-1 mb-4 grid gap-3 rounded-2xl border border-story-edge bg-story p-4 @[48rem]:grid-cols-[minmax(0,1fr)_auto] @[48rem]:items-center"
    >
      <div className="flex items-center gap-3.5">
        <img src="/coin.svg" alt="" width={44} height={44} className="size-11 shrink-0" />
        <div>
          <h2 id="first-league" className="text-lg leading-tight font-bold">
            First, a league
          </h2>
          <p className="text-soft">
            Bets are placed in a league, against friends. You start with {showChing(startingBalance)}.
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 *:flex-1 *:px-3">
        <CreateLeagueDialog variant={hasPicks ? 'secondary' : 'primary'} words="Create a league" />
        <JoinLeagueDialog words="Enter a code" />
      </div>
      <p className="text-note text-soft @[48rem]:col-span-2 @[48rem]:-mt-1">Or look around: odds can be tapped now.</p>
    </section>
  );
}
