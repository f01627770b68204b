import { CallError } from './call.ts';

/** Whether the token of a mailed link is not valid: its page says so by itself. */
export function isBadLink(error: unknown): boolean {
  return error instanceof CallError && error.refusal?.code === 'bad-link';
}
