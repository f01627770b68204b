import { memo, type ReactNode } from 'react';
import { Badge } from '#client/ui/badge.tsx';
import { Flash } from '#client/ui/flash.tsx';
import { lockWords } from '#shared/domain/lock.ts';
import type { Offer } from '#shared/domain/market.ts';
import { type GameStatus, gamePhase } from '#shared/domain/phase.ts';
import { isSamePick, type Pick } from '#shared/domain/slip.ts';
import { playsInWeeks } from '#shared/domain/sport.ts';
import { OddsGrid } from './odds-grid.tsx';
import { offersOn, pickOf, type SlateGame } from './slate-game.ts';
import { TeamRow } from './team-row.tsx';

type GameCardProps = {
  game: SlateGame;
  /** The start time in words. */
  start: string;
  locked: boolean;
  /** Whether the viewer has a bet on the game; null for visitors, who have none to show, and when it is not known. */
  hasBet: boolean | 'loading' | null;
  /** The picks on the slip that belong to this game. */
  picks: readonly Pick[];
  onPick: (pick: Pick) => void;
  /** Renders the button that opens the bets placed on the game. */
  renderBets: (game: SlateGame) => ReactNode;
};

/**
 * One game of the slate: its odds while it takes bets, afterwards its score and the reason why it is closed.
 *
 * Memoized, so that it renders only when its own data change: a college football slate has more than sixty cards.
 */
export const GameCard = memo(function GameCard(props: GameCardProps) {
  const { game, start, locked, hasBet, picks, onPick, renderBets } = props;
  const open = !locked && offersOn(game).length > 0;
  return (
    <article
      aria-label={`${game.awayTeamName} at ${game.homeTeamName}`}
      className={`rounded-2xl border bg-surface p-3.5 ${game.status === 'live' ? 'border-live-edge' : 'border-edge'}`}
    >
      <Heading game={game} start={start} />
      {open ? (
        <OddsGrid
          game={game}
          isPicked={(offer: Offer) => picks.some((pick) => isSamePick(pick, pickOf(game, offer)))}
          onPick={(offer: Offer) => onPick(pickOf(game, offer))}
        />
      ) : (
        <Teams game={game} />
      )}
      {!locked && !open && (
        <div className="mt-3 rounded-xl bg-raised px-3 py-2.5 text-sm">
          <p className="font-semibold">Waiting For Odds Makers</p>
          <p className="text-soft">Betting lines will be available soon</p>
        </div>
      )}
      {(locked || hasBet !== null) && (
        <footer className="mt-3 flex min-h-8 items-center justify-between gap-3 border-t border-edge pt-2 text-[13px] text-soft">
          <div className="min-w-0">
            {hasBet !== null && <BetWords hasBet={hasBet} />}
            {locked && <p className={hasBet === null ? '' : 'text-faint text-xs'}>{lockWords(game.status)}</p>}
          </div>
          {locked && renderBets(game)}
        </footer>
      )}
    </article>
  );
});

/** Says whether the viewer bet on the game. While that loads, the text is blank, so that the card does not grow. */
function BetWords({ hasBet }: { hasBet: boolean | 'loading' }) {
  if (hasBet === 'loading') return <p>&nbsp;</p>;
  return hasBet ? <p className="font-semibold text-gold-text">You bet on this game</p> : <p>No bet placed</p>;
}

const badges: Record<GameStatus, string> = {
  scheduled: 'UPCOMING',
  live: 'LIVE',
  final: 'FINAL',
  postponed: 'POSTPONED',
  canceled: 'CANCELED',
  suspended: 'SUSPENDED',
};

/** Shows status and start. Weekly sports show the week at the right, other sports the start. */
function Heading({ game, start }: { game: SlateGame; start: string }) {
  const clock = gamePhase(game.status) === 'live' ? [game.quarter, game.timeRemaining].filter(Boolean).join(' ') : '';
  const weekly = playsInWeeks(game.sport) && game.week !== null;
  return (
    <header className="mb-2.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-soft">
      <Badge tone={game.status === 'live' ? 'live' : 'neutral'}>{badges[game.status]}</Badge>
      {clock && <span className="font-semibold text-ink tabular-nums">{clock}</span>}
      {weekly && !clock && <time dateTime={game.gameTime}>{start}</time>}
      <span className="ml-auto">{weekly ? `Week ${game.week}` : <time dateTime={game.gameTime}>{start}</time>}</span>
    </header>
  );
}

/** Both teams with their scores, once there are scores. The lower score is dimmed. */
function Teams({ game }: { game: SlateGame }) {
  const { awayScore, homeScore } = game;
  const hasScore = gamePhase(game.status) !== 'upcoming' && awayScore !== null && homeScore !== null;
  return (
    <div className="grid gap-1.5">
      {game.competition && <p className="text-xs text-faint">{game.competition}</p>}
      <div className="flex items-center gap-3">
        <TeamRow game={game} team="away" named />
        {hasScore && <Score value={awayScore} isBehind={awayScore < homeScore} />}
      </div>
      <div className="flex items-center gap-3">
        <TeamRow game={game} team="home" named />
        {hasScore && <Score value={homeScore} isBehind={homeScore < awayScore} />}
      </div>
    </div>
  );
}

function Score({ value, isBehind }: { value: number; isBehind: boolean }) {
  return (
    <span
      className={`relative isolate ml-auto overflow-hidden rounded-md px-1.5 py-1 text-[26px] leading-none font-bold tabular-nums ${isBehind ? 'text-faint' : ''}`}
    >
      <Flash of={value} />
      {value}
    </span>
  );
}
