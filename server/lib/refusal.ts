import type { RefusalBody } from '#shared/api/errors.ts';

/** An expected error: a status, a stable code and a message for people. Any other error that is thrown is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly current: RefusalBody['current'];
  /** Seconds after which a retry makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined;
  /** The name of the limit that was reached, for the log. */
  readonly limit: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { current?: RefusalBody['current']; retryAfter?: number; limit?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.current = more.current;
    this.retryAfter = more.retryAfter;
    this.limit = more.limit;
  }
}

export function unauthorized(): Refusal {
  return new Refusal(401, 'unauthorized', 'Unauthorized');
}

export function badInput(message: string): Refusal {
  return new Refusal(400, 'bad-input', message);
}

/** The league is on a machine that does not answer, or that is disabled. */
export function leagueUnreachable(): Refusal {
  const words = 'This league cannot be reached at the moment. Nothing is lost. Try again in a minute.';
  return new Refusal(503, 'league-unreachable', words, { retryAfter: 60 });
}

/** The queue is full, or another transaction has the lock. A retry may succeed soon. */
export function busy(): Refusal {
  return new Refusal(503, 'busy', 'The server is busy. Please try again.', { retryAfter: 1 });
}
