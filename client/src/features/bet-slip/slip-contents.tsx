import { type ReactNode, useState } from 'react';
import { Money } from '#client/tickets/money.tsx';
import { Price } from '#client/tickets/price.tsx';
import { unreachableWords } from '#client/tickets/unreachable-leagues.tsx';
import { Button } from '#client/ui/button.tsx';
import { leavingFocus } from '#client/ui/leaving-focus.ts';
import { ProblemText } from '#client/ui/problem-text.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import { stakeOf } from '#shared/domain/amount.ts';
import { newTicket } from '#shared/domain/consequence.ts';
import { type Cents, cents } from '#shared/domain/money.ts';
import { combinedPrice } from '#shared/domain/price.ts';
import {
  disallowed,
  emptySlip,
  maxLegs,
  minParlayLegs,
  mostStake,
  type Pick,
  parlayTooLong,
  parlayTooShort,
  pickId,
  remove,
  type Slip,
  type SlipMode,
  sameGame,
  setAmount,
  setMode,
  setParlayAmount,
  ticketsOn,
  totalStake,
} from '#shared/domain/slip.ts';
import { AmountField, type AmountFieldProps } from './amount-field.tsx';
import { LeagueField } from './league-field.tsx';
import { type LeagueChoice, type Leagues, noLeagueWords } from './league-options.ts';
import { type MissingLeague, NoLeague } from './no-league.tsx';
import { PriceAnnouncer } from './price-announcer.tsx';
import { PriceChangeNotice } from './price-change-notice.tsx';
import type { PriceChange } from './price-changes.ts';
import type { RenderConsequence } from './render-consequence.ts';
import { returnsOf, returnsOfSlip } from './returns.ts';
import { Returns, Row } from './slip-figures.tsx';
import { SlipLeg } from './slip-leg.tsx';
import { NoteButton, NoteField } from './slip-note.tsx';
import { pickName, returnsWords } from './slip-words.ts';
import { legId, type SlipState, slipStore } from './store.ts';
import { mostToStake, problemIn, unfairIn } from './ticket-action.ts';
import { useIsSideways } from './use-media.ts';

type SlipContentsProps = {
  state: SlipState;
  now: Date;
  changeOfLeg: (pick: Pick) => PriceChange | null;
  renderMark: (pick: Pick) => ReactNode;
  league: LeagueChoice | null;
  /** The highest total that quick amounts can stake. */
  limit: Cents;
  noLeague: MissingLeague | null;
  /** The player's claim to the title of the league. */
  title: ReactNode;
  renderConsequence: RenderConsequence;
  /** The pick whose amount field the player has asked for by the keyboard; null for none. */
  wanted: Pick | null;
  onReached: AmountFieldProps['onReached'];
  onEnter: AmountFieldProps['onEnter'];
};

/** The contents of a slip with at least one pick: modes, legs, price changes, refusals and amounts. */
export function SlipContents(props: SlipContentsProps) {
  const { slip, refusal } = props.state;
  const isSideways = useIsSideways();
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
            pickId=""
            amount={slip.parlayAmount}
            limit={props.limit}
            onChange={(next) => slipStore.change(setParlayAmount(slip, next))}
            onEnter={props.onEnter}
            isWanted={props.wanted !== null}
            onReached={props.onReached}
          />
          {slip.entries.length > maxLegs && <ProblemText>{parlayTooLong.message}</ProblemText>}
          {refusal && (
            <div role="status">
              <ProblemText>{refusal}</ProblemText>
            </div>
          )}
        </div>
      )}
      {props.noLeague && <NoLeague count={slip.entries.length} {...props.noLeague} />}
      {props.title}
      {isSideways && <Consequence slip={slip} league={props.league} render={props.renderConsequence} />}
      <PriceAnnouncer picks={slip.entries.map(({ pick }) => pick)} changeOfLeg={props.changeOfLeg} />
    </Tabs>
  );
}

type SlipFooterProps = {
  slip: Slip;
  /** Null for a visitor, who is in no league yet. */
  leagues: Leagues | null;
  /** The number of leagues that the list lacks, because they cannot be reached. */
  unreachable: number;
  league: LeagueChoice | null;
  /** Whether the league is the one used last, and not chosen anew. */
  isLastUsed: boolean;
  onChoose: (id: string) => void;
  onReload: () => void;
  onPlace: () => void;
  /** Whether Place waits for the account and its leagues. */
  isLoading: boolean;
  /** Whether Place is the one gold button: it is not while the slip lacks a league or consent to new odds. */
  isReady: boolean;
  renderConsequence: RenderConsequence;
};

/** The league, the totals of the slip and the Place button, always in view below the contents. */
export function SlipFooter(props: SlipFooterProps) {
  const { slip, leagues, unreachable, league, isLastUsed, onChoose, onReload, onPlace, isLoading, isReady } = props;
  const isSideways = useIsSideways();
  const [note, setNote] = useState<'stored' | 'opened' | 'hidden'>(slip.note === '' ? 'hidden' : 'stored');
  const takesNotes = league?.remarks ?? false;
  return (
    <div
      ref={leavingFocus}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 sideways:flex sideways:items-center *:sideways:flex-1"
    >
      {leagues !== null && (
        <div className="min-w-0 empty:hidden">
          <LeagueField
            slip={slip}
            leagues={leagues}
            unreachable={unreachable}
            league={league}
            isLastUsed={isLastUsed}
            onChoose={onChoose}
            onReload={onReload}
          />
          {unreachable > 0 && noLeagueWords(slip, leagues, unreachable) === null && (
            <p role="status" className="mt-1.5 text-note text-soft">
              {unreachableWords(unreachable)}
            </p>
          )}
        </div>
      )}
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
        {league && league.fairPlay.maxInPlayPct < 100 && (
          <Row name="You can stake">
            <Money amount={mostStake(league)} className="font-semibold text-ink" />
          </Row>
        )}
        <div aria-live="polite" aria-atomic="true">
          <Row name={returnsWords(slip.entries.length)}>
            <Returns amount={returnsOfSlip(slip)} />
          </Row>
          {league && <TooMuch slip={slip} league={league} />}
        </div>
      </div>
      {!isSideways && <Consequence slip={slip} league={league} render={props.renderConsequence} />}
      {takesNotes && note !== 'hidden' && <NoteField slip={slip} isFocused={note === 'opened'} />}
      <div className="flex flex-wrap gap-2 sideways:flex-none!">
        <Button size="large" onClick={() => slipStore.change(emptySlip)}>
          Clear
        </Button>
        {takesNotes && (
          <NoteButton isOpen={note !== 'hidden'} onPress={() => setNote(note === 'hidden' ? 'opened' : 'hidden')} />
        )}
        <Button
          variant={isReady ? 'primary' : 'secondary'}
          size="large"
          className="flex-1 aria-disabled:opacity-55"
          aria-disabled={isLoading}
          onClick={onPlace}
        >
          {placeWords(slip)}
        </Button>
      </div>
    </div>
  );
}

type ConsequenceProps = { slip: Slip; league: LeagueChoice | null; render: RenderConsequence };

/** The consequence of the slip in its league. What is not complete, or what the league refuses, has none. */
function Consequence({ slip, league, render }: ConsequenceProps) {
  if (!league || problemIn(slip, league) !== null || disallowed(slip, league).length > 0) return null;
  const tickets = ticketsOn(slip).map(({ stake, prices }) => newTicket(stake, prices));
  return <div className="-mt-1 empty:hidden sideways:mt-2">{render(league.id, tickets, [])}</div>;
}

/** Says before placing by how much the slip costs more than the league has available, or what its rules refuse. */
function TooMuch({ slip, league }: { slip: Slip; league: LeagueChoice }) {
  const beyond = totalStake(slip) - mostToStake(slip, league);
  const unfair = unfairIn(slip, league);
  if (beyond <= 0 && !unfair) return null;
  return (
    <div className="mt-1">
      <ProblemText>
        {unfair?.message ?? (
          <>
            <Money amount={cents(beyond)} /> more than you have available there.
          </>
        )}
      </ProblemText>
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

function Legs(props: SlipContentsProps) {
  const { state, now, changeOfLeg, renderMark, limit, wanted, onEnter, onReached } = props;
  const { slip, notes } = state;
  const total = totalStake(slip);
  return (
    <ul className="mt-3">
      {slip.entries.map(({ pick, amount }, at) => {
        const twice = slip.entries.findIndex((entry) => entry.pick.gameId === pick.gameId) < at;
        const others = total - (stakeOf(amount) ?? 0);
        return (
          <SlipLeg
            key={legId(pick)}
            pick={pick}
            mark={renderMark(pick)}
            now={now}
            note={notes[legId(pick)] ?? null}
            clash={slip.mode === 'parlay' && twice ? sameGame(pick.game).message : null}
            onRemove={() => slipStore.change(remove(slip, pick))}
          >
            {slip.mode === 'individual' && (
              <AmountField
                label={`Amount in Ching for ${pickName(pick)}`}
                subject={pickName(pick)}
                pickId={pickId(pick)}
                amount={amount}
                limit={cents(Math.max(limit - others, 0))}
                onChange={(next) => slipStore.change(setAmount(slip, pick, next))}
                onEnter={onEnter}
                isWanted={wanted !== null && legId(wanted) === legId(pick)}
                onReached={onReached}
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
