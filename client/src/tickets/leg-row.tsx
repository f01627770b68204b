import { serverNow } from '#client/lib/server-clock.ts';
import { Badge, type BadgeTone } from '#client/ui/badge.tsx';
import { TeamMark } from '#client/ui/team-mark.tsx';
import type { Bet } from '#shared/api/bets.ts';
import type { GameView } from '#shared/api/games.ts';
import { matchup, startWords } from './game-title.ts';
import { legWords } from './leg-words.ts';
import { Price } from './price.tsx';
import { type LegBadge, legBadge } from './ticket.ts';

export const badgeTones: Record<LegBadge, BadgeTone> = {
  WON: 'won',
  LOST: 'lost',
  PUSH: 'neutral',
  WINNING: 'won',
  LOSING: 'lost',
  LIVE: 'live',
  PENDING: 'neutral',
};

/** One leg: the pick, its price, and its game with state and score. `badge` adds the leg's own state. */
export function LegRow({ leg, badge }: { leg: Bet; badge: boolean }) {
  const { game } = leg;
  const word = legBadge(leg);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-0.5">
      <span className="row-span-2">
        <SideMark leg={leg} />
      </span>
      <p className="leading-snug font-semibold">{legWords(leg)}</p>
      <Price value={leg.odds} className="self-start text-right leading-snug font-semibold" />
      <p className="text-[13px] text-soft tabular-nums">
        {matchup(game)} <span className="text-faint">·</span>{' '}
        <span className="whitespace-nowrap text-faint">{gameStateWords(game)}</span>
      </p>
      {badge && (
        <span className="text-right">
          <Badge tone={badgeTones[word]}>{word}</Badge>
        </span>
      )}
    </div>
  );
}

/** The picked team's mark, else a neutral one: O and U for a total, X for the draw. */
function SideMark({ leg: { betSide, game } }: { leg: Bet }) {
  switch (betSide) {
    case 'home':
      return (
        <TeamMark small abbr={game.homeTeamAbbr} color={game.homeTeamColor} alternate={game.homeTeamAlternateColor} />
      );
    case 'away':
      return (
        <TeamMark small abbr={game.awayTeamAbbr} color={game.awayTeamColor} alternate={game.awayTeamAlternateColor} />
      );
    case 'over':
      return <TeamMark small abbr="O" color={null} alternate={null} />;
    case 'under':
      return <TeamMark small abbr="U" color={null} alternate={null} />;
    case 'draw':
      return <TeamMark small abbr="X" color={null} alternate={null} />;
  }
}

function gameStateWords(game: GameView): string {
  switch (game.status) {
    case 'scheduled':
      return startWords(game, serverNow());
    case 'live':
      return [game.quarter, game.timeRemaining].filter(Boolean).join(' ') || 'Live';
    case 'final':
      return 'Final';
    case 'postponed':
      return 'Postponed';
    case 'canceled':
      return 'Canceled';
    case 'suspended':
      return 'Suspended';
  }
}
