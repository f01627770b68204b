import { Money } from '#client/tickets/money.tsx';
import { Price } from '#client/tickets/price.tsx';
import { Button } from '#client/ui/button.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import { type Cents, cents, parseStake } from '#shared/domain/money.ts';
import { combinedPrice } from '#shared/domain/price.ts';
import {
  emptySlip,
  maxLegs,
  minParlayLegs,
  type Pick,
  parlayTooLong,
  parlayTooShort,
  remove,
  type Slip,
  type SlipMode,
  sameGame,
  setAmount,
  setMode,
  setParlayAmount,
  totalStake,
} from '#shared/domain/slip.ts';
import { AmountField } from './amount-field.tsx';
import { PriceChangeNotice } from './price-change-notice.tsx';
import type { PriceChange } from './price-changes.ts';
import { returnsOf, returnsOfSlip } from './returns.ts';
import { Returns, Row } from './slip-figures.tsx';
import { SlipLeg } from './slip-leg.tsx';
import { pickWords, returnsWords } from './slip-words.ts';
import { legId, type SlipState, slipStore } from './store.ts';

type SlipContentsProps = {
  state: SlipState;
  now: Date;
  changeOfLeg: (pick: Pick) => PriceChange | null;
  /** The highest total that quick amounts can stake: the available balance of the player's richest open league. */
  limit: Cents;
};

/** The contents of a slip with at least one pick: modes, legs, price changes, refusals and amounts. */
export function SlipContents(props: SlipContentsProps) {
  const { slip, refusal } = props.state;
  return (
    <Tabs
      value={slip.mode}
      onValueChange={(mode) => switchTo(slip, mode)}
      label="Kind of bet"
      variant="segment"
      options={[
        { value: 'individual', label: 'Individual' },
        { value: 'parlay', label: 'Parlay' },
      ]}
    >
      <Legs {...props} />
      {slip.mode === 'parlay' && (
        <div className="mt-1 grid gap-2">
          <AmountField
            label="Parlay amount in Ching"
            subject="Parlay"
            amount={slip.parlayAmount}
            limit={props.limit}
            onChange={(next) => slipStore.change(setParlayAmount(slip, next))}
          />
          {slip.entries.length > maxLegs && <p className="text-[13px] text-lost">{parlayTooLong.message}</p>}
          {refusal && (
            <p role="status" className="text-[13px] text-lost">
              {refusal}
            </p>
          )}
        </div>
      )}
    </Tabs>
  );
}

/** The totals of the slip and the Place button, always in view below the contents. */
export function SlipFooter({ slip, onPlace }: { slip: Slip; onPlace: () => void }) {
  return (
    <div className="grid gap-3.5 sideways:grid-cols-2 sideways:items-center">
      <div className="grid gap-1.5">
        {slip.mode === 'parlay' && (
          <Row name="Odds">
            <Price
              value={combinedPrice(slip.entries.map(({ pick }) => pick.price))}
              className="font-semibold text-ink"
            />
          </Row>
        )}
        {slip.mode === 'individual' && slip.entries.length > 1 && (
          <Row name="Total bet amount">
            <Money amount={totalStake(slip)} className="font-semibold text-ink" />
          </Row>
        )}
        <div aria-live="polite" aria-atomic="true">
          <Row name={returnsWords(slip.entries.length)}>
            <Returns amount={returnsOfSlip(slip)} />
          </Row>
        </div>
      </div>
      <div className="flex gap-2">
        <Button size="large" onClick={() => slipStore.change(emptySlip)}>
          Clear
        </Button>
        <Button variant="primary" size="large" className="flex-1" onClick={onPlace}>
          {placeWords(slip)}
        </Button>
      </div>
    </div>
  );
}

/** 'Place Bet', 'Place 2 Bets', 'Place Parlay'. */
function placeWords({ mode, entries }: Slip): string {
  if (mode === 'parlay') return 'Place Parlay';
  return entries.length === 1 ? 'Place Bet' : `Place ${entries.length} Bets`;
}

function switchTo(slip: Slip, mode: SlipMode) {
  if (mode === 'parlay' && slip.entries.length < minParlayLegs) {
    toastProblem(parlayTooShort);
  } else slipStore.change(setMode(slip, mode));
}

function Legs({ state: { slip, notes }, now, changeOfLeg, limit }: SlipContentsProps) {
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
          >
            {slip.mode === 'individual' && (
              <AmountField
                label={`Amount in Ching for ${pickWords(pick)}`}
                subject={pickWords(pick)}
                amount={amount}
                limit={cents(Math.max(limit - others, 0))}
                onChange={(next) => slipStore.change(setAmount(slip, pick, next))}
              />
            )}
            {slip.mode === 'individual' && slip.entries.length > 1 && (
              <Row name={returnsWords(1)}>
                <Returns amount={returnsOf(amount, [pick])} />
              </Row>
            )}
            <PriceChangeNotice pick={pick} change={changeOfLeg(pick)} />
          </SlipLeg>
        );
      })}
    </ul>
  );
}
