import { v4 } from 'uuid';
import { z } from 'zod';
import type { Endpoint, ReplyOutput } from '#shared/api/endpoint.ts';
import { lazy } from '#shared/lazy.ts';
import { personal } from './account.ts';
import { CallError, type CallOptions, call, isOtherAccount } from './call.ts';
import { readStored, removeStored, store } from './storage.ts';

const storageKey = personal.unanswered;
const unanswered = lazy(() => z.record(z.string(), z.string()));

/**
 * What the endpoint answers, done at most once however often it is sent: `act` names what is done, under one Idempotency-Key.
 *
 * The key is kept, also across reloads, until the server has answered: the same act sent again after silence, or after a
 * 5xx that leaves open what happened, carries the same key. With the same contents it gets the first one's answer. With
 * other contents (the player accepted new odds meanwhile) the server refuses it with 422, and says whether the first was
 * placed or refused.
 */
export async function idempotentCall<E extends Endpoint>(
  act: string,
  endpoint: E,
  ...[options]: CallOptions<E>
): Promise<ReplyOutput<E>> {
  const isRepeat = act in stored();
  const keyed = [{ ...options, headers: { ...options?.headers, 'idempotency-key': keyFor(act) } }] as CallOptions<E>;
  try {
    const reply = await call(endpoint, ...keyed);
    forget(act);
    return reply;
  } catch (error) {
    if (error instanceof CallError && settles(error, isRepeat)) forget(act);
    throw error;
  }
}

/**
 * Whether a refusal settles what became of the act, so that the next try is a new act with a new key.
 *
 * After a first try every refusal below 500 does: the act was not done. Of a repeat only 409 and 422 do, which the server
 * gives after it has looked at the key; any other refusal says nothing about the first try, nor does the 409 for a page of
 * another account.
 */
function settles(error: CallError, isRepeat: boolean): boolean {
  if (!isRepeat) return error.status < 500;
  return (error.status === 409 || error.status === 422) && !isOtherAccount(error);
}

/** The acts that were sent and not answered so far. */
export function unansweredCalls(): string[] {
  return Object.keys(stored());
}

/** Drops every key that no answer came for: what it was for has been given up, and may be sent anew. */
export function removeUnanswered(): void {
  removeStored(storageKey);
}

function keyFor(act: string): string {
  const keys = stored();
  const key = keys[act] ?? v4();
  store(storageKey, JSON.stringify({ ...keys, [act]: key }));
  return key;
}

function forget(act: string): void {
  const { [act]: _, ...others } = stored();
  store(storageKey, JSON.stringify(others));
}

function stored(): Record<string, string> {
  try {
    return unanswered().parse(JSON.parse(readStored(storageKey) ?? '{}'));
  } catch {
    return {};
  }
}
