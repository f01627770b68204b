import fc from 'fast-check';

/** Every market and side of a game. */
export const anyPick = fc.constantFrom(
  ['moneyline', 'home'] as const,
  ['moneyline', 'away'] as const,
  ['spread', 'home'] as const,
  ['spread', 'away'] as const,
  ['total', 'over'] as const,
  ['total', 'under'] as const,
);

/** With a spread of 3 and a total of 43, these scores give every grade of every market. */
export const scoresOfEveryGrade = [
  { home: 24, away: 20 },
  { home: 23, away: 20 },
  { home: 20, away: 20 },
  { home: 10, away: 17 },
  { home: 20, away: 24 },
] as const;
