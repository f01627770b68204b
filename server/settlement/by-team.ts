import type { ResultRow } from './results-store.ts';

export type TeamOutcome = Pick<ResultRow, 'isVoid' | 'home' | 'away' | 'halfInnings' | 'homeTeamId' | 'awayTeamId'>;

/** The same result, written with this team at home; unchanged unless it is the away team. */
export function withHomeTeam<R extends TeamOutcome>(result: R, homeTeamId: string): R {
  if (result.awayTeamId !== homeTeamId) return result;
  const { home, away } = result;
  return { ...result, homeTeamId, awayTeamId: result.homeTeamId, home: away, away: home };
}

/**
 * Whether both results give each team the same score, whichever team is at home. Source: docs/house-rules.md#results.
 */
export function isSameResult(one: TeamOutcome, other: TeamOutcome): boolean {
  const sameSides = withHomeTeam(other, one.homeTeamId);
  const keys = ['isVoid', 'home', 'away', 'halfInnings', 'homeTeamId', 'awayTeamId'] as const;
  return keys.every((key) => one[key] === sameSides[key]);
}
