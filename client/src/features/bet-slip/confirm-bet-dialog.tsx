import { type ReactNode, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Money } from '#client/ui/money.tsx';
import { Price } from '#client/ui/price.tsx';
import { toast } from '#client/ui/toast-store.ts';
import { cents, parseStake } from '#shared/domain/money.ts';
import { disallowed, type Pick, refuse, type Slip, totalStake } from '#shared/domain/slip.ts';
import { choosable, type LeagueChoice, LeagueList, type Leagues } from './league-list.tsx';
import { MoveNotice } from './move-notice.tsx';
import type { Move } from './moves.ts';
import { usePlaceSlip } from './mutations.ts';
import { leagueInDoubt } from './place-slip.ts';
import { returnsOf, returnsOfSlip } from './returns.ts';
import { Returns, Row } from './slip-figures.tsx';
import { pickWords, returnsWords } from './slip-words.ts';
import { legId } from './store.ts';

type ConfirmBetDialogProps = {
  slip: Slip;
  moveOfLeg: (pick: Pick) => Move | null;
  leagues: Leagues;
  onClose: () => void;
  onPlaced: () => void;
  onOutdated: () => void;
  leagueActions: ReactNode;
  fallbackFocus: () => HTMLElement | null;
};

/** The last look before placing: the legs, the league that the stake comes from, and what it comes to. */
export function ConfirmBetDialog(props: ConfirmBetDialogProps) {
  const { slip, moveOfLeg, leagues, onClose, onPlaced, onOutdated, leagueActions, fallbackFocus } = props;
  const open = choosable(slip, leagues, leagueInDoubt(slip));
  const [chosenId, choose] = useState<string | null>(null);
  const chosen = open.length === 1 ? open[0] : open.find((league) => league.id === chosenId);
  const barred = chosen ? disallowed(slip, chosen) : [];
  const isMoved = slip.entries.some(({ pick }) => moveOfLeg(pick)?.blocks);
  const placing = usePlaceSlip({ onPlaced, onOutdated });

  function place(league: LeagueChoice) {
    const refusal = refuse(slip, league.available);
    if (refusal) toast(refusal.title, refusal.message, 'assertive');
    else placing.mutate(league.id, { onSettled: onClose });
  }

  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next && !placing.isPending) onClose();
      }}
      title={confirmWords(slip)}
      description="Check it once more: a placed bet stands."
      fallbackFocus={fallbackFocus}
      footer={
        <div className="grid gap-1.5">
          <Totals slip={slip} chosen={chosen ?? null} />
          <Button
            look="primary"
            size="large"
            className="mt-2 w-full"
            disabled={!chosen || barred.length > 0 || isMoved || placing.isPending}
            onClick={() => chosen && place(chosen)}
          >
            {placing.isPending ? 'Placing...' : confirmWords(slip)}
          </Button>
        </div>
      }
    >
      <ul className="mb-4 rounded-2xl border border-edge px-3.5">
        {slip.entries.map(({ pick, amount }) => (
          <ConfirmedLeg
            key={legId(pick)}
            pick={pick}
            amount={slip.mode === 'individual' ? amount : null}
            move={moveOfLeg(pick)}
            barredBy={chosen && barred.includes(pick) ? chosen : null}
          />
        ))}
      </ul>
      <LeagueList
        slip={slip}
        leagues={leagues}
        choosable={open}
        chosen={chosen ?? null}
        onChoose={choose}
        leagueActions={leagueActions}
      />
    </Dialog>
  );
}

function confirmWords({ mode, entries }: Slip): string {
  if (mode === 'parlay') return 'Confirm Parlay';
  return entries.length > 1 ? 'Confirm Bets' : 'Confirm Bet';
}

type ConfirmedLegProps = { pick: Pick; amount: string | null; move: Move | null; barredBy: LeagueChoice | null };

function ConfirmedLeg({ pick, amount, move, barredBy }: ConfirmedLegProps) {
  return (
    <li className="grid gap-1 border-b border-edge py-2.5 last:border-0">
      <p className="flex items-baseline gap-3 font-semibold">
        <span className="min-w-0 flex-1">{pickWords(pick)}</span>
        <Price value={pick.price} />
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3 text-[13px] text-soft">
        <span className="min-w-0 flex-1">{pick.game}</span>
        {amount !== null && (
          <span>
            <Money amount={parseStake(amount) ?? cents(0)} /> to return <Returns amount={returnsOf(amount, [pick])} />
          </span>
        )}
      </p>
      {move && <MoveNotice pick={pick} move={move} />}
      {barredBy && (
        <p className="text-[13px] text-lost">
          {barredBy.name} does not allow {pick.sport} bets. Remove this one or choose another league.
        </p>
      )}
    </li>
  );
}

/** What is staked, what comes back, and what the chosen league has available before and after. */
function Totals({ slip, chosen }: { slip: Slip; chosen: LeagueChoice | null }) {
  const total = totalStake(slip);
  const left = chosen && cents(chosen.available - total);
  return (
    <>
      <Row name={slip.mode === 'parlay' ? 'Parlay amount' : 'Total bet amount'}>
        <Money amount={total} className="font-semibold text-ink" />
      </Row>
      {chosen && left !== null && (
        <Row name="Available">
          <span className="whitespace-nowrap">
            <Money amount={chosen.available} /> <span aria-hidden="true">→</span>
            <span className="sr-only">, then</span>{' '}
            <Money amount={left} className={`font-semibold ${left < 0 ? 'text-lost' : 'text-ink'}`} />
          </span>
        </Row>
      )}
      <Row name={returnsWords(slip.entries.length)}>
        <Returns amount={returnsOfSlip(slip)} />
      </Row>
    </>
  );
}
