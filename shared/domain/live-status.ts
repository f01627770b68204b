import { edge, type GradableLeg, type Score } from './grade.ts';

export type LiveStatus = 'winning' | 'losing';

/**
 * Whether a leg would win if the game ended on the running score; never paid on.
 *
 * Level counts as losing; null without both scores. The same edge as the grade. Source: spec §4.
 */
export function liveStatus(leg: GradableLeg, score: { home: number | null; away: number | null }): LiveStatus | null {
  if (score.home === null || score.away === null) return null;
  const running: Score = { home: score.home, away: score.away };
  return edge(leg, running) > 0 ? 'winning' : 'losing';
}
