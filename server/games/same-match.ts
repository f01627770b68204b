/** The ids of a match's teams, as a game, a leg and a result store them. */
export type TeamIds = { homeTeamId: string; awayTeamId: string };

/** Whether both name the same two teams; home and away may be swapped. */
export function isSameMatch(one: TeamIds, other: TeamIds): boolean {
  const isAsIs = one.homeTeamId === other.homeTeamId && one.awayTeamId === other.awayTeamId;
  return isAsIs || (one.homeTeamId === other.awayTeamId && one.awayTeamId === other.homeTeamId);
}
