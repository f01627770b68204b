import { type ReactNode, useEffect, useState } from 'react';
import { Dialog } from '#client/ui/dialog.tsx';
import { TicketIcon } from '#client/ui/icons.tsx';
import { toast } from '#client/ui/toast.tsx';
import { type Cents, cents, startingBalance } from '#shared/domain/money.ts';
import { type Pick, refuse, remove, toggle, totalStake } from '#shared/domain/slip.ts';
import { ConfirmBetDialog, type Leagues } from './confirm-bet-dialog.tsx';
import { lockedWords } from './mutations.ts';
import { SlipContents } from './slip-contents.tsx';
import { slipStore, useSlip } from './store.ts';
import { useIsWide } from './use-is-wide.ts';

type BetSlipProps = {
  now: Date;
  /** Games known to take no more bets; a pick whose start has passed counts as one too. */
  lockedGames: ReadonlySet<string>;
  leagues: Leagues;
  /** Whether somebody is signed in; placing without it leads to sign-in, and the slip survives that. */
  signedIn: boolean;
  onSignedOut: () => void;
  onPlaced: () => void;
  /** Prices or locks turned out to be older than the server's. */
  onOutdated: () => void;
  leagueActions: ReactNode;
};

/** Puts a pick on the slip or takes it off; what the slip refuses is said. */
export function togglePick(pick: Pick): void {
  const next = toggle(slipStore.read().slip, pick);
  if ('title' in next) toast(next.title, next.message);
  else slipStore.change(next);
}

/** The slip: a floating button and a bottom sheet on a phone, a panel beside the slate from 1000 px on. */
export function BetSlip(props: BetSlipProps) {
  const { now, lockedGames, leagues, signedIn, onSignedOut, onPlaced, onOutdated, leagueActions } = props;
  const state = useSlip();
  const [sheetOpen, setSheetOpen] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const isWide = useIsWide();
  const count = state.slip.entries.length;
  useDropLocked(now, lockedGames);

  function confirm() {
    if (!signedIn) return onSignedOut();
    const { slip } = slipStore.read();
    const refusal = refuse(slip, totalStake(slip)); // the balance is judged once a league is chosen
    if (refusal) toast(refusal.title, refusal.message);
    else setConfirming(true);
  }

  if (confirming && count === 0) {
    // Placed or dropped to the last pick: nothing is left to confirm or to show.
    setConfirming(false);
    setSheetOpen(false);
  }

  const contents = <SlipContents state={state} now={now} limit={limitOf(leagues)} onPlace={confirm} />;
  return (
    <>
      {isWide ? (
        <aside
          aria-label="Bet slip"
          className="sticky top-19 max-h-[calc(100dvh-6rem)] self-start overflow-y-auto rounded-2xl border border-edge bg-surface p-4"
        >
          <h2 className="mb-3 flex items-center gap-2 text-lg font-bold">
            Bet Slip <Count count={count} />
          </h2>
          {contents}
        </aside>
      ) : (
        <>
          <button
            type="button"
            onClick={() => setSheetOpen(true)}
            className="fixed right-4 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-30 flex h-13 items-center gap-2 rounded-full bg-gold px-5 font-bold text-gold-ink shadow-float md:bottom-5"
          >
            <TicketIcon /> Bet Slip {count > 0 && <span>· {count}</span>}
          </button>
          <Dialog
            title="Bet Slip"
            aside={<Count count={count} />}
            open={sheetOpen && !confirming}
            onOpenChange={setSheetOpen}
          >
            {contents}
          </Dialog>
        </>
      )}
      {confirming && (
        <ConfirmBetDialog
          slip={state.slip}
          leagues={leagues}
          onClose={() => setConfirming(false)}
          onPlaced={onPlaced}
          onOutdated={onOutdated}
          leagueActions={leagueActions}
        />
      )}
    </>
  );
}

/** Takes the picks whose games are locked off the slip, and says so. */
function useDropLocked(now: Date, lockedGames: ReadonlySet<string>) {
  useEffect(() => {
    const { slip } = slipStore.read();
    const locked = slip.entries
      .map((entry) => entry.pick)
      .filter((pick) => pick.startsAt <= now || lockedGames.has(pick.gameId));
    if (locked.length === 0) return;
    slipStore.change(locked.reduce(remove, slip));
    toast('Betting locked', lockedWords(locked));
  }, [now, lockedGames]);
}

/** What the richest open league has available; a newcomer's balance before there is a league. */
function limitOf(leagues: Leagues): Cents {
  if (typeof leagues === 'string') return startingBalance;
  const open = leagues.filter((league) => league.isOpen);
  return open.length === 0 ? startingBalance : cents(Math.max(0, ...open.map((league) => league.available)));
}

function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-gold px-2.5 text-[12.5px] leading-[22px] font-semibold text-gold-ink">
      {count}
    </span>
  );
}
