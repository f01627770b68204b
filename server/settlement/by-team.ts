import type { ResultRow } from './results-store.ts';

export type TeamOutcome = Pick<ResultRow, 'isVoid' | 'home' | 'away' | 'halfInnings' | 'homeTeamId' | 'awayTeamId'>;

/** The same result with this team at home; unchanged where that is not the away team. */
export function turnedTo<R extends TeamOutcome>(result: R, homeTeamId: string): R {
  if (result.awayTeamId !== homeTeamId) return result;
  const { home, away } = result;
  return { ...result, homeTeamId, awayTeamId: result.homeTeamId, home: away, away: home };
}

/** Whether each team has the same score in both, whichever is at home. Source: docs/house-rules.md#home-and-away-swapped. */
export function isSameResult(one: TeamOutcome, other: TeamOutcome): boolean {
  const turned = turnedTo(other, one.homeTeamId);
  const keys = ['isVoid', 'home', 'away', 'halfInnings', 'homeTeamId', 'awayTeamId'] as const;
  return keys.every((key) => one[key] === turned[key]);
}
