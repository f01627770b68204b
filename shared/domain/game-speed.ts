/** `<feed>:<league>-<speed>-<seed>-<number>`: the id of a simulated game, of the season or of a demo league's past. */
const simulatedId = /^(?:season|demo):[a-z]+-(\d+)-\d+--?\d+x?$/;

/**
 * How many times faster than a real game this game is played; 1 for a real one. Every time limit of the house rules is
 * divided by it. The id alone says it, so that all processes and commands agree, whatever environment they run in.
 */
export function speedOf(gameId: string): number {
  return Number(simulatedId.exec(gameId)?.[1] ?? 1);
}

/** A length of the house rules in words: "72 hours", and "72 hours of the season" for a game that is played faster. */
export function showHours(hours: number, gameId: string): string {
  return speedOf(gameId) === 1 ? `${hours} hours` : `${hours} hours of the season`;
}
