import type { ReactNode } from 'react';
import type { BadgeTone } from '#client/ui/badge.tsx';
import type { Bet } from '#shared/api/bets.ts';
import { matchup, stateWords } from '#shared/words/game-title.ts';
import { legWords } from '#shared/words/leg-words.ts';
import { Price } from './price.tsx';
import { SideMark } from './side-mark.tsx';
import type { LegBadge } from './ticket.ts';

export const badgeTones: Record<LegBadge, BadgeTone> = {
  WON: 'won',
  LOST: 'lost',
  PUSH: 'neutral',
  WINNING: 'won',
  LOSING: 'lost',
  LIVE: 'live',
  PENDING: 'neutral',
};

type LegRowProps = {
  leg: Bet;
  /** Whether to say the start of a game to come. */
  saysStart: boolean;
  /** Below the game: what the leg needs. */
  need?: ReactNode;
  now: Date;
  /** At the right. */
  children?: ReactNode;
};

/** One leg: the pick with its price, and its game with state and score. */
export function LegRow({ leg, saysStart, need, now, children }: LegRowProps) {
  const { game } = leg;
  return (
    <TicketLine
      mark={<SideMark side={leg.betSide} game={game} />}
      title={
        <>
          {legWords(leg)} <Price value={leg.odds} className="ml-0.5 text-sm font-medium text-soft" />
        </>
      }
      note={
        <>
          {matchup(game)}
          {(saysStart || game.status !== 'scheduled') && (
            <span className="text-faint">
              {' · '}
              <span className="inline-block">{stateWords(game, now)}</span>
            </span>
          )}
        </>
      }
      need={need}
    >
      {children}
    </TicketLine>
  );
}

type TicketLineProps = {
  mark?: ReactNode;
  title: ReactNode;
  note: ReactNode;
  need?: ReactNode;
  children?: ReactNode;
};

/** A title above a note and a need, with what is `children` at the right, below them where there is no room. */
export function TicketLine({ mark, title, note, need, children }: TicketLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <div className="flex min-w-0 flex-[1_1_8rem] items-center gap-x-2.5">
        {mark}
        <div className="min-w-0">
          <p className="leading-snug font-semibold wrap-anywhere">{title}</p>
          <p className="mt-0.5 text-note text-soft wrap-anywhere tabular-nums">{note}</p>
          {need}
        </div>
      </div>
      {children}
    </div>
  );
}
