import { isIn, type LegBadge, legBadge, type Ticket } from '#client/lib/ticket.ts';
import { showStart } from '#shared/domain/eastern.ts';
import { type Cents, cents, showChing } from '#shared/domain/money.ts';
import { combinedPrice } from '#shared/domain/price.ts';
import { Badge } from './badge.tsx';
import { badgeTones, LegLine } from './leg-line.tsx';
import { Money } from './money.tsx';
import { Price } from './price.tsx';

/** One ticket: a single, or a parlay with its numbered legs; stake, odds, and what it returns or returned. */
export function TicketCard({ ticket }: { ticket: Ticket }) {
  const [first] = ticket.legs;
  const word = ticketBadge(ticket);
  const leaning = legBadge(first);
  const leans = !ticket.isParlay && word === 'LIVE' && leaning !== 'LIVE';
  return (
    <article className="rounded-2xl border border-edge bg-surface p-4">
      <header className="mb-3 flex items-center gap-2 text-[13px] text-soft">
        <Badge tone={badgeTones[word]}>{word}</Badge>
        {leans && <Badge tone={badgeTones[leaning]}>{leaning}</Badge>}
        {ticket.isParlay && <Badge tone="info">PARLAY ({ticket.legs.length} legs)</Badge>}
        <span className="ml-auto min-w-0 truncate">{first.group.name}</span>
      </header>
      {ticket.isParlay ? (
        <ol className="grid list-decimal gap-3 pl-5 marker:text-sm marker:text-faint">
          {ticket.legs.map((leg) => (
            <li key={leg.id} className="pl-1">
              <LegLine leg={leg} badge />
            </li>
          ))}
        </ol>
      ) : (
        <LegLine leg={first} badge={false} />
      )}
      <dl className="mt-4 grid grid-cols-3 gap-2 border-t border-edge pt-3 [&_dd]:font-semibold [&_dt]:text-[13px] [&_dt]:text-soft">
        <div>
          <dt>Stake</dt>
          <dd>
            <Money amount={first.amount} />
          </dd>
        </div>
        <div>
          <dt>Odds</dt>
          <dd>
            <Price value={ticket.isParlay ? combinedPrice(ticket.legs.map((leg) => leg.odds)) : first.odds} />
          </dd>
        </div>
        <div className="text-right">
          <dt>{ticket.back === null ? 'Returns' : 'Returned'}</dt>
          <dd>
            <Money amount={ticket.back ?? first.potentialPayout} />
          </dd>
        </div>
      </dl>
      <footer className="mt-2 flex flex-wrap justify-between gap-x-3 text-[13px] text-soft">
        <Result ticket={ticket} />
        <time dateTime={first.placedAt}>Placed {showStart(new Date(first.placedAt), new Date())}</time>
      </footer>
    </article>
  );
}

/** LIVE while a game of it is on, else its status in capitals. Source: spec §4. */
function ticketBadge(ticket: Ticket): LegBadge {
  switch (ticket.status) {
    case 'won':
      return 'WON';
    case 'lost':
      return 'LOST';
    case 'push':
      return 'PUSH';
    case 'pending':
      return isIn(ticket, 'Live') ? 'LIVE' : 'PENDING';
  }
}

/** What it came to, in the words of spec §4. */
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
      return <span className="font-semibold text-won">{wonWords(ticket, cents((ticket.back ?? stake) - stake))}</span>;
  }
}

function wonWords({ legs, isParlay }: Ticket, profit: Cents): string {
  const active = legs.filter((leg) => leg.status !== 'push').length;
  const reduced = isParlay && active < legs.length;
  return `Won: +${showChing(profit)}${reduced ? ` (${active} active legs out of ${legs.length} total)` : ''}`;
}
