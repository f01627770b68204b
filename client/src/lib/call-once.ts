import { v4 } from 'uuid';
import { z } from 'zod';
import type { Endpoint, ReplyOutput } from '#shared/api/endpoint.ts';
import { lazily } from '#shared/lazily.ts';
import { CallError, type CallOptions, call } from './call.ts';
import { forgetStored, readStored, store } from './storage.ts';

const storageKey = 'ching.unanswered';
const unanswered = lazily(() => z.record(z.string(), z.string()));

/**
 * What the endpoint answers, done at most once however often it is sent: `act` names what is done, under one Idempotency-Key.
 *
 * The key is kept, also across reloads, until the server has answered: the same act sent again after silence, or after a
 * 5xx that leaves open what happened, carries the same key. With the same contents it gets the first one's answer; with
 * others (the player accepted new odds meanwhile) it is done if the first was not, else refused with 422, never done
 * twice. Source: design D8.
 */
export async function callOnce<E extends Endpoint>(
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
    if (error instanceof CallError && settles(error.status, isRepeat)) forget(act);
    throw error;
  }
}

/**
 * Whether a refusal leaves no doubt that the act was not done, or has been answered for.
 *
 * Of a repeat only the answers count that the server gives after it has looked at the key: a 401 or 429 on the way there
 * says nothing about the first time.
 */
function settles(status: number, isRepeat: boolean): boolean {
  return isRepeat ? status === 409 || status === 422 : status < 500;
}

/** The acts that were sent and not answered so far. */
export function unansweredActs(): string[] {
  return Object.keys(stored());
}

/** Drops every key that no answer came for: what it was for has been given up, and may be sent anew. */
export function forgetUnanswered(): void {
  forgetStored(storageKey);
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
