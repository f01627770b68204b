import { Button } from '#client/ui/button.tsx';
import { TicketIcon } from '#client/ui/icons.tsx';
import { Money } from '#client/ui/money.tsx';
import { Price } from '#client/ui/price.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { toast } from '#client/ui/toast.tsx';
import { type Cents, cents, parseStake } from '#shared/domain/money.ts';
import { combinedPrice } from '#shared/domain/price.ts';
import {
  emptySlip,
  minParlayLegs,
  parlayTooShort,
  remove,
  reprice,
  type Slip,
  type SlipMode,
  sameGame,
  setAmount,
  setMode,
  setParlayAmount,
  totalStake,
} from '#shared/domain/slip.ts';
import { AmountField } from './amount-field.tsx';
import { returnsOf, returnsOfEach } from './returns.ts';
import { Returns, Row, returnsWords } from './slip-figures.tsx';
import { pickWords, SlipLeg } from './slip-leg.tsx';
import { legId, type SlipState, slipStore } from './store.ts';

type SlipContentsProps = {
  state: SlipState;
  now: Date;
  /** The most that quick amounts stake in all: what the richest league of the player has available. */
  limit: Cents;
  onPlace: () => void;
};

/** Everything on the slip: modes, legs, amounts, what a win returns, and the way to placing. */
export function SlipContents({ state, now, limit, onPlace }: SlipContentsProps) {
  const { slip } = state;
  if (slip.entries.length === 0) {
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
  return (
    <Tabs
      value={slip.mode}
      onValueChange={(mode) => switchTo(slip, mode)}
      label="Kind of bet"
      look="segment"
      options={[
        { value: 'individual', label: 'Individual' },
        { value: 'parlay', label: 'Parlay' },
      ]}
    >
      <Legs state={state} now={now} limit={limit} />
      {slip.mode === 'parlay' ? <ParlayTotals slip={slip} limit={limit} /> : <SinglesTotals slip={slip} />}
      <div className="mt-4 flex gap-2">
        <Button size="large" onClick={() => slipStore.change(emptySlip)}>
          Clear
        </Button>
        <Button look="primary" size="large" className="flex-1" onClick={onPlace}>
          {placeWords(slip)}
        </Button>
      </div>
    </Tabs>
  );
}

/** 'Place Bet', 'Place 2 Bets', 'Place Parlay'. */
function placeWords({ mode, entries }: Slip): string {
  if (mode === 'parlay') return 'Place Parlay';
  return entries.length === 1 ? 'Place Bet' : `Place ${entries.length} Bets`;
}

function switchTo(slip: Slip, mode: SlipMode) {
  if (mode === 'parlay' && slip.entries.length < minParlayLegs) toast(parlayTooShort.title, parlayTooShort.message);
  else slipStore.change(setMode(slip, mode));
}

function Legs({ state: { slip, notes }, now, limit }: Omit<SlipContentsProps, 'onPlace'>) {
  const total = totalStake(slip);
  return (
    <ul className="mt-3">
      {slip.entries.map(({ pick, amount }, at) => {
        const twice = slip.entries.findIndex((entry) => entry.pick.gameId === pick.gameId) < at;
        const others = total - (parseStake(amount) ?? 0);
        return (
          <SlipLeg
            key={legId(pick)}
            pick={pick}
            now={now}
            note={notes[legId(pick)] ?? null}
            clash={slip.mode === 'parlay' && twice ? sameGame(pick.game).message : null}
            onRemove={() => slipStore.change(remove(slip, pick))}
            onAccept={(moved) => {
              slipStore.note(pick, null);
              slipStore.change(reprice(slip, pick, moved));
            }}
          >
            {slip.mode === 'individual' && (
              <>
                <AmountField
                  label={`Amount in Ching for ${pickWords(pick)}`}
                  subject={pickWords(pick)}
                  amount={amount}
                  limit={cents(Math.max(limit - others, 0))}
                  onChange={(next) => slipStore.change(setAmount(slip, pick, next))}
                />
                <Row name={returnsWords(1)}>
                  <Returns amount={returnsOf(amount, [pick])} />
                </Row>
              </>
            )}
          </SlipLeg>
        );
      })}
    </ul>
  );
}

function ParlayTotals({ slip, limit }: { slip: Slip; limit: Cents }) {
  const picks = slip.entries.map((entry) => entry.pick);
  return (
    <div className="mt-4 grid gap-2">
      <AmountField
        label="Parlay amount in Ching"
        subject="Parlay"
        amount={slip.parlayAmount}
        limit={limit}
        onChange={(next) => slipStore.change(setParlayAmount(slip, next))}
      />
      <Row name="Odds">
        <Price value={combinedPrice(picks.map((pick) => pick.price))} className="font-semibold text-ink" />
      </Row>
      <Row name={returnsWords(picks.length)}>
        <Returns amount={returnsOf(slip.parlayAmount, picks)} />
      </Row>
    </div>
  );
}

function SinglesTotals({ slip }: { slip: Slip }) {
  if (slip.entries.length < 2) return null;
  return (
    <div className="mt-3 grid gap-1">
      <Row name="Total bet amount">
        <Money amount={totalStake(slip)} className="font-semibold text-ink" />
      </Row>
      <Row name={returnsWords(slip.entries.length)}>
        <Returns amount={returnsOfEach(slip)} />
      </Row>
    </div>
  );
}
