import type { Market } from './market.ts';

/** The six sports, in the order of the slate's tabs. Source: spec §2. */
export const sports = ['NFL', 'MLB', 'Soccer', 'CFB', 'NBA', 'Hockey'] as const;
export type Sport = (typeof sports)[number];

/** The order in which the client loads them, with Hockey under its league's name. Source: spec §2 and §4. */
export const loadOrder = [
  { sport: 'NFL', name: 'NFL', afterMs: 0 },
  { sport: 'MLB', name: 'MLB', afterMs: 2_000 },
  { sport: 'NBA', name: 'NBA', afterMs: 3_000 },
  { sport: 'Soccer', name: 'Soccer', afterMs: 4_000 },
  { sport: 'CFB', name: 'CFB', afterMs: 5_000 },
  { sport: 'Hockey', name: 'NHL', afterMs: 6_000 },
] as const satisfies readonly { sport: Sport; name: string; afterMs: number }[];

/** What a league may be restricted to. Source: design D13. */
export const allowedSports = ['ALL', ...sports] as const;
export type AllowedSports = (typeof allowedSports)[number];

export type SportRules = {
  /** The games offered at one time: a numbered week, one Eastern day, or the next seven. */
  slate: 'week' | 'day' | 'next-7-days';
  markets: readonly Market[];
  /** Whether Draw is a side of the moneyline, so that a tie loses for both teams. */
  drawOffered: boolean;
  /** Periods of a full game (quarters, periods, innings, halves); a final with fewer ended early. */
  regulationPeriods: number;
  /** Total that the admin form starts with; null where no total is offered. Source: spec §3. */
  defaultTotal: number | null;
};

const all = ['spread', 'moneyline', 'total'] as const;

export const sportRules: Record<Sport, SportRules> = {
  NFL: { slate: 'week', markets: all, drawOffered: false, regulationPeriods: 4, defaultTotal: 44.5 },
  CFB: { slate: 'week', markets: all, drawOffered: false, regulationPeriods: 4, defaultTotal: 44.5 },
  MLB: { slate: 'day', markets: all, drawOffered: false, regulationPeriods: 9, defaultTotal: 7.5 },
  NBA: { slate: 'day', markets: all, drawOffered: false, regulationPeriods: 4, defaultTotal: 228.5 },
  Hockey: { slate: 'day', markets: all, drawOffered: false, regulationPeriods: 3, defaultTotal: 6.5 },
  Soccer: { slate: 'next-7-days', markets: ['moneyline'], drawOffered: true, regulationPeriods: 2, defaultTotal: null },
};

/** Whether a league with this restriction takes bets on the sport. */
export function allowsSport(allowed: AllowedSports, sport: Sport): boolean {
  return allowed === 'ALL' || allowed === sport;
}
