import { z } from 'zod';

/**
 * Text of a provider that may be stored and shown, of `max` UTF-16 code units at most.
 *
 * Control characters are left out, lone surrogates replaced, and what is too long is cut, so that no text loses its event.
 * Text that shows nothing is refused.
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

/** As many whole graphemes as fit; of a first one that does not fit itself, as many code points. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // Two code units past the limit hold all of the code point that decides whether a grapheme ends there.
  const end = graphemes.segment(text.slice(0, max + 2)).containing(max)?.index || max;
  return text.slice(0, end).replace(/[\ud800-\udbff]$/, ''); // half of a code point that does not fit
}

/** The id of an event that did not parse, where that at least is one by `eventId`; else null. */
export function eventIdOf(raw: unknown, eventId: z.ZodType<string>): string | null {
  const named = z.object({ id: eventId }).safeParse(raw);
  return named.success ? named.data.id : null;
}

/** Why an event did not parse, in short: its first field that is wrong, and what is wrong with it. */
export function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not an event'}`.slice(0, 200);
}
