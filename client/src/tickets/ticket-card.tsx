import { memo } from 'react';
import { Badge } from '#client/ui/badge.tsx';
import { Name } from '#client/ui/name.tsx';
import { showStart } from '#shared/domain/eastern.ts';
import { type Cents, cents, showChing } from '#shared/domain/money.ts';
import { LegNeed, legNeed } from './leg-need.tsx';
import { badgeTones, LegRow, TicketLine } from './leg-row.tsx';
import { SettlementDetails } from './settlement-details.tsx';
import { StakeAndReturn } from './stake-and-return.tsx';
import { isIn, legBadge, type Ticket, termsOf } from './ticket.ts';
import { TicketBadges } from './ticket-badges.tsx';
import { TicketPrice } from './ticket-price.tsx';
import { TicketRemarks } from './ticket-remarks.tsx';
import { waitWords } from './wait-words.ts';

type TicketCardProps = {
  ticket: Ticket;
  /** Whether to name the league: for lists of several. */
  namesLeague: boolean;
  now: Date;
};

/** One ticket of the viewer: its bets, stake and return, and what it waits for or came to with the reasons. */
export const TicketCard = memo(function TicketCard({ ticket, namesLeague, now }: TicketCardProps) {
  const [first] = ticket.legs;
  return (
    <article
      className={`rounded-2xl border bg-surface px-3.5 pt-3 pb-0.5 ${isIn(ticket, 'Live') ? 'border-live-edge' : 'border-edge'}`}
    >
      {ticket.isParlay ? (
        <Parlay ticket={ticket} now={now} />
      ) : (
        <LegRow leg={first} saysStart={false} now={now}>
          <MoneyAndStatus ticket={ticket} />
        </LegRow>
      )}
      <TicketRemarks ticket={ticket}>{(_none, remarks) => remarks}</TicketRemarks>
      <div className="mt-2.5 border-t border-edge">
        <SettlementDetails ticket={ticket}>
          <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4 py-1.5">
            <Result ticket={ticket} now={now} />
            <p className="flex min-w-0 flex-wrap gap-x-1.5 text-note text-faint">
              {namesLeague && (
                <>
                  <span className="max-w-48 min-w-0 truncate">
                    <Name>{first.group.name}</Name>
                  </span>
                  <span>·</span>
                </>
              )}
              <time dateTime={first.placedAt}>
                {/* The time that an open ticket waits for may stand beside this one. Else it has no room on a phone. */}
                <span className={ticket.status === 'pending' ? '' : 'spoken'}>Placed </span>
                {showStart(new Date(first.placedAt), now)}
              </time>
            </p>
          </div>
        </SettlementDetails>
      </div>
    </article>
  );
});

/**
 * The right column of a ticket; in a card narrower than 19 rem, which is 23 rem of a screen, a row of its own. A query of
 * each card for its own width takes a slow phone as long as the rest of its layout.
 */
function MoneyAndStatus({ ticket }: { ticket: Ticket }) {
  return (
    <div className="ml-auto flex max-w-1/2 flex-col items-end gap-1 text-right max-[23rem]:w-full max-[23rem]:max-w-full max-[23rem]:flex-row max-[23rem]:flex-wrap max-[23rem]:justify-between">
      <StakeAndReturn ticket={ticket} />
      <TicketBadges ticket={ticket} />
    </div>
  );
}

function Parlay({ ticket, now }: { ticket: Ticket; now: Date }) {
  const { legs } = ticket;
  return (
    <>
      <TicketLine
        title={<Badge tone="info">PARLAY ({legs[0].legCount} legs)</Badge>}
        note={
          <span className="text-sm font-medium">
            <TicketPrice terms={termsOf(ticket)} />
          </span>
        }
      >
        <MoneyAndStatus ticket={ticket} />
      </TicketLine>
      <ol className="mt-2.5 divide-y divide-edge border-t border-edge">
        {legs.map((leg) => (
          <li key={leg.id} className="py-2 last:pb-0">
            <LegRow leg={leg} saysStart need={ticket.status === 'pending' && <LegNeed leg={leg} />} now={now}>
              <div className="ml-auto max-w-full">
                <Badge tone={badgeTones[legBadge(leg)]}>{legBadge(leg)}</Badge>
              </div>
            </LegRow>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The outcome in words, of an open ticket what it waits for. Source: docs/screens.md#leaderboards-and-histories. */
function Result({ ticket, now }: { ticket: Ticket; now: Date }) {
  const stake = ticket.legs[0].amount;
  switch (ticket.status) {
    case 'pending':
      return <Waiting ticket={ticket} now={now} />;
    case 'lost':
      return <p className="font-semibold text-lost">Lost: {showChing(cents(-stake))}</p>;
    case 'push':
      return <p>Push - Stake returned</p>;
    case 'won':
      return <p className="font-semibold text-won">{wonWords(ticket, cents(ticket.back - stake))}</p>;
  }
}

/** The reason of an open ticket's wait. A single on a live game shows its need instead. */
function Waiting({ ticket, now }: { ticket: Ticket; now: Date }) {
  const [first] = ticket.legs;
  const need = ticket.isParlay ? null : legNeed(first);
  return (
    <div className="min-w-0">
      {need !== null && <LegNeed leg={first} />}
      {(need === null || first.game.status !== 'live') && <p>{waitWords(ticket, now)}</p>}
    </div>
  );
}

function wonWords({ legs, isParlay }: Ticket, profit: Cents): string {
  const active = legs.filter((leg) => leg.status !== 'push').length;
  const reduced = isParlay && active < legs.length;
  return `Won: +${showChing(profit)}${reduced ? ` (${active} active legs out of ${legs.length} total)` : ''}`;
}
