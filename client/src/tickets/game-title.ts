import type { GameView } from '#shared/api/games.ts';

/** A game in short: 'KC @ BUF'. */
export function gameTitle({ awayTeamAbbr, homeTeamAbbr }: GameView): string {
  return `${awayTeamAbbr} @ ${homeTeamAbbr}`;
}

/** A game in short, with its score once there is one: 'KC @ BUF', 'KC 17 @ BUF 20'. Source: spec §2. */
export function matchup({ status, awayTeamAbbr, homeTeamAbbr, awayScore, homeScore }: GameView): string {
  const hasScore = status !== 'scheduled' && awayScore !== null && homeScore !== null;
  const [away, home] = [awayTeamAbbr || 'Away', homeTeamAbbr || 'Home'];
  return hasScore ? `${away} ${awayScore} @ ${home} ${homeScore}` : `${away} @ ${home}`;
}
