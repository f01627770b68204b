import type { Grade } from './grade.ts';
import type { GradableLeg, Score } from './leg.ts';
import { marketRules } from './market.ts';
import type { TeamNames } from './markets/market-rules.ts';
import { type Sport, sportRules } from './sport.ts';

/** A leg's grade and the score behind it; null for a void, except for that of a game called too early. */
type Graded = { sport: Sport; grade: Grade; score: Score | null };

/**
 * The arithmetic that decided a leg, as a receipt prints it: 'KC 24 − 3.5 = 20.5 against BUF 20'.
 *
 * names    the teams' abbreviations, home and away as they were when the ticket was placed.
 * Returns  null for a void leg: no score decided it.
 * The leg won if the number before 'against' is greater than the number after it, or smaller for under; equal is a
 * push.
 */
export function arithmetic(leg: GradableLeg, { sport, grade, score }: Graded, names: TeamNames): string | null {
  if (!score || grade === 'void') return null;
  return marketRules[leg.market].arithmetic(leg, score, names, sportRules[sport]);
}
