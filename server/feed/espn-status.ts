import type { GameStatus } from '#shared/domain/phase.ts';

/** The fields of ESPN's status that are read. Source: `docs/feeds.md#statuses`. */
export type EspnStatusType = { name: string; state: 'pre' | 'in' | 'post'; completed: boolean };

export type StatusReading = {
  status: GameStatus;
  /** Completed, with a name that is known to mean a finished and played game. */
  settleable: boolean;
  /** False for an unknown name: the game is classified all the same, and the name is reported. */
  known: boolean;
};

/**
 * Names of finished and played games. `STATUS_FINAL_OVERTIME` is in no recording; it is listed in case ESPN sends it.
 * Source: `docs/feeds.md#statuses`.
 */
const finished = new Set([
  'STATUS_FINAL',
  'STATUS_FULL_TIME',
  'STATUS_FINAL_AET',
  'STATUS_FINAL_PEN',
  'STATUS_FINAL_OVERTIME',
]);

/** Names of games that are not under way and have no result, even where `completed` is true. */
const calledOff = new Map<string, GameStatus>([
  ['STATUS_POSTPONED', 'postponed'],
  ['STATUS_CANCELED', 'canceled'],
  ['STATUS_FORFEIT', 'canceled'],
  ['STATUS_ABANDONED', 'canceled'],
  ['STATUS_SUSPENDED', 'suspended'],
  // Used in other sports only: such a game waits for an admin.
  ['STATUS_RETIRED', 'suspended'],
  ['STATUS_WALKOVER', 'suspended'],
  ['STATUS_UNCONTESTED', 'suspended'],
]);

const delays = ['STATUS_DELAYED', 'STATUS_RAIN_DELAY'];

const underWay = new Set([
  'STATUS_IN_PROGRESS',
  'STATUS_END_PERIOD',
  'STATUS_HALFTIME',
  'STATUS_FIRST_HALF',
  'STATUS_SECOND_HALF',
  'STATUS_END_OF_REGULATION',
  'STATUS_OVERTIME',
  'STATUS_HALFTIME_ET',
  'STATUS_END_OF_EXTRATIME',
  'STATUS_SHOOTOUT',
  ...delays,
]);

/** Whether the game is delayed, before its first play or within it. */
export function isDelay({ name, state }: EspnStatusType): boolean {
  return state === 'in' && delays.includes(name);
}

/**
 * Translates ESPN's status.
 *
 * `state` and `completed` decide; the name only distinguishes games that were called off from games that were played. A
 * game in state `post` without `completed` is suspended. A completed game with an unknown name is final but never
 * settleable.
 *
 * Sources: `docs/feeds.md#statuses`, `docs/house-rules.md#results`.
 */
export function readStatus({ name, state, completed }: EspnStatusType): StatusReading {
  const known = name === 'STATUS_SCHEDULED' || underWay.has(name) || finished.has(name) || calledOff.has(name);
  if (state === 'in') return { status: 'live', settleable: false, known };
  const off = calledOff.get(name);
  if (off) return { status: off, settleable: false, known };
  if (state === 'pre') return { status: 'scheduled', settleable: false, known };
  if (!completed) return { status: 'suspended', settleable: false, known };
  return { status: 'final', settleable: finished.has(name), known };
}
