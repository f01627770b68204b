import type { Bet } from '#shared/api/bets.ts';
import type { GameView } from '#shared/api/games.ts';
import { progressWords } from '#shared/domain/needs.ts';
import { isStarting, startWords } from '#shared/words/game-title.ts';
import { gradeOf, legPhase, type Ticket } from './ticket.ts';

/** Says in a few words for what an open ticket waits; a parlay counts its legs. */
export function waitWords({ legs, isParlay }: Ticket, now: Date): string {
  return isParlay ? legsWords(legs) : gameWaitWords(legs[0].game, now);
}

function gameWaitWords(game: GameView, now: Date): string {
  switch (game.status) {
    case 'scheduled':
      return isStarting(game, now) ? 'Waits for the game to start' : `Waits for the game: ${startWords(game, now)}`;
    case 'live':
      return 'Waits for the end of the game';
    case 'final':
      return 'Waits for the final score to be confirmed';
    case 'suspended':
      return 'Waits for the game to go on: void if it is not finished in time';
    case 'postponed':
      return 'Waits for the postponed game: void if it is not played in time';
    case 'canceled':
      return 'Waits to be called off: the stake then comes back';
  }
}

/** '2 of 4 in, 2 to go: 1 live'. A leg that is lost settles its parlay, so none is lost here. */
function legsWords(legs: readonly Bet[]): string {
  const open = (phase: ReturnType<typeof legPhase>) =>
    legs.filter((leg) => leg.status === 'pending' && legPhase(leg) === phase).length;
  const underWay = [
    [open('active'), 'live'],
    [open('complete'), 'to be confirmed'],
  ] as const;
  const some = underWay.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : []));
  const progress = progressWords(legs.map(({ status }) => gradeOf(status)));
  return some.length > 0 ? `${progress}: ${some.join(', ')}` : progress;
}
