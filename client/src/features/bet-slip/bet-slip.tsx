import { type ReactNode, useRef, useState } from 'react';
import { idleNamed } from '#client/lib/lazy-component.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Failed } from '#client/ui/failed.tsx';
import { TicketIcon } from '#client/ui/icons.tsx';
import { NotOpened } from '#client/ui/not-opened.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import { type Cents, cents, startingBalance } from '#shared/domain/money.ts';
import {
  type Availability,
  oddsChanged,
  type Pick,
  type Slip,
  slipProblem,
  toggle,
  totalStake,
} from '#shared/domain/slip.ts';
import type { Leagues } from './league-list.tsx';
import { priceChangeOf } from './price-changes.ts';
import { SlipAnnouncer } from './slip-announcer.tsx';
import { legId, slipStore, useSlip } from './store.ts';
import { useDropLocked } from './use-drop-locked.ts';
import { useIsWide } from './use-is-wide.ts';

const SlipContents = idleNamed('SlipContents', () => import('./slip-contents.tsx'));
const SlipFooter = idleNamed('SlipFooter', () => import('./slip-contents.tsx'));
const ConfirmBetDialog = idleNamed('ConfirmBetDialog', () => import('./confirm-bet-dialog.tsx'));

type BetSlipProps = {
  now: Date;
  /** The state of a pick's game on the slates; null while no slate lists the game. */
  availabilityOf: (pick: Pick) => Availability | null;
  leagues: Leagues;
  /** Whether somebody is signed in. Placing while signed out leads to sign-in, and the slip survives that. */
  signedIn: boolean;
  onSignedOut: () => void;
  onPlaced: () => void;
  /** Called when the server refused because the page's prices or locks are outdated. */
  onOutdated: () => void;
  leagueActions: ReactNode;
};

/** Puts a pick on the slip or removes it. Shows a toast if the slip refuses it. */
export function togglePick(pick: Pick): void {
  const next = toggle(slipStore.read().slip, pick);
  if ('title' in next) toastProblem(next);
  else slipStore.change(next);
}

/** The slip: a panel beside the slate from 1000 px on, below that a floating button and a bottom sheet. */
export function BetSlip(props: BetSlipProps) {
  const { now, availabilityOf, leagues, signedIn, onSignedOut, onPlaced, onOutdated, leagueActions } = props;
  const state = useSlip();
  const { slip, notes } = state;
  const [sheetOpen, setSheetOpen] = useState(false);
  /** The slip as it was when Place was pressed: only this slip is confirmed. Null while the dialog is closed. */
  const [confirming, setConfirming] = useState<Slip | null>(null);
  const [retries, setRetries] = useState(0);
  const isWide = useIsWide();
  const floating = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLHeadingElement>(null);
  const filled = useRef<HTMLDivElement>(null);
  const picks = slip.entries.map((entry) => entry.pick);
  const count = picks.length;
  const changeOfLeg = (pick: Pick) => priceChangeOf(pick, notes[legId(pick)] ?? null, availabilityOf(pick));
  useDropLocked(picks, availabilityOf);

  function confirm() {
    if (!signedIn) return onSignedOut();
    const problem = slipProblem(slip, totalStake(slip)); // the balance is checked once a league is chosen
    if (problem) {
      toastProblem(problem);
      firstWithoutAmount(filled.current)?.focus();
    } else if (picks.some((pick) => changeOfLeg(pick)?.blocks)) toastProblem(oddsChanged);
    else setConfirming(slip);
  }

  function closeConfirm() {
    setConfirming(null);
    if (slipStore.read().slip.entries.length === 0) setSheetOpen(false);
  }

  const contents =
    count === 0 ? (
      <EmptySlip />
    ) : (
      <Boundary
        waiting={<Skeleton className="h-32 rounded-xl" />}
        failed={({ kind, tryAgain }) => (
          <Failed
            bare
            what="The slip"
            failure={{
              kind,
              tryAgain: () => {
                tryAgain();
                setRetries(retries + 1); // the footer is in the same chunk, so it must retry too
              },
            }}
          />
        )}
      >
        <div ref={filled}>
          <SlipContents state={state} now={now} changeOfLeg={changeOfLeg} limit={limitOf(leagues)} />
        </div>
      </Boundary>
    );
  const footer = count > 0 && (
    <Boundary of={retries} waiting={<Skeleton className="h-21 rounded-xl" />} failed={() => null}>
      <SlipFooter slip={slip} onPlace={confirm} />
    </Boundary>
  );
  return (
    <>
      <SlipAnnouncer slip={slip} />
      {isWide ? (
        <aside
          aria-label="Bet slip"
          className="sticky top-19 flex max-h-[calc(100dvh-6rem)] flex-col self-start rounded-2xl border border-edge bg-surface"
        >
          <h2 ref={panel} tabIndex={-1} className="flex items-center gap-2 p-4 pb-3 text-lg font-bold outline-none">
            Bet Slip <Count count={count} />
          </h2>
          <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-3">{contents}</div>
          {footer && <div className="border-t border-edge p-4 pt-3">{footer}</div>}
        </aside>
      ) : (
        <>
          <button
            ref={floating}
            type="button"
            aria-haspopup="dialog"
            onClick={() => setSheetOpen(true)}
            className="fixed right-4 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-30 flex h-13 items-center gap-2 rounded-full bg-gold px-5 font-bold text-gold-ink shadow-float md:bottom-5"
          >
            <TicketIcon /> Bet Slip {count > 0 && <span>· {count}</span>}
          </button>
          <Dialog
            title="Bet Slip"
            aside={<Count count={count} />}
            open={sheetOpen && confirming === null}
            onOpenChange={setSheetOpen}
            footer={footer}
            fallbackFocus={() => floating.current}
          >
            {contents}
          </Dialog>
        </>
      )}
      {confirming && (
        <Boundary waiting={null} failed={(failure) => <NotOpened failure={failure} onClose={closeConfirm} />}>
          <ConfirmBetDialog
            slip={confirming}
            current={slip}
            changeOfLeg={changeOfLeg}
            leagues={leagues}
            onAccepted={() => setConfirming(slipStore.read().slip)}
            onClose={closeConfirm}
            onPlaced={onPlaced}
            onOutdated={onOutdated}
            leagueActions={leagueActions}
            fallbackFocus={() => panel.current ?? floating.current}
          />
        </Boundary>
      )}
    </>
  );
}

/** The highest available balance among the open leagues; the starting balance when no league is open. */
function limitOf(leagues: Leagues): Cents {
  if (typeof leagues === 'string') return startingBalance;
  const open = leagues.filter((league) => league.isOpen);
  return open.length === 0 ? startingBalance : cents(Math.max(0, ...open.map((league) => league.available)));
}

/** The first amount field without an amount, which gets the focus: on a long slip it may be out of view. */
function firstWithoutAmount(slip: HTMLElement | null): HTMLElement | null {
  const fields = [...(slip?.querySelectorAll('input') ?? [])];
  return fields.find(({ value }) => Number(value) === 0) ?? null;
}

function EmptySlip() {
  return (
    <div className="grid justify-items-center gap-1 py-8 text-center">
      <span className="mb-1 text-faint">
        <TicketIcon size={28} />
      </span>
      <p className="font-semibold">Your slip is empty</p>
      <p className="text-soft">Tap the odds of a game to add a bet.</p>
    </div>
  );
}

function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-gold px-2.5 text-[12.5px] leading-[22px] font-semibold text-gold-ink">
      {count}
    </span>
  );
}
