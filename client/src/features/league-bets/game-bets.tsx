import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSite } from '#client/lib/site.ts';
import { LegNeed } from '#client/tickets/leg-need.tsx';
import { Money } from '#client/tickets/money.tsx';
import { Price } from '#client/tickets/price.tsx';
import type { Ticket } from '#client/tickets/ticket.ts';
import { TicketBadges } from '#client/tickets/ticket-badges.tsx';
import { TicketRemarks } from '#client/tickets/ticket-remarks.tsx';
import { UnreachableLeagues } from '#client/tickets/unreachable-leagues.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Name } from '#client/ui/name.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { GameView } from '#shared/api/games.ts';
import { counted } from '#shared/domain/count.ts';
import { displayName } from '#shared/domain/naming.ts';
import { gamePhase } from '#shared/domain/phase.ts';
import { simulatedLimits } from '#shared/domain/rulebook.ts';
import { sportRules } from '#shared/domain/sport.ts';
import { legWords } from '#shared/words/leg-words.ts';
import { betsByLeague, isOf, parlayWords, ticketsOfOddsSetters } from './bets-by-league.ts';
import { BetsFailed } from './bets-failed.tsx';
import { hiddenBetsWords, noBetsWords, type Reveal } from './hidden-bets.ts';
import { gameBetsQuery } from './queries.ts';

type GameBetsProps = {
  game: GameView;
  isLocked: boolean;
  viewerId: string;
  /** From when on each of the viewer's leagues shows bets; null while that is not known. */
  reveals: readonly Reveal[] | null;
};

/** The bets on one game that the viewer may see, under one heading per league. */
export function GameBets({ game, isLocked, viewerId, reveals }: GameBetsProps) {
  const bets = useQuery(gameBetsQuery(game.id));
  if (!bets.data) return bets.isError ? <BetsFailed onRetry={bets.refetch} /> : <Spinner words="Loading bets..." />;
  const { reply, unreachable } = bets.data;
  const isEmpty = reply.length === 0;
  const marked = ticketsOfOddsSetters(reply);
  // If every league reveals bets at the start, the bets on a locked game are shown.
  const mayHide = reveals !== null && (reveals.length === 0 || reveals.includes('settled'));
  const saysWhen = mayHide && isLocked && gamePhase(game.status) !== 'finished';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Interrupted game={game} />
      <UnreachableLeagues count={unreachable} />
      {isEmpty && <NoBets isParted={unreachable > 0} words={noBetsWords(game, isLocked, reveals)} />}
      {saysWhen && !isEmpty && <p className="-mb-2 text-sm text-soft">{hiddenBetsWords(reveals)}</p>}
      {betsByLeague(reply, viewerId).map(({ id, name, tickets }) => (
        <section key={id} aria-labelledby={`bets-of-${id}`}>
          <header className="mb-2 flex items-baseline justify-between gap-3">
            <h3 id={`bets-of-${id}`} className="min-w-0 truncate font-bold">
              <Name>{name}</Name>
            </h3>
            <p className="shrink-0 text-sm text-soft">{counted(tickets.length, 'bet')}</p>
          </header>
          <ShowMore rows={tickets} noun="bets">
            {(shown, list) => (
              <ul ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-2">
                {shown.map((ticket) => (
                  <li key={ticket.id} className="rounded-xl border border-edge px-3.5 py-3">
                    <TicketRemarks ticket={ticket}>
                      {(reactButton, remarks) => {
                        const card = {
                          ticket,
                          reactButton,
                          isOwn: isOf(ticket, viewerId),
                          setOdds: marked.has(ticket.id),
                        };
                        return (
                          <>
                            {ticket.isParlay ? <ParlayCard {...card} /> : <SingleBet {...card} />}
                            {remarks}
                          </>
                        );
                      }}
                    </TicketRemarks>
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

/** The rule of the sport for a game that is postponed or suspended. */
function Interrupted({ game: { sport, status } }: { game: GameView }) {
  const { simulated } = useSite();
  if (status !== 'postponed' && status !== 'suspended') return null;
  return (
    <p className="rounded-xl bg-raised px-3 py-2.5 text-sm text-soft">
      {sportRules[sport].rulebook.unplayed} {simulated && simulatedLimits}
    </p>
  );
}

/** `isParted` is whether bets of some leagues are missing. */
function NoBets({ isParted, words }: { isParted: boolean; words: string | null }) {
  return (
    <div className="grid min-h-40 place-content-center gap-1 text-center">
      <p className="font-semibold">{isParted ? 'No bets can be shown' : 'No bets placed on this game'}</p>
      {words && !isParted && <p className="text-soft">{words}</p>}
    </div>
  );
}

/** `setOdds` is whether the member set odds on this game as an admin: docs/decisions/odds-in-the-open.md. */
type TicketProps = { ticket: Ticket; isOwn: boolean; setOdds: boolean; reactButton: ReactNode };

function SingleBet({ ticket, ...marks }: TicketProps) {
  const [leg] = ticket.legs;
  return (
    <>
      <Heading ticket={ticket} {...marks} />
      <p className="mt-1.5 flex justify-between gap-x-3 text-sm max-[16rem]:flex-wrap">
        <span className="min-w-0 wrap-anywhere max-[16rem]:basis-full">
          {legWords(leg)} <Price value={leg.odds} className="ml-1 text-soft" />
        </span>
        <Money amount={leg.amount} className="shrink-0 font-semibold" />
      </p>
      <LegNeed leg={leg} />
    </>
  );
}

/**
 * A parlay without its legs, only with their number: legs may be on games that are still open.
 * Source: `docs/screens.md#league-bets`.
 */
function ParlayCard({ ticket, ...marks }: TicketProps) {
  const [first] = ticket.legs;
  return (
    <>
      <Heading ticket={ticket} {...marks} />
      <p className="mt-1.5">
        <Badge tone="info">{parlayWords(ticket)}</Badge>
      </p>
      <p className="mt-1.5 flex justify-between gap-x-3 text-sm max-[16rem]:flex-wrap">
        <span className="min-w-0 truncate text-soft max-[16rem]:basis-full">
          <Name>{first.group.name}</Name>
        </span>
        <span className="shrink-0">
          <span className="text-soft">Total Bet</span> <Money amount={first.amount} className="ml-1 font-semibold" />
        </span>
      </p>
    </>
  );
}

/** The name of the member, the mark of those who set the odds, and the ticket's status. */
function Heading({ ticket, isOwn, setOdds, reactButton }: TicketProps) {
  const [{ user, displayName: chosen }] = ticket.legs;
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3">
      <h4 className="flex min-w-0 flex-1 max-[16rem]:basis-full items-baseline gap-2 font-semibold">
        <span className="min-w-0 truncate">
          <Name>{displayName({ ...user, displayName: chosen })}</Name>
        </span>
        {isOwn && <span className="shrink-0 font-normal text-soft text-sm">You</span>}
      </h4>
      <div className="flex items-center gap-x-1">
        <TicketBadges ticket={ticket} />
        {reactButton}
      </div>
      {setOdds && <p className="basis-full text-note font-semibold text-info">Set odds on this game</p>}
    </header>
  );
}
