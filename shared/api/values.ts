import { z } from 'zod';
import { cleanText } from '#shared/domain/free-text.ts';
import { type Cents, fromWire, parseStake } from '#shared/domain/money.ts';
import { isPrice, type Price } from '#shared/domain/price.ts';
import { lazy } from '#shared/lazy.ts';

/**
 * Text of at most `most` UTF-16 units. A longer text is refused before any pattern, normalisation or transform reads
 * it, so that the cost of refusing does not grow with its length. (zod's `max` reads the whole text to count code
 * points.)
 */
export function shortText(most: number, { wrong = `must be at most ${most} characters`, error }: ShortTextWords = {}) {
  return z.string({ error }).refine((text) => text.length <= most, { abort: true, error: wrong });
}

type ShortTextWords = {
  /** The message for a text that is too long. */
  wrong?: string;
  /** The message for a value that is not a text; undefined for zod's own message. */
  error?: (issue: { input?: unknown }) => string | undefined;
};

/** Text that a person typed, cleaned by `cleanText`. */
export function freeText(most: number, lines: 'one' | 'many' = 'one') {
  return z.string().transform((typed, context): string => {
    const cleaned = cleanText(typed, { most, lines });
    if ('text' in cleaned) return cleaned.text;
    context.addIssue({ code: 'custom', message: cleaned.wrong });
    return z.NEVER;
  });
}

/** Free text that is optional. Empty and missing become null. */
export function optionalText(most: number, lines: 'one' | 'many' = 'one') {
  return freeText(most, lines)
    .nullish()
    .transform((text) => text || null);
}

/** A UUID, parsed to lower case like the database's ids, so that comparisons and cache keys see one spelling. */
export const uuid = lazy(() => shortText(36).check(z.uuid()).toLowerCase());

/** `<feed>:<event id>`. Source: docs/decisions/ids.md. */
export const gameId = lazy(() => shortText(81).regex(/^[a-z-]{1,20}:[\w-]{1,60}$/));

/** An instant: ISO 8601 with an offset. */
export const instant = lazy(() => z.iso.datetime({ offset: true }));

/** An instant in a request, from 2000 to 2199. `missing` is the message for a value that was left out. */
export function instantInput(missing?: string) {
  const error = ({ input }: { input?: unknown }) => (input ? undefined : missing);
  return shortText(40, { error })
    .check(z.iso.datetime({ offset: true, error }))
    .transform((text) => new Date(text))
    .refine((at) => at.getUTCFullYear() >= 2000 && at.getUTCFullYear() < 2200, 'is not a usable date');
}

/** Decimal text, parsed to Cents. */
export const money = amountText('Ching, as decimal text', fromWire, 'is not an amount');

/** A stake: whole Ching as text, at least 1. Source: docs/decisions/money-in-hundredths.md; docs/security.md#input. */
export const stakeText = amountText('whole Ching, as text', parseStake, 'must be a whole number greater than 0');

function amountText(description: string, parse: (text: string) => Cents | null, wrong: string) {
  return lazy(() =>
    shortText(40)
      .describe(description)
      .transform((text, context): Cents => {
        const amount = parse(text);
        if (amount !== null) return amount;
        context.addIssue({ code: 'custom', message: wrong });
        return z.NEVER;
      }),
  );
}

/** The message about a number that is no price: 'Over Odds must be …'. */
export const notOdds = 'must be American odds: a whole number, 100 or more or -100 or less';

/** American odds. */
export const price = lazy(() =>
  z
    .number()
    .describe('American odds')
    .refine(isPrice, notOdds)
    .transform((value) => value as Price),
);

const notLine = 'must be a number in steps of 0.5';

/** A line such as "-3.5", parsed to points in steps of 0.5. */
export const lineText = lazy(() =>
  shortText(8, { wrong: notLine })
    .regex(/^[+-]?\d{1,4}(\.[05])?$/, notLine)
    .describe('points in steps of 0.5, as text')
    .transform((text) => Number(text) + 0),
);
