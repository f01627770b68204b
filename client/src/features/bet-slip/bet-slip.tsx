import { type ReactNode, useRef, useState } from 'react';
import { idleNamed } from '#client/lib/lazy-component.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { IconButton } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Failed } from '#client/ui/failed.tsx';
import { CloseIcon, TicketIcon } from '#client/ui/icons.tsx';
import { NotOpened } from '#client/ui/not-opened.tsx';
import { ScrollRegion } from '#client/ui/scroll-region.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import { stakeOf } from '#shared/domain/amount.ts';
import { type Availability, oddsChanged, type Pick, type Slip, slipProblem, totalStake } from '#shared/domain/slip.ts';
import { EmptySlip } from './empty-slip.tsx';
import { type Leagues, limitOf, noLeagueWords, useLeague } from './league-options.ts';
import { priceChangeOf } from './price-changes.ts';
import type { RenderConsequence } from './render-consequence.ts';
import { legId, slipStore, useSlip } from './store.ts';
import { problemIn } from './ticket-action.ts';
import { useDropLocked } from './use-drop-locked.ts';
import { useIsWide } from './use-media.ts';

const AmountKey = idleNamed('AmountKey', () => import('./amount-key.ts'));
const SlipAnnouncer = idleNamed('SlipAnnouncer', () => import('./slip-announcer.tsx'));
const SlipContents = idleNamed('SlipContents', () => import('./slip-contents.tsx'));
const SlipFooter = idleNamed('SlipFooter', () => import('./slip-contents.tsx'));
const SlipReceipt = idleNamed('SlipReceipt', () => import('./slip-receipt.tsx'));
const ReceiptFooter = idleNamed('ReceiptFooter', () => import('./slip-receipt.tsx'));
const ConfirmBetDialog = idleNamed('ConfirmBetDialog', () => import('./confirm-bet-dialog.tsx'));

type BetSlipProps = {
  now: Date;
  /** Renders the mark of a pick's team. */
  renderMark: (pick: Pick) => ReactNode;
  /** The state of a pick's game on the slates; null while no slate lists the game. */
  availabilityOf: (pick: Pick) => Availability | null;
  leagues: Leagues;
  /** The number of leagues that the list lacks, because they cannot be reached. */
  unreachable?: number;
  /** Null while nobody is signed in. Placing then leads to sign-in, and the slip survives that. */
  viewerId: string | null;
  /** Whether it is known who is signed in, or known that this failed to load. */
  isAccountSettled: boolean;
  onSignedOut: () => void;
  /** Called when bets, leagues and balances are outdated. Resolves with whether the leagues could be loaded again. */
  onPlaced: () => Promise<boolean>;
  /** Called when the server refused because the page's prices or locks are outdated. */
  onOutdated: () => void;
  /** Renders the viewer's claim to the title of the league that the slip bets in. */
  renderTitle?: (leagueId: string) => ReactNode;
  renderConsequence?: RenderConsequence;
  /** Renders what a receipt of so many tickets offers besides. */
  renderOffer?: (tickets: number) => ReactNode;
  /** Buttons to create and join a league; `primary` makes the first one the gold button. */
  leagueActions: (variant: 'primary' | 'secondary') => ReactNode;
};

/** The slip: a panel beside the slate from 1000 px on, below that a floating button and a bottom sheet. */
export function BetSlip(props: BetSlipProps) {
  const { now, availabilityOf, leagues, viewerId, onSignedOut, onPlaced, onOutdated, leagueActions } = props;
  const { unreachable = 0, isAccountSettled } = props;
  const renderConsequence = props.renderConsequence ?? (() => null);
  const signedIn = viewerId !== null;
  /**
   * Whether Place waits. A member who is not known yet would be taken for a visitor, and the lines that come with the
   * leagues would move Place away from under a tap.
   */
  const isLoading = !isAccountSettled || (signedIn && leagues === 'loading');
  const state = useSlip();
  const { slip, notes, receipt } = state;
  const [sheetOpen, setSheetOpen] = useState(false);
  /** The slip as it was when Place was pressed: only this slip is confirmed. Null while the dialog is closed. */
  const [confirming, setConfirming] = useState<Slip | null>(null);
  const [retries, setRetries] = useState(0);
  const [league, isLastUsed, chooseLeague] = useLeague(viewerId, slip, leagues, unreachable);
  const isWide = useIsWide();
  const floating = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLHeadingElement>(null);
  const placed = useRef<HTMLHeadingElement>(null);
  const filled = useRef<HTMLDivElement>(null);
  /** The odds button to return to from the amount field that the player has asked for by the keyboard. */
  const odds = useRef<HTMLElement>(null);
  const [wanted, setWanted] = useState<Pick | null>(null);
  const [opened] = useState(slip);
  const picks = slip.entries.map((entry) => entry.pick);
  const count = picks.length;
  const missing = signedIn ? noLeagueWords(slip, leagues, unreachable) : null;
  const noLeague = (variant: 'primary' | 'secondary') =>
    missing === null
      ? null
      : {
          reason: leagues.length === 0 && unreachable === 0 ? null : missing,
          leagueActions: leagueActions(variant),
        };
  const changeOfLeg = (pick: Pick) => priceChangeOf(pick, notes[legId(pick)] ?? null, availabilityOf(pick));
  const isBlocked = picks.some((pick) => changeOfLeg(pick)?.blocks);
  // A price that is no longer on offer has no consequence.
  const consequenceOf: typeof renderConsequence = isBlocked ? () => null : renderConsequence;
  useDropLocked(picks, availabilityOf);

  function confirm() {
    if (isLoading) {
      const what = isAccountSettled ? 'Your leagues are' : 'Your account is';
      return toastProblem({ title: 'One Moment', message: `${what} still loading.` });
    }
    if (!signedIn) return onSignedOut();
    // Without a league the balance is checked once one is chosen.
    const problem = league ? problemIn(slip, league) : slipProblem(slip, totalStake(slip));
    if (problem) {
      toastProblem(problem);
      firstWithoutAmount(filled.current)?.focus();
    } else if (isBlocked) toastProblem(oddsChanged);
    else setConfirming(slip);
  }

  /** Leads from an amount field to the next one, and from the last one on to placing. */
  function goOn(field: HTMLInputElement) {
    const fields = amountFields(filled.current);
    const next = fields[fields.indexOf(field) + 1];
    if (!next) return confirm();
    next.focus();
    next.select();
  }

  function closeConfirm() {
    setConfirming(null);
    const { slip: left, receipt: shown } = slipStore.read();
    if (left.entries.length === 0 && shown === null) setSheetOpen(false);
  }

  function openForm() {
    slipStore.setReceipt(null);
    if (!isWide) setSheetOpen(true);
  }

  function goToAmount(pick: Pick, from: HTMLElement) {
    odds.current = from;
    setWanted(pick);
    openForm();
  }

  function goToOdds(own: HTMLElement | null) {
    odds.current = own ?? odds.current;
    if (isWide) odds.current?.focus();
    else setSheetOpen(false); // closing it focuses the odds
  }

  /** In a sheet that closes, the receipt stays until the sheet is opened again. */
  function closeReceipt() {
    if (!isWide && count === 0) return setSheetOpen(false);
    slipStore.setReceipt(null);
    panel.current?.focus();
  }

  const form = (
    <div ref={filled}>
      <SlipContents
        state={state}
        now={now}
        changeOfLeg={changeOfLeg}
        renderMark={props.renderMark}
        league={league}
        limit={limitOf(slip, league, leagues)}
        noLeague={noLeague('primary')}
        title={signedIn && league && props.renderTitle?.(league.id)}
        renderConsequence={consequenceOf}
        wanted={wanted}
        onReached={() => setWanted(null)}
        onEnter={goOn}
      />
    </div>
  );
  const contents =
    count === 0 && !receipt ? (
      <EmptySlip noLeague={noLeague('secondary')} />
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
        {receipt ? (
          <SlipReceipt
            receipt={receipt}
            leagues={leagues}
            now={now}
            left={count}
            heading={placed}
            renderConsequence={renderConsequence}
            renderOffer={props.renderOffer ?? (() => null)}
          />
        ) : (
          form
        )}
      </Boundary>
    );
  const footer = (count > 0 || receipt) && (
    <Boundary of={retries} waiting={<Skeleton className="h-21 rounded-xl" />} failed={() => null}>
      {receipt ? (
        <ReceiptFooter receipt={receipt} left={count} onClose={closeReceipt} />
      ) : (
        <SlipFooter
          slip={slip}
          leagues={signedIn ? leagues : null}
          unreachable={unreachable}
          league={league}
          isLastUsed={isLastUsed}
          onChoose={chooseLeague}
          onReload={onPlaced}
          onPlace={confirm}
          isLoading={isLoading}
          isReady={missing === null && !isBlocked}
          renderConsequence={consequenceOf}
        />
      )}
    </Boundary>
  );
  const shownCount = receipt ? 0 : count;
  return (
    <>
      <Boundary of={slip} waiting={null} failed={() => null}>
        <AmountKey onAsked={goToAmount} onBack={goToOdds} />
      </Boundary>
      <Boundary of={slip} waiting={null} failed={() => null}>
        <SlipAnnouncer opened={opened} slip={slip} />
      </Boundary>
      {isWide ? (
        <aside
          aria-label="Bet slip"
          className="sticky top-19 flex max-h-[calc(100dvh-6rem)] flex-col self-start rounded-2xl border border-edge bg-surface"
        >
          <div className="flex items-center justify-between p-4 pb-3">
            <h2
              ref={panel}
              id="bet-slip"
              tabIndex={-1}
              className="flex items-center gap-2 text-lg font-bold outline-none"
            >
              Bet Slip <Count count={shownCount} />
            </h2>
            {receipt && (
              <IconButton label="Close the receipt" onClick={closeReceipt} className="-my-2.5 -mr-2.5">
                <CloseIcon />
              </IconButton>
            )}
          </div>
          <ScrollRegion label="Bet slip" className="min-h-0 flex-1 px-4 pb-3">
            {contents}
          </ScrollRegion>
          {footer && <div className="border-t border-edge p-4 pt-3">{footer}</div>}
        </aside>
      ) : (
        <>
          {/* The container of the bottom bar's width: the button stands above the bar wherever there is one. */}
          <div className="@container pointer-events-none fixed inset-x-0 bottom-0 z-30">
            <button
              ref={floating}
              id="bet-slip"
              type="button"
              aria-haspopup="dialog"
              onClick={() => {
                odds.current = null;
                openForm();
              }}
              className="pointer-events-auto absolute right-4 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] flex h-13 items-center gap-2 rounded-full bg-gold px-5 font-bold text-gold-ink shadow-float @3xl:bottom-5"
            >
              <TicketIcon /> Bet Slip {count > 0 && <span>· {count}</span>}
            </button>
          </div>
          <Dialog
            title="Bet Slip"
            aside={<Count count={shownCount} />}
            open={sheetOpen}
            covered={confirming !== null}
            onOpenChange={setSheetOpen}
            footer={footer}
            returnFocus={() => odds.current}
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
            unreachable={unreachable}
            league={league}
            onChoose={chooseLeague}
            onAccepted={() => setConfirming(slipStore.read().slip)}
            onClose={closeConfirm}
            onPlaced={onPlaced}
            onOutdated={onOutdated}
            leagueActions={leagueActions('secondary')}
            fallbackFocus={() => placed.current ?? panel.current ?? floating.current}
          />
        </Boundary>
      )}
    </>
  );
}

function amountFields(slip: HTMLElement | null): HTMLInputElement[] {
  return [...(slip?.querySelectorAll<HTMLInputElement>('input[data-amount]') ?? [])];
}

/** The first amount field without a stake, which gets the focus: on a long slip it may be out of view. */
function firstWithoutAmount(slip: HTMLElement | null): HTMLElement | null {
  return amountFields(slip).find(({ value }) => stakeOf(value) === null) ?? null;
}

function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-gold px-2.5 text-note leading-[1.7] font-semibold text-gold-ink">{count}</span>
  );
}
