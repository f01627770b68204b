import type { Sport } from './sport.ts';

/**
 * The sports in the order of the slate's tabs, each with a few words for people who do not know Ching. A file of its
 * own: pages that need the names alone would otherwise load the rules of all sports.
 */
export const sportDescriptions = {
  NFL: 'pro football',
  MLB: 'baseball',
  Soccer: 'Premier League and Champions League',
  CFB: 'college football',
  NBA: 'basketball',
  Hockey: 'the NHL',
} as const satisfies Record<Sport, string>;
