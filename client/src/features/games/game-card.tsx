import { memo, type ReactNode } from 'react';
import { Badge } from '#client/ui/badge.tsx';
import { Flash } from '#client/ui/flash.tsx';
import { lockWords } from '#shared/domain/lock.ts';
import type { Offer } from '#shared/domain/market.ts';
import { noOddsWords } from '#shared/domain/odds-age.ts';
import { type GameStatus, gamePhase } from '#shared/domain/phase.ts';
import { isSamePick, type Pick } from '#shared/domain/slip.ts';
import { playsInWeeks } from '#shared/domain/sport.ts';
import { finalWords, gameWords, liveWords } from '#shared/words/game-title.ts';
import { OddsGrid } from './odds-grid.tsx';
import { type OwnBet, OwnPicks } from './own-picks.tsx';
import { betsWords, offersOn, pickOf, type SlateGame } from './slate-game.ts';
import { TeamLine, TeamRow, teamOrder } from './team-row.tsx';

type GameCardProps = {
  game: SlateGame;
  /** The start in words, with its time and as a day alone. */
  start: string;
  day: string;
  locked: boolean;
  /** Whether the start has passed while the feed still calls the game scheduled. */
  starting: boolean;
  /** The viewer's bets on the game; null for visitors, who have none to show, and when they are not known. */
  ownBets: readonly OwnBet[] | 'loading' | null;
  /** The picks on the slip that belong to this game. */
  picks: readonly Pick[];
  onPick: (pick: Pick) => void;
  /** Renders the button that opens the bets placed on the game. */
  renderBets: (game: SlateGame) => ReactNode;
  /** Renders the button that names who set the odds by hand, on a game of which somebody did. */
  renderOddsBy: (game: SlateGame) => ReactNode;
};

/**
 * One game of the slate: its odds while it takes bets, afterwards its score and the reason why it is closed.
 *
 * Memoized, so that it renders only when its own data change: a college football slate has more than sixty cards.
 */
export const GameCard = memo(function GameCard(props: GameCardProps) {
  const { game, locked } = props;
  return (
    <article
      aria-label={gameWords(game)}
      className={`rounded-2xl border bg-surface px-3.5 ${game.status === 'live' ? 'border-live-edge' : 'border-edge'}`}
    >
      {locked ? <LockedCard {...props} /> : <OpenCard {...props} />}
    </article>
  );
});

/** Odds, or the notice that there are none yet. */
function OpenCard({ game, start, ownBets, picks, onPick, renderOddsBy }: GameCardProps) {
  const weekly = playsInWeeks(game.sport) && game.week !== null;
  return (
    <div className="py-3.5">
      <header className="mb-2.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
        <Badge>{badges[game.status]}</Badge>
        <time dateTime={game.gameTime}>{start}</time>
        {weekly && <span className="ml-auto">Week {game.week}</span>}
      </header>
      {offersOn(game).length > 0 ? (
        <OddsGrid
          game={game}
          isPicked={(offer: Offer) => picks.some((pick) => isSamePick(pick, pickOf(game, offer)))}
          onPick={(offer: Offer) => onPick(pickOf(game, offer))}
        />
      ) : (
        <>
          {game.competition && (
            <p className="truncate text-xs text-faint" title={game.competition}>
              {game.competition}
            </p>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
            {teamOrder(game).map((team) => (
              <TeamRow key={team} game={game} team={team} />
            ))}
          </div>
          <div className="mt-3 rounded-xl bg-raised px-3 py-2.5 text-sm">
            <p className="font-semibold">{noOddsWords}</p>
            <p className="text-soft">Betting lines will be available soon</p>
          </div>
        </>
      )}
      {(ownBets !== null || game.manual) && (
        <footer className="mt-2.5 flex flex-wrap items-center gap-x-3 text-sm text-soft">
          {ownBets !== null && <BetWords bets={ownBets} />}
          {game.manual && (
            <span className="-my-3 ml-auto flex min-w-0 max-w-full max-[16rem]:my-0 max-[16rem]:basis-full">
              {renderOddsBy(game)}
            </span>
          )}
        </footer>
      )}
    </div>
  );
}

/**
 * A line for the state of the game, one a team and one for the bets: at most 120 px on a phone, where odds of an admin
 * may take a line more. A pick stands with a
 * team, a draw beside the clock. The button for the bets is taller than its line: 44 px for touch. In two columns all
 * locked cards are equally tall.
 */
function LockedCard({ game, start, day, starting, ownBets, renderBets, renderOddsBy }: GameCardProps) {
  const isUpcoming = gamePhase(game.status) === 'upcoming';
  const time = game.status === 'final' ? finalWords(game) : liveWords(game);
  const weekly = playsInWeeks(game.sport) && game.week !== null;
  const hasNoDay = isUpcoming || (game.status === 'live' && game.competition !== null);
  const when = weekly ? `Week ${game.week}` : hasNoDay ? '' : day;
  const bets = betsWords(game);
  const placed = ownBets === null || ownBets === 'loading' ? noBets : ownBets;
  return (
    <div
      className={`@[48.75rem]:min-h-[7.375rem] ${bets ? 'py-1.75 [--team-height:1.5rem]' : 'pt-2.25 pb-2 [--team-height:1.6875rem]'}`}
    >
      <header className="flex min-h-6 flex-wrap items-center gap-x-1.5 text-note text-soft">
        <Badge tone={game.status === 'live' ? 'live' : 'neutral'}>{starting ? 'STARTING' : badges[game.status]}</Badge>
        <div className="flex min-w-min flex-1 items-center gap-x-1.5">
          {time && <span className="font-semibold whitespace-nowrap text-ink tabular-nums">{time}</span>}
          <OwnPicks bets={placed} sides={['draw']} />
          <Note>{[hasNoDay ? game.competition : null, when].filter(Boolean).join(' · ')}</Note>
        </div>
        <span className="-my-2.5 ml-auto">{renderBets(game)}</span>
      </header>
      <Teams game={game} bets={placed} />
      <footer className={`text-xs text-soft ${bets ? '' : 'mt-0.5'}`}>
        <div className="flex flex-wrap gap-x-2">
          {ownBets !== null && <BetWords bets={ownBets} />}
          <p>{lockWords(game.status)}</p>
          {isUpcoming && (
            <time dateTime={game.gameTime} className="ml-auto">
              {start}
            </time>
          )}
          {!hasNoDay && game.competition && <Note end>{game.competition}</Note>}
          {game.manual && <span className="-my-3.5 ml-auto flex min-w-0">{renderOddsBy(game)}</span>}
        </div>
        {bets && <p>{bets}</p>}
      </footer>
    </div>
  );
}

/**
 * The competition or the day, or the week, which get the rest of the line, and are cut where it is full. A competition
 * whose game shows its day stands at the end of the last line.
 */
function Note({ end = false, children }: { end?: boolean; children: string }) {
  return (
    <span className={`w-0 flex-1 truncate text-xs ${end ? 'text-right' : ''}`} title={children}>
      {children}
    </span>
  );
}

/** Says whether the viewer bet on the game. While that loads, the text is blank, so that the card does not grow. */
function BetWords({ bets }: { bets: readonly OwnBet[] | 'loading' }) {
  if (bets === 'loading') return <p>&nbsp;</p>;
  if (bets.length === 0) return <p>No bet placed</p>;
  return <p className="font-semibold text-gold-text">You bet on this game</p>;
}

const noBets: readonly OwnBet[] = [];

const badges: Record<GameStatus, string> = {
  scheduled: 'UPCOMING',
  live: 'LIVE',
  final: 'FINAL',
  postponed: 'POSTPONED',
  canceled: 'CANCELED',
  suspended: 'SUSPENDED',
};

/**
 * Both teams with the viewer's picks and, once there are scores, their scores. Over and under stand with the first and
 * the last team, as among the odds. The lower score is dimmed.
 */
function Teams({ game, bets }: { game: SlateGame; bets: readonly OwnBet[] }) {
  const { awayScore, homeScore } = game;
  const hasScore = gamePhase(game.status) !== 'upcoming' && awayScore !== null && homeScore !== null;
  const scores = { away: awayScore ?? 0, home: homeScore ?? 0 };
  return teamOrder(game).map((team, at) => (
    <div key={team} className="flex min-h-(--team-height) items-center gap-x-3 max-[16rem]:flex-wrap">
      <TeamLine game={game} team={team} />
      <OwnPicks bets={bets} sides={[team, at === 0 ? 'over' : 'under']} />
      {hasScore && <Score value={scores[team]} isBehind={scores[team] < scores[team === 'away' ? 'home' : 'away']} />}
    </div>
  ));
}

function Score({ value, isBehind }: { value: number; isBehind: boolean }) {
  return (
    <span
      className={`relative isolate shrink-0 text-xl leading-[1.2] font-bold tabular-nums ${isBehind ? 'text-faint' : ''}`}
    >
      <Flash of={value} />
      {value}
    </span>
  );
}
