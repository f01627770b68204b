import type { GradableLeg, Score } from './leg.ts';
import { marketRules } from './market.ts';

export type LiveStatus = 'winning' | 'losing';

/**
 * Whether a leg would win if the game ended with the present score. For display only: grading does not use it.
 *
 * An edge of zero counts as losing, also where the grade would be a push. Null without both scores.
 * Source: docs/screens.md#bets.
 */
export function liveStatus(leg: GradableLeg, score: { home: number | null; away: number | null }): LiveStatus | null {
  if (score.home === null || score.away === null) return null;
  const running: Score = { home: score.home, away: score.away };
  return marketRules[leg.market].edge(leg, running) > 0 ? 'winning' : 'losing';
}
