import type { GameStatus } from '#shared/domain/phase.ts';

/** The part of ESPN's status that says what it means. Source: feeds A.5. */
export type EspnStatusType = { name: string; state: 'pre' | 'in' | 'post'; completed: boolean };

export type StatusReading = {
  status: GameStatus;
  /** Completed, and by a word that is known to mean a finished and played game. */
  settleable: boolean;
  /** False for a word never met: classified all the same, and reported. */
  known: boolean;
};

/** Finished and played. There is no overtime word in any recording; it is here should one appear (hardening D8). */
const finished = new Set([
  'STATUS_FINAL',
  'STATUS_FULL_TIME',
  'STATUS_FINAL_AET',
  'STATUS_FINAL_PEN',
  'STATUS_FINAL_OVERTIME',
]);

/** Words whose game is not under way and has no result, whatever `completed` says. */
const calledOff = new Map<string, GameStatus>([
  ['STATUS_POSTPONED', 'postponed'],
  ['STATUS_CANCELED', 'canceled'],
  ['STATUS_FORFEIT', 'canceled'],
  ['STATUS_ABANDONED', 'canceled'],
  ['STATUS_SUSPENDED', 'suspended'],
  // Seen in other sports only: held for the admin.
  ['STATUS_RETIRED', 'suspended'],
  ['STATUS_WALKOVER', 'suspended'],
  ['STATUS_UNCONTESTED', 'suspended'],
]);

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
  'STATUS_DELAYED',
  'STATUS_RAIN_DELAY',
]);

/**
 * What ESPN's status means in our words.
 *
 * `state` and `completed` decide; the name only tells what was called off from what was played. After the end without
 * `completed` a game is held as suspended, and completed by an unknown word it is final but never settleable.
 * Source: feeds A.5; house rules.
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
