export const markets = ['spread', 'moneyline', 'total'] as const;

export type Market = (typeof markets)[number];

export const sides = ['home', 'away', 'draw', 'over', 'under'] as const;

export type Side = (typeof sides)[number];

/** A value of each team. */
export type HomeAway<T> = { home: T; away: T };
