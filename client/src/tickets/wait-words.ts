import type { Bet } from '#shared/api/bets.ts';
import type { GameView } from '#shared/api/games.ts';
import { counted } from '#shared/domain/count.ts';
import { isStarting, startWords } from './game-title.ts';
import { legPhase, type Ticket } from './ticket.ts';

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

/** '2 of 4 legs in, 1 live, 1 to come'. A leg that is lost settles its parlay, so none is lost here. */
function legsWords(legs: readonly Bet[]): string {
  const count = (matches: (leg: Bet) => boolean) => legs.filter(matches).length;
  const open = (phase: ReturnType<typeof legPhase>) =>
    count((leg) => leg.status === 'pending' && legPhase(leg) === phase);
  const others = [
    [count(({ status }) => status === 'push'), 'pushed'],
    [open('active'), 'live'],
    [open('complete'), 'to be confirmed'],
    [open('pending'), 'to come'],
  ] as const;
  return [
    `${count(({ status }) => status === 'won')} of ${counted(legs.length, 'leg')} in`,
    ...others.flatMap(([some, words]) => (some > 0 ? [`${some} ${words}`] : [])),
  ].join(', ');
}
