import { hash } from './chance.ts';
import type { Team } from './teams/team.ts';

/** The groups of a league, and the plan by which its teams meet. */
export type Structure = {
  /** Conferences or leagues of equal size; one group if all teams are together. */
  groups: readonly (readonly Team[])[];
  /** Rounds of one season. */
  rounds: number;
  /** The rounds of a season (from 0) in which conferences of even size play each other. */
  crossRounds: readonly number[];
  /** The length of a series: rounds in a row with the same pairs. */
  seriesRounds: number;
};

export type Pair = { home: Team; away: Team };

/** Games of one round, in which every team plays once. */
export function gamesPerRound({ groups }: Structure): number {
  return Math.floor(groups.reduce((teams, group) => teams + group.length, 0) / 2);
}

/**
 * The pairs of a round in the order of their games. Rounds are counted on from season to season.
 *
 * Within a group the circle method makes a round robin. A team's position in the order moves by at most one from round
 * to round, so no team ever has two games at once. In groups of odd size, the two teams without an opponent play each
 * other. When a pair meets again, the other team is at home.
 */
export function pairsOf({ groups, rounds, crossRounds, seriesRounds }: Structure, round: number): Pair[] {
  const series = Math.floor(round / seriesRounds);
  const size = groups[0]?.length ?? 0;
  const circle = size % 2 === 0 ? size - 1 : size;
  const isCross = crossRounds.includes(modulo(round, rounds));
  const positions = Math.ceil(size / 2);
  const meeting = Math.floor(series / circle);
  return Array.from({ length: positions }, (_, position) => {
    const due = groups.map((group) => teamsAt(group, circle, series, position));
    const isLeftOver = due.some((teams) => teams.length === 1);
    return isLeftOver || isCross ? across(due, meeting) : due.flatMap(([a, b]) => paired(a, b, meeting));
  }).flat();
}

/**
 * The two teams of a group at a position of the circle; one team where the group has an odd size and no opponent is
 * left.
 */
function teamsAt(group: readonly Team[], circle: number, series: number, position: number): Team[] {
  const first = group[modulo(series + position, circle)];
  const second = position === 0 ? group[circle] : group[modulo(series - position, circle)];
  return [first, second].filter((team) => team !== undefined);
}

/** Pairs teams of two neighbouring groups; of four groups, every second meeting pairs others. */
function across(due: readonly Team[][], meeting: number): Pair[] {
  const shift = due.length > 2 && modulo(meeting, 2) === 1 ? 2 : 1;
  return due.flatMap((teams, group) => {
    const other = due[group ^ shift];
    return other && group < (group ^ shift) ? teams.flatMap((team, i) => paired(team, other[i], meeting)) : [];
  });
}

function paired(a: Team | undefined, b: Team | undefined, meeting: number): Pair[] {
  if (!a || !b) return [];
  const isFirstAtHome = modulo(hash([a.id, b.id].sort().join()) + meeting, 2) === 0;
  return [isFirstAtHome === a.id < b.id ? { home: a, away: b } : { home: b, away: a }];
}

/** The remainder that is never negative. */
export function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
