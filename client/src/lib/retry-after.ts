import { CallError } from './call.ts';

const mostRetries = 2;
/** Chosen: a person waits this long for a list before the refusal tells more. */
const longestWaitMs = 10_000;

/**
 * Options of a query for a list that may be long. A user may have five long responses at once; the sixth is refused
 * with 429 and a Retry-After of a few seconds. The query then waits as long and asks again, twice at most.
 */
export const retryAfterTooMany = {
  retry: (failures: number, error: Error) => failures < mostRetries && waitMsOf(error) !== null,
  retryDelay: (_failures: number, error: Error) => waitMsOf(error) ?? 0,
};

/** The wait that a 429 asks for; null for other errors, and for a wait that is too long. */
function waitMsOf(error: Error): number | null {
  const waitMs = error instanceof CallError && error.status === 429 ? error.retryAfterMs : null;
  return waitMs !== null && waitMs <= longestWaitMs ? waitMs : null;
}
