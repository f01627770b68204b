import type { ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import { LegRow } from '#client/tickets/leg-row.tsx';
import { Money } from '#client/tickets/money.tsx';
import { Price } from '#client/tickets/price.tsx';
import { type Ticket, ticketPath, ticketsOf } from '#client/tickets/ticket.ts';
import { Button } from '#client/ui/button.tsx';
import { Figures } from '#client/ui/figures.tsx';
import { Name } from '#client/ui/name.tsx';
import { CheckIcon } from '#client/ui/page-icons.tsx';
import type { Bet } from '#shared/api/bets.ts';
import { newTicket } from '#shared/domain/consequence.ts';
import { showStart } from '#shared/domain/eastern.ts';
import { type Cents, sumCents } from '#shared/domain/money.ts';
import { combinedPrice } from '#shared/domain/price.ts';
import type { Leagues } from './league-options.ts';
import type { RenderConsequence } from './render-consequence.ts';
import type { Receipt } from './store.ts';

type SlipReceiptProps = {
  receipt: Receipt;
  leagues: Leagues;
  now: Date;
  /** The number of picks that are still on the slip. */
  left: number;
  heading: Ref<HTMLHeadingElement>;
  renderConsequence: RenderConsequence;
  /** Renders what a receipt of so many tickets offers besides. */
  renderOffer: (tickets: number) => ReactNode;
};

/** The receipt of the placed tickets, in place of the slip's form. */
export function SlipReceipt(props: SlipReceiptProps) {
  const { receipt, leagues, now, left, heading, renderConsequence, renderOffer } = props;
  const [first] = receipt.bets;
  const tickets = ticketsOf(receipt.bets);
  const available = availableAfter(receipt, leagues);
  const firsts = tickets.map(({ legs }) => legs[0]);
  const openTickets = tickets.map(({ legs }) =>
    newTicket(
      legs[0].amount,
      legs.map(({ odds }) => odds),
    ),
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-0.5 text-center">
        <span className="mb-2 grid size-14 animate-pop place-items-center bg-[url(/coin.svg)] bg-cover text-gold-ink">
          <CheckIcon />
        </span>
        <h3 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
          {placedWords(tickets)}
        </h3>
        <p className="flex max-w-full min-w-0 flex-wrap justify-center gap-x-1 text-soft">
          <span className="max-w-full truncate">
            <Name>{first.group.name}</Name>
          </span>
          <time dateTime={first.placedAt}>· {showStart(new Date(first.placedAt), now)}</time>
        </p>
      </div>
      <div className="rounded-[14px] border border-edge p-3.5 [&>dl]:mt-3 [&>dl]:border-t-2 [&>dl]:border-dotted">
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {tickets.map((ticket) => (
            <li key={ticket.id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
              {ticket.legs.map((leg) => (
                <LegRow key={leg.id} leg={leg} saysStart now={now} />
              ))}
              {ticket.isParlay && <ParlayOdds legs={ticket.legs} />}
              {tickets.length > 1 && <SingleFigures bet={ticket.legs[0]} />}
            </li>
          ))}
        </ul>
        <Figures
          size="small"
          figures={[
            ['Stake', <Money key="stake" amount={sumCents(firsts.map(({ amount }) => amount))} />],
            [
              'Returns',
              <Money key="returns" amount={sumCents(firsts.map(({ potentialPayout }) => potentialPayout))} />,
            ],
            ['Available now', available === null ? '–' : <Money key="available" amount={available} />],
          ]}
        />
      </div>
      {renderConsequence(first.groupId, openTickets, receipt.bets)}
      {renderOffer(tickets.length)}
      {left > 0 && (
        <p className="rounded-xl bg-gold-soft px-3 py-2 text-sm">
          {left === 1 ? 'One bet is' : `${left} bets are`} still on the slip.
        </p>
      )}
    </div>
  );
}

/** The balance in the receipt's league, computed until the page has a newer one; null once the player is not in it. */
function availableAfter({ bets: [{ groupId }], computed }: Receipt, leagues: Leagues): Cents | null {
  if (typeof leagues === 'string') return computed?.available ?? null;
  const known = leagues.find(({ id }) => id === groupId)?.available ?? null;
  return computed && known === computed.before ? computed.available : known;
}

function placedWords([first, ...others]: readonly Ticket[]): string {
  if (others.length > 0) return `${others.length + 1} bets placed`;
  return first?.isParlay ? `Parlay of ${first.legs.length} placed` : 'Bet placed';
}

function ParlayOdds({ legs }: { legs: readonly Bet[] }) {
  return (
    <p className="flex justify-between gap-3 text-sm text-soft">
      Odds <Price value={combinedPrice(legs.map(({ odds }) => odds))} className="font-semibold text-ink" />
    </p>
  );
}

function SingleFigures({ bet: { amount, potentialPayout } }: { bet: Bet }) {
  return (
    <p className="text-right text-note text-soft">
      <Money amount={amount} /> to return <Money amount={potentialPayout} className="font-semibold text-ink" />
    </p>
  );
}

type ReceiptFooterProps = { receipt: Receipt; left: number; onClose: () => void };

/** The ways on from a receipt: to the bet, or back to the slip. */
export function ReceiptFooter({ receipt, left, onClose }: ReceiptFooterProps) {
  const [ticket] = ticketsOf(receipt.bets);
  return (
    <div className="flex flex-wrap gap-2">
      <Link
        href={ticket ? ticketPath(ticket) : '/my-bets'}
        className="inline-grid min-h-13 place-content-center rounded-[13px] border border-edge bg-raised px-5 text-base font-semibold hover:border-faint"
      >
        My Bets
      </Link>
      <Button variant="primary" size="large" className="flex-1" onClick={onClose}>
        {left > 0 ? 'Back to the Slip' : 'Pick another'}
      </Button>
    </div>
  );
}
