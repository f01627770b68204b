import { type GamePhase, type GameStatus, gamePhase } from './phase.ts';

export const slateFilters = ['All', 'Live', 'Upcoming', 'Finished'] as const;
export type SlateFilter = (typeof slateFilters)[number];

type SlateGame = { id: string; status: GameStatus; startsAt: Date };

const phaseOf: Record<Exclude<SlateFilter, 'All'>, GamePhase> = {
  Live: 'live',
  Upcoming: 'upcoming',
  Finished: 'finished',
};
const order: readonly GamePhase[] = ['live', 'upcoming', 'finished'];

/**
 * Sorts games: live, then upcoming by ascending start, then finished by descending start. Ids break ties.
 * Source: docs/screens.md#slate.
 */
export function slateOrder<T extends SlateGame>(games: readonly T[]): T[] {
  return [...games].sort((a, b) => {
    const phase = gamePhase(a.status);
    const byPhase = order.indexOf(phase) - order.indexOf(gamePhase(b.status));
    if (byPhase !== 0) return byPhase;
    const byStart = a.startsAt.getTime() - b.startsAt.getTime();
    if (byStart !== 0) return phase === 'finished' ? -byStart : byStart;
    return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
  });
}

export function inFilter(game: { status: GameStatus }, filter: SlateFilter): boolean {
  return filter === 'All' || gamePhase(game.status) === phaseOf[filter];
}

/** The number of games under each filter. */
export function slateCounts(games: readonly { status: GameStatus }[]): Record<SlateFilter, number> {
  const count = (filter: SlateFilter) => games.filter((game) => inFilter(game, filter)).length;
  return { All: count('All'), Live: count('Live'), Upcoming: count('Upcoming'), Finished: count('Finished') };
}
