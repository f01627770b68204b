import { serverNow } from '#client/lib/server-clock.ts';
import { matchup } from '#client/tickets/game-title.ts';
import { badgeTones } from '#client/tickets/leg-row.tsx';
import { legWords } from '#client/tickets/leg-words.ts';
import { Money } from '#client/tickets/money.tsx';
import { Price } from '#client/tickets/price.tsx';
import { SettlementDetails } from '#client/tickets/settlement-details.tsx';
import { legBadge, type Ticket } from '#client/tickets/ticket.ts';
import { TicketBadges } from '#client/tickets/ticket-badges.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Name } from '#client/ui/name.tsx';
import type { Bet } from '#shared/api/bets.ts';
import type { GameView } from '#shared/api/games.ts';
import { showDay } from '#shared/domain/eastern.ts';
import { cents, showChing, showSigned } from '#shared/domain/money.ts';
import { combinedPrice } from '#shared/domain/price.ts';

/**
 * One ticket of a league: its game and bet, or a parlay's numbered legs; amount, odds and result.
 * Source: `docs/screens.md#leaderboards-and-histories`.
 */
export function TicketRow({ ticket, named }: { ticket: Ticket; named: boolean }) {
  const [first] = ticket.legs;
  return (
    <article className="pt-3 pb-1">
      <header className="mb-1.5 flex items-start justify-between gap-3">
        <div className="min-w-0">
          {named && (
            <p className="truncate font-bold">
              <Name>{first.displayName}</Name>
            </p>
          )}
          {ticket.isParlay ? <Badge tone="info">PARLAY ({first.legCount} bets)</Badge> : <Game game={first.game} />}
        </div>
        <TicketBadges ticket={ticket} />
      </header>
      {ticket.isParlay ? <Legs ticket={ticket} /> : <p className="font-semibold">{legWords(first)}</p>}
      <p className="mt-0.5 truncate text-[13px] text-faint">
        {weekOf(first)} · <Name>{first.group.name}</Name>
      </p>
      <SettlementDetails ticket={ticket}>
        <Stake ticket={ticket} />
        <Result ticket={ticket} />
      </SettlementDetails>
    </article>
  );
}

function Legs({ ticket: { legs } }: { ticket: Ticket }) {
  const hidden = legs[0].legCount - legs.length;
  return (
    <>
      <ol className="mt-2 grid list-decimal gap-2 pl-5 marker:text-sm marker:text-faint">
        {legs.map((leg) => (
          <li key={leg.id} className="pl-1">
            <div className="flex items-start justify-between gap-3">
              <p className="font-semibold">
                {legWords(leg)} <Price value={leg.odds} className="ml-1 text-sm text-soft" />
              </p>
              <Badge tone={badgeTones[legBadge(leg)]}>{legBadge(leg)}</Badge>
            </div>
            <Game game={leg.game} />
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <p className="mt-2 text-sm text-soft">
          {hidden === 1 ? '1 more bet shows once its game starts' : `${hidden} more bets show once their games start`}
        </p>
      )}
    </>
  );
}

function Game({ game }: { game: GameView }) {
  return (
    <p className="text-sm text-soft tabular-nums">
      {matchup(game)}
      {game.status === 'final' && ' · Final'}
      {game.status === 'suspended' && ' · Suspended'}
    </p>
  );
}

/** The amount, and the ticket's odds if the viewer sees all of its legs. */
function Stake({ ticket: { legs, isParlay } }: { ticket: Ticket }) {
  const [first] = legs;
  return (
    <span>
      <Money amount={first.amount} className="font-semibold text-ink" />
      {first.legCount === legs.length && (
        <>
          {' at '}
          <Price
            value={isParlay ? combinedPrice(legs.map((leg) => leg.odds)) : first.odds}
            className="font-semibold text-ink"
          />
        </>
      )}
    </span>
  );
}

/** The result: profit, loss, 'Push', or the possible profit of an open ticket. */
function Result({ ticket: { legs, status, back } }: { ticket: Ticket }) {
  const { amount, potentialPayout } = legs[0];
  switch (status) {
    case 'pending':
      return <span>To win {showChing(cents(potentialPayout - amount))}</span>;
    case 'push':
      return <span className="font-semibold">Push</span>;
    case 'won':
      return <b className="text-won">{showSigned(cents(back - amount))}</b>;
    case 'lost':
      return <b className="text-lost">{showSigned(cents(-amount))}</b>;
  }
}

/** The week of a weekly sport, else the day. */
function weekOf(leg: Bet): string {
  return leg.game.week === null ? showDay(new Date(leg.game.gameTime), serverNow()) : `Week ${leg.game.week}`;
}
