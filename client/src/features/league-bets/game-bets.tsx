import { useQuery } from '@tanstack/react-query';
import { legWords } from '#client/tickets/leg-words.ts';
import { Money } from '#client/tickets/money.tsx';
import { Price } from '#client/tickets/price.tsx';
import type { Ticket } from '#client/tickets/ticket.ts';
import { TicketBadges } from '#client/tickets/ticket-badges.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Name } from '#client/ui/name.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { displayName } from '#shared/domain/naming.ts';
import { betsByLeague, isOf, parlayWords } from './bets-by-league.ts';
import { BetsFailed } from './bets-failed.tsx';
import { gameBetsQuery } from './queries.ts';

type GameBetsProps = { gameId: string; isFinal: boolean; viewerId: string };

/** The bets on one game that the viewer may see, under one heading per league. */
export function GameBets({ gameId, isFinal, viewerId }: GameBetsProps) {
  const bets = useQuery(gameBetsQuery(gameId));
  if (!bets.data) return bets.isError ? <BetsFailed onRetry={bets.refetch} /> : <Spinner words="Loading bets..." />;
  if (bets.data.length === 0) return <NoBets isFinal={isFinal} />;
  return (
    <div className="grid gap-5">
      {betsByLeague(bets.data, viewerId).map(({ id, name, tickets }) => (
        <section key={id} aria-labelledby={`bets-of-${id}`}>
          <header className="mb-2 flex items-baseline justify-between gap-3">
            <h3 id={`bets-of-${id}`} className="min-w-0 truncate font-bold">
              <Name>{name}</Name>
            </h3>
            <p className="shrink-0 text-sm text-soft">
              {tickets.length} {tickets.length === 1 ? 'bet' : 'bets'}
            </p>
          </header>
          <ShowMore rows={tickets} noun="bets">
            {(shown, list) => (
              <ul ref={list} className="grid gap-2">
                {shown.map((ticket) => (
                  <li key={ticket.id} className="rounded-xl border border-edge px-3.5 py-3">
                    {ticket.isParlay ? (
                      <ParlayCard ticket={ticket} isOwn={isOf(ticket, viewerId)} />
                    ) : (
                      <SingleBet ticket={ticket} isOwn={isOf(ticket, viewerId)} />
                    )}
                  </li>
                ))}
              </ul>
            )}
          </ShowMore>
        </section>
      ))}
    </div>
  );
}

function NoBets({ isFinal }: { isFinal: boolean }) {
  return (
    <div className="grid min-h-40 place-content-center gap-1 text-center">
      <p className="font-semibold">No bets placed on this game</p>
      <p className="text-soft">{isFinal ? 'No league members bet on this game' : 'Be the first to place a bet!'}</p>
    </div>
  );
}

type TicketProps = { ticket: Ticket; isOwn: boolean };

function SingleBet({ ticket, isOwn }: TicketProps) {
  const [leg] = ticket.legs;
  return (
    <>
      <Heading ticket={ticket} isOwn={isOwn} />
      <p className="mt-1.5 flex justify-between gap-3 text-sm">
        <span className="min-w-0">
          {legWords(leg)} <Price value={leg.odds} className="ml-1 text-soft" />
        </span>
        <Money amount={leg.amount} className="font-semibold" />
      </p>
    </>
  );
}

/**
 * A parlay without its legs, only with their number: legs may be on games that are still open.
 * Source: `docs/screens.md#league-bets`.
 */
function ParlayCard({ ticket, isOwn }: TicketProps) {
  const [first] = ticket.legs;
  return (
    <>
      <Heading ticket={ticket} isOwn={isOwn} />
      <p className="mt-1.5">
        <Badge tone="info">{parlayWords(ticket)}</Badge>
      </p>
      <p className="mt-1.5 flex justify-between gap-3 text-sm">
        <span className="min-w-0 truncate text-soft">
          <Name>{first.group.name}</Name>
        </span>
        <span className="shrink-0">
          <span className="text-soft">Total Bet</span> <Money amount={first.amount} className="ml-1 font-semibold" />
        </span>
      </p>
    </>
  );
}

/** The name of the member and the ticket's status. */
function Heading({ ticket, isOwn }: TicketProps) {
  const [{ user, displayName: chosen }] = ticket.legs;
  return (
    <header className="flex items-center justify-between gap-3">
      <h4 className="min-w-0 truncate font-semibold">
        <Name>{displayName({ ...user, displayName: chosen })}</Name>
        {isOwn && <span className="ml-2 font-normal text-soft text-sm">You</span>}
      </h4>
      <TicketBadges ticket={ticket} />
    </header>
  );
}
