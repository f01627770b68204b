import { type LegBadge, legBadge } from '#client/lib/ticket.ts';
import type { Bet } from '#shared/api/bets.ts';
import type { GameView } from '#shared/api/games.ts';
import { showStart } from '#shared/domain/eastern.ts';
import { betLabel, showLine } from '#shared/domain/naming.ts';
import { Badge, type BadgeTone } from './badge.tsx';
import { Price } from './price.tsx';

export const badgeTones: Record<LegBadge, BadgeTone> = {
  WON: 'won',
  LOST: 'lost',
  PUSH: 'neutral',
  WINNING: 'won',
  LOSING: 'lost',
  LIVE: 'live',
  PENDING: 'neutral',
};

/** One leg: what was backed at which price, and how its game stands. `badge` says the leg's own state. */
export function LegLine({ leg, badge }: { leg: Bet; badge: boolean }) {
  const { game } = leg;
  const word = legBadge(leg);
  const label = betLabel(leg.betType, leg.betSide, { home: game.homeTeamName, away: game.awayTeamName });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5">
      <p className="font-semibold">
        {label} {showLine(leg.betType, leg.line)}
      </p>
      <Price value={leg.odds} className="text-right font-semibold" />
      <p className="text-sm text-soft">
        {matchup(game)} <span className="text-faint">· {standing(game)}</span>
      </p>
      {badge && (
        <span className="self-center text-right">
          <Badge tone={badgeTones[word]}>{word}</Badge>
        </span>
      )}
    </div>
  );
}

/** 'KC @ BUF', or 'KC 17 @ BUF 20' once there is a score. */
function matchup(game: GameView): string {
  const { awayTeamAbbr: away, homeTeamAbbr: home, awayScore, homeScore } = game;
  const hasScore = game.status !== 'scheduled' && awayScore !== null && homeScore !== null;
  return hasScore ? `${away} ${awayScore} @ ${home} ${homeScore}` : `${away} @ ${home}`;
}

function standing(game: GameView): string {
  switch (game.status) {
    case 'scheduled':
      return game.timeKnown ? showStart(new Date(game.gameTime), new Date()) : 'Time to be announced';
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
