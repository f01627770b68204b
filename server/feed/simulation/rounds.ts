import { hash } from './chance.ts';
import type { Team } from './teams/team.ts';

/** How a league is divided, and how its teams meet. */
export type Structure = {
  /** Conferences or leagues of equal size; a single one where all are together. */
  groups: readonly (readonly Team[])[];
  /** Rounds of one season. */
  rounds: number;
  /** Of the season's rounds (from 0), those in which conferences of even size play each other. */
  crossRounds: readonly number[];
  /** Rounds in a row with the same pairs: a series. */
  seriesRounds: number;
};

export type Pair = { home: Team; away: Team };

/** Games of one round: every team once. */
export function gamesPerRound({ groups }: Structure): number {
  return Math.floor(groups.reduce((teams, group) => teams + group.length, 0) / 2);
}

/**
 * The pairs of a round, in the order in which they play.
 *
 * Rounds are counted on without end. Within a group it is the circle of a round robin: from one round to the next a
 * team's place in the order moves by one at most, so that nobody is ever due twice at a time. In groups of odd size the
 * team that the circle leaves over plays that of the other group. Where a pair meets again, the other one is at home.
 */
export function pairsOf({ groups, rounds, crossRounds, seriesRounds }: Structure, round: number): Pair[] {
  const series = Math.floor(round / seriesRounds);
  const size = groups[0]?.length ?? 0;
  const circle = size % 2 === 0 ? size - 1 : size;
  const isCross = crossRounds.includes(modulo(round, rounds));
  const places = Math.ceil(size / 2);
  const meeting = Math.floor(series / circle);
  return Array.from({ length: places }, (_, place) => {
    const due = groups.map((group) => teamsAt(group, circle, series, place));
    const isLeftOver = due.some((teams) => teams.length === 1);
    return isLeftOver || isCross ? across(due, meeting) : due.flatMap(([a, b]) => paired(a, b, meeting));
  }).flat();
}

/** The two teams of a group that the circle brings to a place; one where the group's size is odd and nobody is left. */
function teamsAt(group: readonly Team[], circle: number, series: number, place: number): Team[] {
  const first = group[modulo(series + place, circle)];
  const second = place === 0 ? group[circle] : group[modulo(series - place, circle)];
  return [first, second].filter((team) => team !== undefined);
}

/** Pairs teams of neighbouring groups, and of others when they meet the next time. */
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
