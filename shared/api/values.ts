import { z } from 'zod';
import { type Cents, fromWire, parseStake } from '#shared/domain/money.ts';
import { isPrice, type Price } from '#shared/domain/price.ts';
import { lazily } from '#shared/lazily.ts';

/** Text a person typed: well formed, without NUL, trimmed and composed, so that it can be stored and compared. */
export function freeText(most: number) {
  return z
    .string()
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), 'contains characters that cannot be stored')
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => text.length <= most, `must be at most ${most} characters`);
}

/** Free text that may be left out: empty and missing are null. */
export function optionalText(most: number) {
  return freeText(most)
    .nullish()
    .transform((text) => text || null);
}

/** In lower case once read, as the database writes ids: what compares or keys by one sees one spelling. */
export const uuid = lazily(() => z.uuid().toLowerCase());

/** `<feed>:<event id>`. Source: design D20. */
export const gameId = lazily(() => z.string().regex(/^[a-z-]{1,20}:[\w-]{1,60}$/));

/** ISO 8601 with an offset; an instant. */
export const instant = lazily(() => z.iso.datetime({ offset: true }));

/** Instants sent to the server, within the years that make sense for a league; `missing` asks for one that was left out. */
export function instantInput(missing?: string) {
  return z.iso
    .datetime({ offset: true, error: ({ input }) => (input ? undefined : missing) })
    .transform((text) => new Date(text))
    .refine((at) => at.getUTCFullYear() >= 2000 && at.getUTCFullYear() < 2200, 'is not a usable date');
}

/** Decimal text to Cents. */
export const money = amountText('Ching, as decimal text', fromWire, 'is not an amount');

/** A stake: whole Ching as text, at least 1. Source: spec §5; hardening B7. */
export const stakeText = amountText('whole Ching, as text', parseStake, 'must be a whole number greater than 0');

function amountText(description: string, parse: (text: string) => Cents | null, wrong: string) {
  return lazily(() =>
    z
      .string()
      .describe(description)
      .transform((text, context): Cents => {
        const amount = parse(text);
        if (amount !== null) return amount;
        context.addIssue({ code: 'custom', message: wrong });
        return z.NEVER;
      }),
  );
}

/** American odds. */
export const price = lazily(() =>
  z
    .number()
    .describe('American odds')
    .refine(isPrice, 'are not American odds')
    .transform((value) => value as Price),
);

/** "-3.5" to points, in steps of 0.5. */
export const lineText = lazily(() =>
  z
    .string()
    .regex(/^[+-]?\d{1,4}(\.[05])?$/, 'is not a line')
    .describe('points in steps of 0.5, as text')
    .transform((text) => Number(text) + 0),
);
