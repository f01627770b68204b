import type { GameView } from '#shared/api/games.ts';

/** A game in short: 'KC @ BUF'. */
export function gameTitle({ awayTeamAbbr, homeTeamAbbr }: GameView): string {
  return `${awayTeamAbbr} @ ${homeTeamAbbr}`;
}
