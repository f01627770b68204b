import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Money } from '#client/tickets/money.tsx';
import { Price } from '#client/tickets/price.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Name } from '#client/ui/name.tsx';
import { ProblemText } from '#client/ui/problem-text.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import { stakeOf } from '#shared/domain/amount.ts';
import { shareAtRisk } from '#shared/domain/consequence.ts';
import { cents } from '#shared/domain/money.ts';
import { disallowed, isSamePick, type Pick, type Slip, totalStake } from '#shared/domain/slip.ts';
import { LeagueList, LeagueLost } from './league-list.tsx';
import { choosable, type LeagueChoice, type Leagues, leagueOptions } from './league-options.ts';
import { usePlaceSlip } from './mutations.ts';
import { PriceAnnouncer } from './price-announcer.tsx';
import { PriceChangeNotice } from './price-change-notice.tsx';
import type { PriceChange } from './price-changes.ts';
import { returnsOf, returnsOfSlip } from './returns.ts';
import { Returns, Row } from './slip-figures.tsx';
import { confirmAcceptedWords, confirmWords, pickWords, returnsWords } from './slip-words.ts';
import { legId } from './store.ts';
import { problemIn } from './ticket-action.ts';

type ConfirmBetDialogProps = {
  /** The slip to confirm: as it was when Place was pressed. */
  slip: Slip;
  /** The slip as it is now. */
  current: Slip;
  changeOfLeg: (pick: Pick) => PriceChange | null;
  leagues: Leagues;
  /** The number of leagues that the list lacks, because they cannot be reached. */
  unreachable: number;
  /** The league that was chosen on the slip; null if none was. */
  league: LeagueChoice | null;
  /** Called when the player chooses or uses a league: the slip follows. */
  onChoose: (id: string) => void;
  /** Called when the player accepted a changed line or price: from then on the current slip is the one to confirm. */
  onAccepted: () => void;
  onClose: () => void;
  onPlaced: () => Promise<boolean>;
  onOutdated: () => void;
  leagueActions: ReactNode;
  fallbackFocus: () => HTMLElement | null;
};

/**
 * The last check before placing: the legs, the league that pays the stake, and the totals.
 *
 * The dialog places the slip that it opened with, or nothing: a tap must not place a bet that replaced the intended
 * one. When the slip changes while the dialog is open, the button stays in its position, disabled, and a notice leads
 * back to the slip. Nor does the dialog ever replace the chosen league by another one. Once the player accepts new odds
 * or chooses another league, the button's label says so.
 */
export function ConfirmBetDialog(props: ConfirmBetDialogProps) {
  const { slip, current, changeOfLeg, leagues, unreachable, onAccepted, onClose, onPlaced, onOutdated } = props;
  const options = leagueOptions(slip, leagues, unreachable);
  const open = choosable(options);
  const [first, second] = open;
  /**
   * The league of the slip; null if the player has to choose one. While none can be chosen, undefined: a single league
   * is chosen at the moment when it can be, and no league later replaces another.
   */
  const [chosenId, choose] = useState<string | null | undefined>(props.league?.id ?? (first ? null : undefined));
  if (chosenId === undefined && first) choose(second || unreachable > 0 ? null : first.id);
  const [hasSwitched, setHasSwitched] = useState(false);
  /** The `legId` of the leg whose new odds were accepted last; null if none were. */
  const [acceptedId, setAcceptedId] = useState<string | null>(null);
  const chosen = open.find((league) => league.id === chosenId);
  const barred = chosen ? disallowed(slip, chosen) : [];
  const isBlocked = slip.entries.some(({ pick }) => changeOfLeg(pick)?.blocks);
  const placing = usePlaceSlip({ onPlaced, onOutdated });
  const isOutdated = current !== slip && !placing.isPending; // placing itself removes placed bets from the slip

  function place(league: LeagueChoice) {
    const problem = problemIn(slip, league);
    if (problem) return toastProblem(problem);
    props.onChoose(league.id);
    placing.mutate({ slip, league }, { onSettled: onClose });
  }

  function chooseLeague(id: string) {
    if (chosenId) setHasSwitched(true);
    choose(id);
    props.onChoose(id);
  }

  function confirm({ detail }: MouseEvent) {
    const isDoubleTapOnPlace = detail > 1; // on a phone the two buttons have the same position
    if (chosen && !isDoubleTapOnPlace) place(chosen);
  }

  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next && !placing.isPending) onClose();
      }}
      title={confirmWords(slip)}
      description="Check it once more: a placed bet stands."
      fallbackFocus={props.fallbackFocus}
      footer={
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <Totals slip={slip} chosen={chosen ?? null} />
          <Button
            variant="primary"
            size="large"
            className="mt-2 w-full py-2 leading-tight whitespace-normal!"
            disabled={!chosen || barred.length > 0 || isBlocked || isOutdated || placing.isPending}
            onClick={confirm}
          >
            {placing.isPending ? (
              'Placing...'
            ) : (
              <ConfirmLabel slip={slip} acceptedId={acceptedId} league={hasSwitched ? (chosen ?? null) : null} />
            )}
          </Button>
        </div>
      }
    >
      {isOutdated && <SlipChanged isEmpty={current.entries.length === 0} onClose={onClose} />}
      <PriceAnnouncer picks={slip.entries.map(({ pick }) => pick)} changeOfLeg={changeOfLeg} />
      <ul className="mb-4 grid grid-cols-[minmax(0,1fr)] rounded-2xl border border-edge px-3.5">
        {slip.entries.map(({ pick, amount }) => (
          <ConfirmedLeg
            key={legId(pick)}
            pick={pick}
            amount={slip.mode === 'individual' ? amount : null}
            change={isOutdated ? null : changeOfLeg(pick)}
            onAccepted={() => {
              setAcceptedId(legId(pick));
              onAccepted();
            }}
            isGone={isOutdated && !current.entries.some((entry) => isSamePick(entry.pick, pick))}
            barredBy={chosen && barred.includes(pick) ? chosen : null}
          />
        ))}
      </ul>
      {chosenId && !chosen && !isOutdated && typeof leagues !== 'string' && (
        <LeagueLost slip={slip} leagues={leagues} unreachable={unreachable} options={options} lostId={chosenId} />
      )}
      <LeagueList
        slip={slip}
        leagues={leagues}
        unreachable={unreachable}
        options={options}
        chosen={chosen ?? null}
        onChoose={chooseLeague}
        leagueActions={props.leagueActions}
        onReload={onPlaced}
      />
    </Dialog>
  );
}

type ConfirmLabelProps = {
  slip: Slip;
  acceptedId: string | null;
  /** The league chosen after an earlier choice; null while the first choice stands. */
  league: LeagueChoice | null;
};

function ConfirmLabel({ slip, acceptedId, league }: ConfirmLabelProps) {
  const accepted = slip.entries.find(({ pick }) => legId(pick) === acceptedId)?.pick;
  const words = accepted ? confirmAcceptedWords(slip, accepted) : league ? 'Confirm' : confirmWords(slip);
  return (
    <span className="min-w-0 wrap-anywhere">
      {words}
      {league && (
        <>
          {' in '}
          <Name>{league.name}</Name>
        </>
      )}
    </span>
  );
}

/** Says that the slip has changed and leads back to it. Takes the focus, because the disabled button loses it. */
function SlipChanged({ isEmpty, onClose }: { isEmpty: boolean; onClose: () => void }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <div ref={notice} role="alert" tabIndex={-1} className="mb-4 grid gap-3 rounded-2xl bg-gold-soft p-4 outline-none">
      <p>
        <b className="block font-semibold">The slip has changed</b>
        {isEmpty
          ? 'Nothing was placed from here, and nothing is left on the slip.'
          : 'Nothing was placed from here. Check the slip and place it again.'}
      </p>
      <Button onClick={onClose}>Back to the Slip</Button>
    </div>
  );
}

type ConfirmedLegProps = {
  pick: Pick;
  amount: string | null;
  change: PriceChange | null;
  onAccepted: () => void;
  /** Whether the leg is no longer on the slip. */
  isGone: boolean;
  barredBy: LeagueChoice | null;
};

function ConfirmedLeg({ pick, amount, change, onAccepted, isGone, barredBy }: ConfirmedLegProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-edge py-2.5 last:border-0">
      <p className="flex items-baseline gap-3 font-semibold">
        <span className="min-w-0 flex-1 wrap-anywhere">{pickWords(pick)}</span>
        <Price value={pick.price} />
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3 text-note text-soft">
        <span className="flex-[1_1_6rem] wrap-anywhere">{pick.game}</span>
        {amount !== null && (
          <span className="ml-auto text-right">
            <Money amount={stakeOf(amount) ?? cents(0)} /> to return <Returns amount={returnsOf(amount, [pick])} />
          </span>
        )}
      </p>
      {isGone && <ProblemText>This bet is off the slip.</ProblemText>}
      <PriceChangeNotice pick={pick} change={change} onAccepted={onAccepted} />
      {barredBy && (
        <ProblemText>
          <Name>{barredBy.name}</Name> does not allow {pick.sport} bets. Remove this one or choose another league.
        </ProblemText>
      )}
    </li>
  );
}

/** The stake, the chosen league with its available balance before and after, and the return on a win. */
function Totals({ slip, chosen }: { slip: Slip; chosen: LeagueChoice | null }) {
  const total = totalStake(slip);
  const left = chosen && cents(chosen.available - total);
  return (
    <>
      {chosen && (
        <p className="flex min-w-0 items-baseline justify-between gap-3 text-sm text-soft">
          League
          <span className="min-w-0 truncate font-semibold text-ink">
            <Name>{chosen.name}</Name>
          </span>
        </p>
      )}
      <Row name={slip.mode === 'parlay' ? 'Parlay amount' : 'Total bet amount'}>
        <Money amount={total} className="font-semibold text-ink" />
      </Row>
      {chosen && left !== null && (
        <Row name="Available">
          <span className="text-right">
            <Money amount={chosen.available} /> <span aria-hidden="true">→</span>
            <span className="sr-only">, then</span>{' '}
            <Money amount={left} className={`font-semibold ${left < 0 ? 'text-lost' : 'text-ink'}`} />
          </span>
        </Row>
      )}
      <Row name={returnsWords(slip.entries.length)}>
        <Returns amount={returnsOfSlip(slip)} />
      </Row>
      {chosen?.remarks && slip.note.trim() !== '' && (
        <p className="text-note wrap-anywhere text-soft">
          Note: <Name>{slip.note.trim()}</Name>
        </p>
      )}
      {chosen && total > 0 && total <= chosen.available && (
        <p className="text-note text-soft">
          You risk {shareAtRisk(total, chosen.available)} of what is available there.
        </p>
      )}
    </>
  );
}
