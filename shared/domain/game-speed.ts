/**
 * `<feed>:<league>-<speed>-<seed>-<number>`, the id of a game of the simulation or of a demo league's past, as a
 * regular expression of JavaScript and of Postgres.
 */
export const simulatedId = '^(?:season|demo):[a-z]+-([0-9]+)-[0-9]+--?[0-9]+x?$';
const idPattern = new RegExp(simulatedId);

/**
 * The speed of a game: 60 if it is played sixty times as fast as a real game, 1 for a real game. Every time limit of
 * the house rules is divided by it. The speed is part of the id, so that all processes and commands agree whatever
 * their environment is.
 */
export function speedOf(gameId: string): number {
  return Number(idPattern.exec(gameId)?.[1] ?? 1);
}

/** Formats a time limit: "72 hours" for a real game, "72 hours of the season" for a simulated one. */
export function showHours(hours: number, gameId: string): string {
  return speedOf(gameId) === 1 ? `${hours} hours` : `${hours} hours of the season`;
}
