import { serverNow } from '#client/lib/server-clock.ts';
import { LegNeed } from '#client/tickets/leg-need.tsx';
import { badgeTones } from '#client/tickets/leg-row.tsx';
import { Money } from '#client/tickets/money.tsx';
import { Price } from '#client/tickets/price.tsx';
import { SettlementDetails } from '#client/tickets/settlement-details.tsx';
import { legBadge, type Ticket, termsOf } from '#client/tickets/ticket.ts';
import { TicketBadges } from '#client/tickets/ticket-badges.tsx';
import { TicketPrice } from '#client/tickets/ticket-price.tsx';
import { TicketRemarks } from '#client/tickets/ticket-remarks.tsx';
import { waitWords } from '#client/tickets/wait-words.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Name } from '#client/ui/name.tsx';
import type { Bet } from '#shared/api/bets.ts';
import type { GameView } from '#shared/api/games.ts';
import { showDay } from '#shared/domain/eastern.ts';
import { cents, showChing, showSigned } from '#shared/domain/money.ts';
import { matchup, stateWords } from '#shared/words/game-title.ts';
import { legWords } from '#shared/words/leg-words.ts';

type TicketRowProps = {
  ticket: Ticket;
  named: boolean;
  /** A time of the present day. */
  today: Date;
};

/**
 * One ticket of a league: its game and bet, or a parlay's numbered legs; amount, odds and result.
 * Source: `docs/screens.md#leaderboards-and-histories`.
 */
export function TicketRow({ ticket, named, today }: TicketRowProps) {
  const [first] = ticket.legs;
  const about = ticket.isParlay ? (
    <Badge tone="info">PARLAY ({first.legCount} bets)</Badge>
  ) : (
    <Game game={first.game} />
  );
  return (
    <TicketRemarks ticket={ticket}>
      {(reactButton, remarks) => (
        <article className="pt-3 pb-1">
          <header className="mb-1.5">
            <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
              <div className="min-w-0 flex-[1_1_7rem]">
                {named ? (
                  <p className="truncate font-bold">
                    <Name>{first.displayName}</Name>
                  </p>
                ) : (
                  about
                )}
              </div>
              <div className="flex items-start gap-x-1">
                <TicketBadges ticket={ticket} />
                {reactButton}
              </div>
            </div>
            {named && <div className={ticket.isParlay ? 'mt-1' : ''}>{about}</div>}
          </header>
          {ticket.isParlay ? <Legs ticket={ticket} /> : <Single leg={first} />}
          {remarks}
          <p className={`flex gap-x-1 text-note text-faint ${ticket.isParlay ? 'mt-1.5' : 'mt-0.5'}`}>
            <span className="shrink-0">{weekOf(first, today)} ·</span>{' '}
            <span className="min-w-0 truncate">
              <Name>{first.group.name}</Name>
            </span>
          </p>
          <SettlementDetails ticket={ticket}>
            <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
              <Stake ticket={ticket} />
              <Result ticket={ticket} />
            </div>
          </SettlementDetails>
        </article>
      )}
    </TicketRemarks>
  );
}

function Single({ leg }: { leg: Bet }) {
  return (
    <>
      <p className="font-semibold wrap-anywhere">{legWords(leg)}</p>
      <LegNeed leg={leg} />
    </>
  );
}

function Legs({ ticket }: { ticket: Ticket }) {
  const { legs } = ticket;
  const { hiddenLegs } = termsOf(ticket);
  return (
    <>
      <ol className="mt-2 grid list-decimal gap-2 pl-5 marker:text-sm marker:text-faint">
        {legs.map((leg) => (
          <li key={leg.id} className="pl-1">
            <div className="flex flex-wrap items-start justify-between gap-x-3">
              <p className="min-w-0 flex-[1_1_7rem] font-semibold wrap-anywhere">
                {legWords(leg)} <Price value={leg.odds} className="ml-1 text-sm text-soft" />
              </p>
              <Badge tone={badgeTones[legBadge(leg)]}>{legBadge(leg)}</Badge>
            </div>
            <Game game={leg.game} />
            {ticket.status === 'pending' && <LegNeed leg={leg} />}
          </li>
        ))}
      </ol>
      {hiddenLegs === 0 && ticket.status === 'pending' && (
        <p className="mt-2 text-sm text-soft tabular-nums">{waitWords(ticket, serverNow())}</p>
      )}
      {hiddenLegs > 0 && (
        <p className="mt-2 text-sm text-soft">
          {hiddenLegs === 1
            ? '1 more bet shows once its game starts'
            : `${hiddenLegs} more bets show once their games start`}
        </p>
      )}
    </>
  );
}

function Game({ game }: { game: GameView }) {
  return (
    <p className="text-sm text-soft wrap-anywhere tabular-nums">
      {matchup(game)}
      {game.status !== 'scheduled' && (
        <>
          {' · '}
          <span className="inline-block">{stateWords(game, serverNow())}</span>
        </>
      )}
    </p>
  );
}

/** The stake and the price: '100 Ching at +150', while legs are hidden '100 Ching at -110 and hidden legs'. */
function Stake({ ticket }: { ticket: Ticket }) {
  const terms = termsOf(ticket);
  const hasHidden = terms.hiddenLegs > 0;
  return (
    <span>
      <Money amount={ticket.legs[0].amount} className="font-semibold text-ink" />
      {' at '}
      <span className="font-semibold text-ink">
        <TicketPrice terms={terms} />
      </span>
      {hasHidden && ' and hidden legs'}
    </span>
  );
}

/** The result: profit, loss, 'Push'; of an open ticket what it can still win, unless legs are hidden. */
function Result({ ticket }: { ticket: Ticket }) {
  const { amount } = ticket.legs[0];
  switch (ticket.status) {
    case 'pending': {
      const { returns } = termsOf(ticket);
      return returns === null ? null : <span>To win {showChing(cents(returns - amount))}</span>;
    }
    case 'push':
      return <span className="font-semibold">Push</span>;
    case 'won':
      return <b className="text-won">{showSigned(cents(ticket.back - amount))}</b>;
    case 'lost':
      return <b className="text-lost">{showSigned(cents(-amount))}</b>;
  }
}

/** The week of a weekly sport, else the day. */
function weekOf({ game }: Bet, today: Date): string {
  return game.week === null ? showDay(new Date(game.gameTime), today) : `Week ${game.week}`;
}
