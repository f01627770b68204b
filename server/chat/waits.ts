import { type ChatFailure, mostChatFailures } from '#shared/domain/chat.ts';

/** The wait after each failed try in a row. Chosen: two days until the last, longer than an outage of a service. */
const waitsSeconds = [30, 120, 600, 3_600, 3 * 3_600, 6 * 3_600, 12 * 3_600, 12 * 3_600, 12 * 3_600];

/** The wait after a failure, given the failures before it; null if it is the last one. */
export function waitAfter(failure: ChatFailure, before: number): number | null {
  if (failure === 'gone' || before + 1 >= mostChatFailures) return null;
  return waitsSeconds[before] ?? null;
}
