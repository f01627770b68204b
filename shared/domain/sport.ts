import { cfb } from './sports/cfb.ts';
import { hockey } from './sports/hockey.ts';
import { mlb } from './sports/mlb.ts';
import { nba } from './sports/nba.ts';
import { nfl } from './sports/nfl.ts';
import { soccer } from './sports/soccer.ts';
import type { SportRules } from './sports/sport-rules.ts';

/** The six sports in the order of the slate's tabs. Source: docs/screens.md#slate. */
export const sports = ['NFL', 'MLB', 'Soccer', 'CFB', 'NBA', 'Hockey'] as const;
export type Sport = (typeof sports)[number];

const rules = {
  NFL: nfl,
  MLB: mlb,
  Soccer: soccer,
  CFB: cfb,
  NBA: nba,
  Hockey: hockey,
} satisfies Record<Sport, SportRules>;

export const sportRules: Record<Sport, SportRules> = rules;

/** The sports whose slate is a numbered week. */
export type WeeklySport = { [S in Sport]: (typeof rules)[S]['slate'] extends 'week' ? S : never }[Sport];

/** Whether the slate of the sport is a numbered week. */
export function playsInWeeks(sport: Sport): sport is WeeklySport {
  return sportRules[sport].slate === 'week';
}

/** The sports in the order in which the client loads them. */
export const loadOrder: readonly Sport[] = [...sports].sort(
  (one, other) => sportRules[one].loadAfterMs - sportRules[other].loadAfterMs,
);

/** The sports that a league can be restricted to: all, or one. Source: docs/decisions/allowed-sports.md. */
export const allowedSports = ['ALL', ...sports] as const;
export type AllowedSports = (typeof allowedSports)[number];

/** Whether a league with this restriction accepts bets on the sport. */
export function allowsSport(allowed: AllowedSports, sport: Sport): boolean {
  return allowed === 'ALL' || allowed === sport;
}
