import { v4 } from 'uuid';
import { z } from 'zod';
import type { Endpoint, ReplyOutput } from '#shared/api/endpoint.ts';
import { lazy } from '#shared/lazy.ts';
import { personalKeys } from './account.ts';
import { CallError, type CallOptions, call, isOtherAccount } from './call.ts';
import { readStored, removeStored, store } from './storage.ts';

const storageKey = personalKeys.unanswered;
const unanswered = lazy(() => z.record(z.string(), z.string()));

/**
 * Calls the endpoint with an Idempotency-Key, so that the server executes the action at most once. `action` identifies
 * it.
 *
 * The key stays in the browser's storage until the server has answered, also across reloads. A retry after no answer,
 * or after a 5xx that leaves the outcome open, sends the same key. With the same body the retry gets the answer of the
 * first request. With another body (the player has accepted new odds) the server refuses it with 422, and says whether
 * the first request was placed or refused. Source: docs/decisions/idempotency-keys.md.
 */
export async function idempotentCall<E extends Endpoint>(
  action: string,
  endpoint: E,
  ...[options]: CallOptions<E>
): Promise<ReplyOutput<E>> {
  const isRetry = action in storedKeys();
  const keyed = [{ ...options, headers: { ...options?.headers, 'idempotency-key': keyOf(action) } }] as CallOptions<E>;
  try {
    const reply = await call(endpoint, ...keyed);
    removeKey(action);
    return reply;
  } catch (error) {
    if (error instanceof CallError && settles(error, isRetry)) removeKey(action);
    throw error;
  }
}

/**
 * Whether a refusal settles the outcome of the action, so that the next call is a new action with a new key.
 *
 * A refusal of the first request below 500 settles it: nothing was done. A refusal of a retry settles it only with 409
 * or 422, which the server sends after it has checked the key. Any other refusal says nothing about the first request,
 * and neither does the 409 for a page of another account.
 */
function settles(error: CallError, isRetry: boolean): boolean {
  if (!isRetry) return error.status < 500;
  return (error.status === 409 || error.status === 422) && !isOtherAccount(error);
}

/** The actions that have been sent and have no answer yet. */
export function unansweredCalls(): string[] {
  return Object.keys(storedKeys());
}

/** Removes all keys. The actions count as given up; sending one again is a new action. */
export function removeUnanswered(): void {
  removeStored(storageKey);
}

/** The key of an action; creates and stores one for a new action. */
function keyOf(action: string): string {
  const keys = storedKeys();
  const key = keys[action] ?? v4();
  store(storageKey, JSON.stringify({ ...keys, [action]: key }));
  return key;
}

function removeKey(action: string): void {
  const { [action]: _, ...others } = storedKeys();
  store(storageKey, JSON.stringify(others));
}

function storedKeys(): Record<string, string> {
  try {
    return unanswered().parse(JSON.parse(readStored(storageKey) ?? '{}'));
  } catch {
    return {};
  }
}
