import type { GameView } from '#shared/api/games.ts';
import { clockWords } from '#shared/domain/clock-words.ts';
import { showDay, showStart } from '#shared/domain/eastern.ts';
import type { TeamNames } from '#shared/domain/markets/market-rules.ts';
import { sportRules } from '#shared/domain/sport.ts';

/** The names of a game's teams. */
export type GameTeams = Pick<GameView, 'sport' | 'homeTeamName' | 'homeTeamCity' | 'awayTeamName' | 'awayTeamCity'>;

/** The names that fans call the teams by: 'Chiefs', in college sports 'Ole Miss'. Source: docs/screens.md#names. */
export function teamsOf(game: GameTeams): TeamNames {
  if (sportRules[game.sport].knownBy === 'team') return { home: game.homeTeamName, away: game.awayTeamName };
  return { home: game.homeTeamCity || game.homeTeamName, away: game.awayTeamCity || game.awayTeamName };
}

/** A game in words: 'Chiefs at Bills'. Source: docs/screens.md#names. */
export function gameWords(game: GameTeams): string {
  const { home, away } = teamsOf(game);
  return `${away} at ${home}`;
}

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

/** Whether a game has passed its start, while its feed still calls it scheduled. */
export function isStarting({ status, timeKnown, gameTime }: GameView, now: Date): boolean {
  return status === 'scheduled' && timeKnown && now.getTime() >= Date.parse(gameTime);
}

/** The state of a game in few words: its start, 'Starting', '3rd 8:42', 'Final/OT', 'F/10', 'Postponed'. */
export function stateWords(game: GameView, now: Date): string {
  switch (game.status) {
    case 'scheduled':
      return isStarting(game, now) ? 'Starting' : startWords(game, now);
    case 'live':
      return liveWords(game) || 'Live';
    case 'final': {
      const beyond = finalWords(game);
      return beyond.startsWith('F/') ? beyond : ['Final', beyond].filter(Boolean).join('/');
    }
    case 'postponed':
      return 'Postponed';
    case 'canceled':
      return 'Canceled';
    case 'suspended':
      return 'Suspended';
  }
}

/** The state of play in one phrase: '3rd 8:42', 'Halftime', 'Bot 8th', "67'". Empty when the feed says nothing. */
export function liveWords({ sport, quarter, timeRemaining }: GameView): string {
  return clockWords[sport].live({ period: quarter, clock: timeRemaining });
}

/** The end of a game that was not of the usual length: 'OT', 'SO', 'F/10'. Empty for all others. */
export function finalWords({ sport, quarter, timeRemaining }: GameView): string {
  return clockWords[sport].final({ period: quarter, clock: timeRemaining });
}

function sidesOf({ awayTeamAbbr, homeTeamAbbr }: GameView): [away: string, home: string] {
  return [awayTeamAbbr || 'Away', homeTeamAbbr || 'Home'];
}
