import { z } from 'zod';
import type { RawEvents } from '../games/feed-answer.ts';

/**
 * Parses text of a provider that is stored and shown, of at most `max` UTF-16 code units.
 *
 * Control characters are removed, lone surrogates replaced and long text cut, so that no event is lost by its text.
 * Text without a visible character is refused.
 */
export function feedText(max: number) {
  return z
    .string()
    .transform((value) =>
      cut(
        value
          .toWellFormed()
          .replace(/\p{Cc}/gu, '')
          .trim(),
        max,
      ).trim(),
    )
    .pipe(z.string().min(1));
}

const graphemes = new Intl.Segmenter();

/** As many whole graphemes as fit; if the first grapheme alone is too long, as many of its code points as fit. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // Two more code units contain the whole code point that decides whether a grapheme ends at the limit.
  const end = graphemes.segment(text.slice(0, max + 2)).containing(max)?.index || max;
  return text.slice(0, end).replace(/[\ud800-\udbff]$/, ''); // the first half of a code point whose second half was cut
}

/** The id of an event that did not parse; null if `eventId` refuses the id as well. */
export function readEventId(raw: unknown, eventId: z.ZodType<string>): string | null {
  const named = z.object({ id: eventId }).safeParse(raw);
  return named.success ? named.data.id : null;
}

/** The events of an answer with a readable id, as they came. */
export function rawEventsOf(raws: readonly unknown[], eventId: z.ZodType<string>): RawEvents {
  return mergedRawEvents(
    raws.map((raw) => {
      const id = readEventId(raw, eventId);
      return new Map(id === null ? [] : [[id, [raw]]]);
    }),
  );
}

/** The events of several answers. */
export function mergedRawEvents(each: readonly RawEvents[]): RawEvents {
  const all = new Map<string, unknown[]>();
  for (const [id, raws] of each.flatMap((events) => [...events])) all.set(id, [...(all.get(id) ?? []), ...raws]);
  return all;
}

/** Why an event did not parse: its first wrong field and what is wrong with it, in at most 200 characters. */
export function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not an event'}`.slice(0, 200);
}
