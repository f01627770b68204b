import { z } from 'zod';

/** From this length on a list is read in slices: a phone would stand still for too long over the whole. Ours. */
const longLength = 300_000;
/** How long a slice may take, within what a person does not notice. Ours. */
const sliceMs = 12;

/** The last elements of each long list, by their text: what did not change since is not read anew, and stays the same object. */
const known = new WeakMap<z.ZodType, Map<string, unknown>>();

/**
 * What a reply's text says, by its schema.
 *
 * A long list is read element by element, and the page gets its turn in between: a history may hold thousands of bets.
 * Rejects as the schema and JSON do, and with the signal's reason once that is aborted.
 */
export async function parseReply(schema: z.ZodType, text: string, signal: AbortSignal | null = null): Promise<unknown> {
  if (text.length < longLength || !(schema instanceof z.ZodArray)) return z.parse(schema, JSON.parse(text));
  const before = known.get(schema);
  const now = new Map<string, unknown>();
  const list: unknown[] = [];
  let until = performance.now() + sliceMs;
  for (const element of elementsOf(text)) {
    const value = before?.get(element) ?? now.get(element) ?? z.parse(schema.element, JSON.parse(element));
    now.set(element, value);
    list.push(value);
    if (performance.now() < until) continue;
    await new Promise((turn) => setTimeout(turn));
    signal?.throwIfAborted();
    until = performance.now() + sliceMs;
  }
  known.set(schema, now);
  return list;
}

/** The texts of the elements of a JSON list, one after the other; throws as JSON.parse does where it is none. */
export function* elementsOf(text: string): Generator<string> {
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
        break;
      case '[':
      case '{':
        depth += 1;
        if (depth === 1) start = at + 1;
        break;
      case ']':
      case '}':
        depth -= 1;
        if (depth === 0 && text.slice(start, at).trim() !== '') yield text.slice(start, at);
        break;
      case ',':
        if (depth !== 1) break;
        yield text.slice(start, at);
        start = at + 1;
        break;
    }
  }
  if (depth !== 0) JSON.parse(text);
}

/** Where a string that begins at `from` ends; beyond the text when it does not. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote;
    at = quote;
  }
  return text.length;
}
