import { retryAfterMs } from '../lib/retry-after.ts';
import { FeedFailure } from './feed.ts';

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/**
 * The timeouts of a call.
 *
 * wholeMs   from the call to the last byte.
 * silentMs  to the first byte, and from each chunk to the next: a call that hangs fails early while a slow one goes on.
 */
export type Timeouts = { wholeMs: number; silentMs: number };

/** A provider that hung is asked again within five seconds of its recovery. Source: `docs/security.md#feeds`. */
export const usualTimeouts: Timeouts = { wholeMs: 8_000, silentMs: 3_500 };

/** The largest recorded answer has 2 MB. Source: `docs/security.md#feeds`. */
const maxBytes = 8 * 1024 * 1024;

/**
 * Fetches a provider's answer and parses it as JSON.
 *
 * stop   aborts the call at once; the call throws the signal's reason.
 *
 * Throws `FeedFailure` if the answer is too slow, redirected, not 200, no JSON by type or in fact, broken off, or
 * larger than 8 MB. Its message is short and never contains any of the body. With 429 and 503 it has the provider's
 * Retry-After.
 */
export async function fetchJson(
  fetch: Fetch,
  url: URL,
  { wholeMs, silentMs }: Timeouts,
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
    // A race, because the call itself may miss the abort: see `readText`.
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
    await response.body?.cancel().catch(() => undefined); // the body is not needed; it may have broken off
    const { status, headers } = response;
    const mayAskForTime = status === 429 || status === 503;
    const waitMs = mayAskForTime ? retryAfterMs(headers.get('retry-after'), headers.get('date')) : null;
    throw new FeedFailure(refusal, { retryAfterMs: waitMs });
  }
  const text = await reached(readText(response, signal, onBytes));
  try {
    return JSON.parse(text);
  } catch {
    throw new FeedFailure('answered broken JSON'); // without its cause, which quotes the body
  }
}

/**
 * The whole body as text. Cancels the body itself when `signal` aborts: once the headers have arrived, Node's fetch
 * refers to its signal only weakly, so a garbage collection can lose the abort.
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
    cancel(); // drops the rest after an error; does nothing to a body that has ended
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
