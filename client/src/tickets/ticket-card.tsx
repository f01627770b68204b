import { memo } from 'react';
import { serverNow } from '#client/lib/server-clock.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Figures } from '#client/ui/figures.tsx';
import { Name } from '#client/ui/name.tsx';
import { showStart } from '#shared/domain/eastern.ts';
import { type Cents, cents, showChing } from '#shared/domain/money.ts';
import { combinedPrice } from '#shared/domain/price.ts';
import { LegRow } from './leg-row.tsx';
import { Money } from './money.tsx';
import { Price } from './price.tsx';
import { SettlementDetails } from './settlement-details.tsx';
import type { Ticket } from './ticket.ts';
import { TicketBadges } from './ticket-badges.tsx';

/** One ticket: a single, or a parlay with numbered legs, with stake, odds, payout and the reasons of its settlement. */
export const TicketCard = memo(function TicketCard({ ticket }: { ticket: Ticket }) {
  const [first] = ticket.legs;
  return (
    <article className="rounded-2xl border border-edge bg-surface px-4 pt-4 pb-2">
      <header className="mb-3.5 grid gap-1 text-[13px] text-soft">
        <div className="flex flex-wrap gap-2">
          <TicketBadges ticket={ticket} />
          {ticket.isParlay && <Badge tone="info">PARLAY ({first.legCount} legs)</Badge>}
        </div>
        <p className="flex min-w-0 gap-1">
          <span className="truncate">
            <Name>{first.group.name}</Name>
          </span>
          <time dateTime={first.placedAt} className="shrink-0">
            · {showStart(new Date(first.placedAt), serverNow())}
          </time>
        </p>
      </header>
      {ticket.isParlay ? (
        <ol className="grid list-decimal gap-3 pl-5 marker:text-sm marker:text-faint">
          {ticket.legs.map((leg) => (
            <li key={leg.id} className="pl-1">
              <LegRow leg={leg} badge />
            </li>
          ))}
        </ol>
      ) : (
        <LegRow leg={first} badge={false} />
      )}
      <Figures
        size="small"
        figures={[
          ['Stake', <Money key="stake" amount={first.amount} />],
          [
            'Odds',
            <Price
              key="odds"
              value={ticket.isParlay ? combinedPrice(ticket.legs.map((leg) => leg.odds)) : first.odds}
            />,
          ],
          [
            ticket.back === null ? 'Returns' : 'Returned',
            <Money key="back" amount={ticket.back ?? first.potentialPayout} />,
          ],
        ]}
      />
      <SettlementDetails ticket={ticket}>
        <Result ticket={ticket} />
      </SettlementDetails>
    </article>
  );
});

/** The outcome in words. Source: docs/screens.md#leaderboards-and-histories. */
function Result({ ticket }: { ticket: Ticket }) {
  const stake = ticket.legs[0].amount;
  switch (ticket.status) {
    case 'pending':
      return <span>To win {showChing(cents(ticket.legs[0].potentialPayout - stake))}</span>;
    case 'lost':
      return <span className="font-semibold text-lost">Lost: {showChing(cents(-stake))}</span>;
    case 'push':
      return <span>Push - Stake returned</span>;
    case 'won':
      return <span className="font-semibold text-won">{wonWords(ticket, cents(ticket.back - stake))}</span>;
  }
}

function wonWords({ legs, isParlay }: Ticket, profit: Cents): string {
  const active = legs.filter((leg) => leg.status !== 'push').length;
  const reduced = isParlay && active < legs.length;
  return `Won: +${showChing(profit)}${reduced ? ` (${active} active legs out of ${legs.length} total)` : ''}`;
}
