/** A length of the house rules in words: "72 hours", and "72 hours of the season" where games are played faster than real ones. */
export function showHours(hours: number, pace: number): string {
  return pace === 1 ? `${hours} hours` : `${hours} hours of the season`;
}
