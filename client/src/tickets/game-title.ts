import type { GameView } from '#shared/api/games.ts';
import { showDay, showStart } from '#shared/domain/eastern.ts';

/** A game in short: 'KC @ BUF', 'Away @ Home' without abbreviations. Source: docs/screens.md#names. */
export function gameTitle(game: GameView): string {
  const [away, home] = sidesOf(game);
  return `${away} @ ${home}`;
}

/** A game in short with its score, if it has one: 'KC @ BUF', 'KC 17 @ BUF 20'. */
export function matchup(game: GameView): string {
  const { status, awayScore, homeScore } = game;
  if (status === 'scheduled' || awayScore === null || homeScore === null) return gameTitle(game);
  const [away, home] = sidesOf(game);
  return `${away} ${awayScore} @ ${home} ${homeScore}`;
}

/** The start of a game in Eastern time: 'Today, 1:00 PM ET', 'Sun, Nov 22, time TBA'. */
export function startWords({ gameTime, timeKnown }: GameView, now: Date): string {
  const start = new Date(gameTime);
  return timeKnown ? showStart(start, now) : `${showDay(start, now)}, time TBA`;
}

function sidesOf({ awayTeamAbbr, homeTeamAbbr }: GameView): [away: string, home: string] {
  return [awayTeamAbbr || 'Away', homeTeamAbbr || 'Home'];
}
