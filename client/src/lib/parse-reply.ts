import { z } from 'zod';

/** Chosen: a phone validates this many elements within one slice. */
const shortList = 200;
/** Chosen: how long one slice may block the main thread, in milliseconds. */
const sliceMs = 12;

/**
 * Parses the text of a reply with its schema.
 *
 * A long list is validated in slices, so that the page can paint in between: it may have thousands of elements.
 * Rejects with the errors of JSON.parse and the schema, and with the reason of `signal` once it is aborted.
 */
export async function parseReply(schema: z.ZodType, text: string, signal: AbortSignal | null = null): Promise<unknown> {
  const json: unknown = JSON.parse(text);
  if (!(schema instanceof z.ZodArray) || !Array.isArray(json) || json.length <= shortList) return z.parse(schema, json);
  const list: unknown[] = [];
  let sliceEnd = performance.now() + sliceMs;
  for (const element of json) {
    list.push(z.parse(schema.element, element));
    if (performance.now() < sliceEnd) continue;
    await new Promise((resume) => setTimeout(resume));
    signal?.throwIfAborted();
    sliceEnd = performance.now() + sliceMs;
  }
  return list;
}
