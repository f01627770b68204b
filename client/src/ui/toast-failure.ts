import { isReportedElsewhere, NoAnswerError, wordsOf } from '#client/lib/call.ts';
import { toastProblem } from './toast-store.ts';

/**
 * Reports a failed call with the server's message, else `fallback`, also when there was no reply.
 *
 * Shows nothing when nobody or another account is signed in: app/providers.tsx reports both. Source:
 * docs/screens.md#notifications.
 */
export function toastFailure(error: unknown, fallback: string, title = 'Error'): void {
  toastFixedFailure(error, wordsOf(error, fallback), title);
}

/**
 * Reports a failed call with fixed words, whatever the server's message is. Source: docs/screens.md#notifications.
 *
 * Shows nothing where `toastFailure` shows nothing.
 */
export function toastFixedFailure(error: unknown, words: string, title = 'Error'): void {
  if (!isReportedElsewhere(error)) toastProblem({ title, message: words });
}

type FailureWords = {
  /** Default: 'Error'. */
  title?: string;
  /** The words for a call without an answer: they say what is not known. */
  unknown: string;
} & ({ /** The words when the server has none. */ fallback: string } | { /** The words in any case. */ fixed: string });

/**
 * Reports a failed call that changes something. Returns whether no answer came: the server may have executed it.
 * Source: docs/screens.md#notifications.
 */
export function toastFailed(error: unknown, words: FailureWords): boolean {
  const isUnknown = error instanceof NoAnswerError;
  if (isUnknown) toastProblem({ title: 'No Answer', message: words.unknown });
  else if ('fixed' in words) toastFixedFailure(error, words.fixed, words.title);
  else toastFailure(error, words.fallback, words.title);
  return isUnknown;
}
