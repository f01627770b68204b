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
 * Throws `FeedFailure` with a short reason, which never holds any of the body: slower than our patience, redirected, not
 * 200, not JSON by its type or in fact, broken off, or larger than 8 MB. With 429 and 503 it carries the provider's
 * Retry-After.
 */
export async function fetchJson(fetch: Fetch, url: URL, { wholeMs, silentMs }: Patience): Promise<unknown> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silentMs);
  try {
    return await askFor(fetch, url, AbortSignal.any([AbortSignal.timeout(wholeMs), silence.signal]), () =>
      timer.refresh(),
    );
  } finally {
    clearTimeout(timer);
  }
}

async function askFor(fetch: Fetch, url: URL, signal: AbortSignal, onBytes: () => void): Promise<unknown> {
  const response = await reached(
    signal,
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
  const text = await reached(signal, readText(response, onBytes));
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

async function readText(response: Response, onBytes: () => void): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    onBytes();
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new FeedFailure('answered more than 8 MB');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

async function reached<T>(signal: AbortSignal, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (cause) {
    if (cause instanceof FeedFailure) throw cause;
    if (signal.aborted) throw new FeedFailure('no answer in time', { cause });
    throw new FeedFailure('not reachable, or broken off', { cause });
  }
}
