import { type ReactNode, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Money } from '#client/ui/money.tsx';
import { Price } from '#client/ui/price.tsx';
import { Loading } from '#client/ui/skeleton.tsx';
import { toast } from '#client/ui/toast.tsx';
import { type Cents, cents, parseStake } from '#shared/domain/money.ts';
import {
  disallowed,
  leaguesFor,
  type Pick,
  refuse,
  refuseLeagues,
  type Slip,
  type SlipLeague,
  totalStake,
} from '#shared/domain/slip.ts';
import { usePlaceSlip } from './mutations.ts';
import { returnsOf, returnsOfEach } from './returns.ts';
import { Returns, Row, returnsWords } from './slip-figures.tsx';
import { pickWords } from './slip-leg.tsx';
import { legId } from './store.ts';

/** A league of the player as the slip sees it. */
export type LeagueChoice = SlipLeague & {
  available: Cents;
  /** Whether it still takes bets: its end date has not been reached. */
  isOpen: boolean;
};

export type Leagues = readonly LeagueChoice[] | 'loading' | 'failed';

type ConfirmBetDialogProps = {
  slip: Slip;
  leagues: Leagues;
  onClose: () => void;
  onPlaced: () => void;
  onOutdated: () => void;
  /** Joining and creating a league, offered where there is none to choose. */
  leagueActions: ReactNode;
};

/** The last look before placing: the legs, the league that the stake comes from, and what it comes to. */
export function ConfirmBetDialog(props: ConfirmBetDialogProps) {
  const { slip, leagues, onClose, onPlaced, onOutdated, leagueActions } = props;
  const offered = typeof leagues === 'string' ? [] : leaguesFor(slip, leagues);
  const open = offered.filter((league) => league.isOpen);
  const [chosenId, choose] = useState<string | null>(null);
  const chosen = open.length === 1 ? open[0] : open.find((league) => league.id === chosenId);
  const barred = chosen ? disallowed(slip, chosen) : [];
  const placing = usePlaceSlip({ onPlaced, onOutdated });

  function place(league: LeagueChoice) {
    const refusal = refuse(slip, league.available);
    if (refusal) toast(refusal.title, refusal.message);
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
      footer={
        <Button
          look="primary"
          size="large"
          className="w-full"
          disabled={!chosen || barred.length > 0 || placing.isPending}
          onClick={() => chosen && place(chosen)}
        >
          {placing.isPending ? 'Placing...' : confirmWords(slip)}
        </Button>
      }
    >
      <ul className="mb-4 rounded-2xl border border-edge px-3.5">
        {slip.entries.map(({ pick, amount }) => (
          <ConfirmedLeg
            key={legId(pick)}
            pick={pick}
            amount={slip.mode === 'individual' ? amount : null}
            barredBy={chosen && barred.includes(pick) ? chosen : null}
          />
        ))}
      </ul>
      <LeagueList
        slip={slip}
        leagues={leagues}
        offered={offered}
        chosen={chosen ?? null}
        onChoose={choose}
        leagueActions={leagueActions}
      />
      <div className="mt-4 grid gap-1.5">
        <Row name={slip.mode === 'parlay' ? 'Parlay amount' : 'Total bet amount'}>
          <Money amount={totalStake(slip)} className="font-semibold text-ink" />
        </Row>
        <Row name={returnsWords(slip.entries.length)}>
          <Returns
            amount={
              slip.mode === 'parlay'
                ? returnsOf(
                    slip.parlayAmount,
                    slip.entries.map((entry) => entry.pick),
                  )
                : returnsOfEach(slip)
            }
          />
        </Row>
      </div>
    </Dialog>
  );
}

function confirmWords({ mode, entries }: Slip): string {
  if (mode === 'parlay') return 'Confirm Parlay';
  return entries.length > 1 ? 'Confirm Bets' : 'Confirm Bet';
}

function ConfirmedLeg(props: { pick: Pick; amount: string | null; barredBy: LeagueChoice | null }) {
  const { pick, amount, barredBy } = props;
  return (
    <li className="border-b border-edge py-2.5 last:border-0">
      <p className="flex items-baseline gap-3 font-semibold">
        <span className="min-w-0 flex-1">{pickWords(pick)}</span>
        <Price value={pick.price} />
      </p>
      <p className="flex items-baseline gap-3 text-[13px] text-soft">
        <span className="min-w-0 flex-1">{pick.game}</span>
        {amount !== null && <Money amount={parseStake(amount) ?? cents(0)} />}
      </p>
      {barredBy && (
        <p className="mt-1 text-[13px] text-lost">
          {barredBy.name} does not allow {pick.sport} bets. Remove this one or choose another league.
        </p>
      )}
    </li>
  );
}

type LeagueListProps = {
  slip: Slip;
  leagues: Leagues;
  offered: readonly LeagueChoice[];
  chosen: LeagueChoice | null;
  onChoose: (id: string) => void;
  leagueActions: ReactNode;
};

function LeagueList({ slip, leagues, offered, chosen, onChoose, leagueActions }: LeagueListProps) {
  if (leagues === 'loading') return <Loading words="Loading your leagues..." />;
  if (leagues === 'failed') return <p role="alert">Failed to load your leagues. Please try again later.</p>;
  const refusal = refuseLeagues(slip, leagues);
  if (refusal) {
    return (
      <div className="rounded-2xl bg-gold-soft p-4">
        <p className="mb-3">{refusal}</p>
        <div className="flex flex-wrap gap-2">{leagueActions}</div>
      </div>
    );
  }
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">Choose a league</legend>
      <div className="grid gap-2">
        {offered.map((league) => (
          <label
            key={league.id}
            className="flex min-h-13 cursor-pointer items-center gap-3 rounded-xl border border-edge bg-raised px-3.5 py-2 has-checked:border-gold has-checked:inset-ring has-checked:inset-ring-gold has-disabled:cursor-default has-focus-visible:outline-2 has-focus-visible:outline-gold-text"
          >
            <input
              type="radio"
              name="league"
              value={league.id}
              checked={league === chosen}
              disabled={!league.isOpen}
              onChange={() => onChoose(league.id)}
              className="size-4.5 shrink-0 accent-gold outline-none"
            />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{league.name}</span>
              <span className="block text-[13px] text-soft">
                {league.isOpen ? (
                  <>
                    <Money amount={league.available} /> available
                  </>
                ) : (
                  'Betting in this league has ended'
                )}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
