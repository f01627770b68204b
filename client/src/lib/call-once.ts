import { v4 } from 'uuid';
import { z } from 'zod';
import type { Endpoint, ReplyOutput } from '#shared/api/endpoint.ts';
import { CallError, type CallOptions, call } from './call.ts';

const storageKey = 'ching.unanswered';
const unanswered = z.record(z.string(), z.string());

/**
 * What the endpoint answers, done at most once however often it is sent: one Idempotency-Key per contents.
 *
 * The key is kept, also across reloads, until the server has answered: the same contents sent again after silence, or
 * after a 5xx that leaves open what happened, carry the same key and get the first one's answer. Source: design D8.
 */
export async function callOnce<E extends Endpoint>(endpoint: E, ...[options]: CallOptions<E>): Promise<ReplyOutput<E>> {
  const contents = JSON.stringify([endpoint.method, endpoint.path, options?.params, options?.body]);
  const key = keyFor(contents);
  const keyed = [{ ...options, headers: { ...options?.headers, 'idempotency-key': key } }] as CallOptions<E>;
  try {
    const reply = await call(endpoint, ...keyed);
    forget(contents);
    return reply;
  } catch (error) {
    if (error instanceof CallError && error.status < 500) forget(contents);
    throw error;
  }
}

/** Drops every key that no answer came for: what it was for has been given up, and may be sent anew. */
export function forgetUnanswered(): void {
  localStorage.removeItem(storageKey);
}

function keyFor(contents: string): string {
  const keys = stored();
  const key = keys[contents] ?? v4();
  localStorage.setItem(storageKey, JSON.stringify({ ...keys, [contents]: key }));
  return key;
}

function forget(contents: string): void {
  const { [contents]: _, ...others } = stored();
  localStorage.setItem(storageKey, JSON.stringify(others));
}

function stored(): Record<string, string> {
  try {
    return unanswered.parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'));
  } catch {
    return {};
  }
}
