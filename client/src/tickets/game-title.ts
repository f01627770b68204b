import type { GameView } from '#shared/api/games.ts';

/** A game in short: 'KC @ BUF'. */
export function gameTitle({ awayTeamAbbr, homeTeamAbbr }: GameView): string {
  return `${awayTeamAbbr} @ ${homeTeamAbbr}`;
}

/** A game in short with its score, if it has one: 'KC @ BUF', 'KC 17 @ BUF 20'. Source: docs/screens.md#names. */
export function matchup({ status, awayTeamAbbr, homeTeamAbbr, awayScore, homeScore }: GameView): string {
  const hasScore = status !== 'scheduled' && awayScore !== null && homeScore !== null;
  const [away, home] = [awayTeamAbbr || 'Away', homeTeamAbbr || 'Home'];
  return hasScore ? `${away} ${awayScore} @ ${home} ${homeScore}` : `${away} @ ${home}`;
}
