import { Badge } from '#client/ui/badge.tsx';
import { showDay, showStart } from '#shared/domain/eastern.ts';
import { isLocked, lockWords } from '#shared/domain/lock.ts';
import type { Offer } from '#shared/domain/market.ts';
import { type GameStatus, gamePhase } from '#shared/domain/phase.ts';
import { sportRules } from '#shared/domain/sport.ts';
import { OddsGrid } from './odds-grid.tsx';
import { offersOn, type SlateGame } from './slate-game.ts';
import { TeamLine } from './team-line.tsx';

type GameCardProps = {
  game: SlateGame;
  now: Date;
  /** Whether the viewer has a bet on the game; null for visitors, who have none to show. */
  hasBet: boolean | 'loading' | null;
  isPicked: (offer: Offer) => boolean;
  onPick: (offer: Offer) => void;
};

/** One game of the slate: the odds while it takes bets, the score and why it is closed afterwards. */
export function GameCard({ game, now, hasBet, isPicked, onPick }: GameCardProps) {
  const locked = isLocked(game, now);
  const open = !locked && offersOn(game).length > 0;
  return (
    <article
      aria-label={`${game.awayTeamName} at ${game.homeTeamName}`}
      className="rounded-2xl border border-edge bg-surface p-3.5"
    >
      <Heading game={game} now={now} />
      {open ? <OddsGrid game={game} isPicked={isPicked} onPick={onPick} /> : <Teams game={game} />}
      {!locked && !open && (
        <div className="mt-3 rounded-xl bg-raised px-3 py-2.5 text-sm">
          <p className="font-semibold">Waiting For Odds Makers</p>
          <p className="text-soft">Betting lines will be available soon</p>
        </div>
      )}
      {(locked || hasBet !== null) && (
        <div className="mt-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 border-t border-edge pt-2.5 text-[13px] text-soft">
          {typeof hasBet === 'boolean' && (
            <span className={hasBet ? 'font-semibold text-gold-text' : ''}>
              {hasBet ? 'You bet on this game' : 'No bet placed'}
            </span>
          )}
          {locked && <span className="ml-auto">{lockWords(game.status)}</span>}
        </div>
      )}
    </article>
  );
}

const badges: Record<GameStatus, string> = {
  scheduled: 'UPCOMING',
  live: 'LIVE',
  final: 'FINAL',
  postponed: 'POSTPONED',
  canceled: 'CANCELED',
  suspended: 'SUSPENDED',
};

/** Status and, on the right, the week of football; the other sports' start says the day. */
function Heading({ game, now }: { game: SlateGame; now: Date }) {
  const start = game.timeKnown ? showStart(game.startsAt, now) : `${showDay(game.startsAt, now)}, time TBA`;
  const clock = gamePhase(game.status) === 'live' ? [game.quarter, game.timeRemaining].filter(Boolean).join(' ') : '';
  const weekly = sportRules[game.sport].slate === 'week' && game.week !== null;
  return (
    <header className="mb-2.5 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-[13px] text-soft">
      <Badge tone={game.status === 'live' ? 'live' : 'neutral'}>{badges[game.status]}</Badge>
      {clock && <span className="font-medium text-ink">{clock}</span>}
      {weekly && !clock && <time dateTime={game.gameTime}>{start}</time>}
      <span className="ml-auto">{weekly ? `Week ${game.week}` : <time dateTime={game.gameTime}>{start}</time>}</span>
    </header>
  );
}

/** Both teams, with their scores once there are any; in a final the side that is behind stands back. */
function Teams({ game }: { game: SlateGame }) {
  const hasScore = gamePhase(game.status) !== 'upcoming' && game.awayScore !== null && game.homeScore !== null;
  const trails = (own: number | null, other: number | null) => game.status === 'final' && (own ?? 0) < (other ?? 0);
  return (
    <div className="grid gap-1.5">
      {game.competition && <p className="text-xs text-faint">{game.competition}</p>}
      <div className="flex items-center gap-3">
        <TeamLine game={game} team="away" named />
        {hasScore && <Score value={game.awayScore} dim={trails(game.awayScore, game.homeScore)} />}
      </div>
      <div className="flex items-center gap-3">
        <TeamLine game={game} team="home" named />
        {hasScore && <Score value={game.homeScore} dim={trails(game.homeScore, game.awayScore)} />}
      </div>
    </div>
  );
}

function Score({ value, dim }: { value: number | null; dim: boolean }) {
  return <span className={`ml-auto pr-1 text-2xl leading-none font-bold ${dim ? 'text-faint' : ''}`}>{value}</span>;
}
