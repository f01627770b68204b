import { FeedFailure } from './feed.ts';

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/**
 * How long a provider is waited for.
 *
 * wholeMs   from the call to the last byte.
 * silentMs  for the first byte, and from each to the next: one that hangs is asked again while a slow one goes on.
 */
export type Patience = { wholeMs: number; silentMs: number };

/** By hardening E1, and so that a provider that hung is asked anew within five seconds of its return. */
export const usualPatience: Patience = { wholeMs: 8_000, silentMs: 3_500 };

const maxBytes = 8 * 1024 * 1024; // hardening E1; the largest recorded answer has 2 MB

/**
 * A provider's answer, parsed as JSON.
 *
 * stop   ends the call at once with its own reason.
 * Throws `FeedFailure` with a short reason, which never holds any of the body: slower than our patience, redirected, not
 * 200, not JSON by its type or in fact, broken off, or larger than 8 MB. With 429 and 503 it carries the provider's
 * Retry-After.
 */
export async function fetchJson(
  fetch: Fetch,
  url: URL,
  { wholeMs, silentMs }: Patience,
  stop?: AbortSignal,
): Promise<unknown> {
  stop?.throwIfAborted();
  const call = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    call.signal.addEventListener('abort', () => reject(call.signal.reason));
  });
  const late = () => call.abort(new FeedFailure('no answer in time'));
  const timers = [setTimeout(late, wholeMs), setTimeout(late, silentMs)];
  const stopped = () => call.abort(stop?.reason);
  stop?.addEventListener('abort', stopped);
  try {
    // A race, because the call itself may not notice the abort: see `readText`.
    return await Promise.race([ended, askFor(fetch, url, call.signal, () => timers[1]?.refresh())]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    stop?.removeEventListener('abort', stopped);
  }
}

async function askFor(fetch: Fetch, url: URL, signal: AbortSignal, onBytes: () => void): Promise<unknown> {
  const response = await reached(
    fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json', 'user-agent': 'Ching' } }),
  );
  onBytes();
  const type = response.headers.get('content-type') ?? '';
  const refusal =
    response.status !== 200
      ? `answered ${response.status}`
      : /^application\/json\b/i.test(type)
        ? null
        : 'answered no JSON';
  if (refusal) {
    await response.body?.cancel().catch(() => undefined); // what it would have said is of no interest, nor how it ends
    throw new FeedFailure(refusal, { retryAfterMs: retryAfterMs(response) });
  }
  const text = await reached(readText(response, signal, onBytes));
  try {
    return JSON.parse(text);
  } catch {
    throw new FeedFailure('answered broken JSON'); // the cause quotes the body
  }
}

/** Retry-After in either of its forms; a date is taken against the provider's own clock, which the answer tells. */
function retryAfterMs({ status, headers }: Response): number | null {
  const wish = headers.get('retry-after');
  if (wish === null || (status !== 429 && status !== 503)) return null;
  if (/^\d{1,9}$/.test(wish)) return Number(wish) * 1_000;
  const waitMs = Date.parse(wish) - Date.parse(headers.get('date') ?? '');
  return waitMs > 0 ? waitMs : null; // no dates, or a date that is over, say nothing
}

/**
 * The whole body as text. It is cancelled when `signal` aborts: Node's fetch refers only weakly to its own signal once the
 * headers have come, so that an abort gets lost when garbage is collected meanwhile.
 */
async function readText(response: Response, signal: AbortSignal, onBytes: () => void): Promise<string> {
  const reader = response.body?.getReader();
  const cancel = () => void reader?.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      onBytes();
      bytes += read.value.byteLength;
      if (bytes > maxBytes) throw new FeedFailure('answered more than 8 MB');
      text += decoder.decode(read.value, { stream: true });
    }
    return text + decoder.decode();
  } finally {
    cancel(); // the rest of a body that is of no use; one that has ended does not mind
  }
}

async function reached<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (cause) {
    if (cause instanceof FeedFailure) throw cause;
    throw new FeedFailure('not reachable, or broken off', { cause });
  }
}
