import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { lineText, price } from '#shared/api/values.ts';
import { mapFields, quoteOf } from '#shared/domain/market.ts';
import { anyFlatQuote } from '#shared/testing/arbitraries.ts';
import { wireQuote } from './present.ts';

const onTheWire = z.strictObject(
  mapFields(
    () => lineText().nullable(),
    () => price().nullable(),
  ),
);

test('a quote is the same after the wire', () => {
  fc.assert(
    fc.property(anyFlatQuote, (flat) => {
      const quote = quoteOf(flat);
      const json: unknown = JSON.parse(JSON.stringify(wireQuote(quote)));
      expect(quoteOf(onTheWire.parse(json))).toEqual(quote);
    }),
  );
});

test('the fields stand in the order of the specification', () => {
  expect(Object.keys(wireQuote(null))).toEqual([
    'spreadHome',
    'spreadAway',
    'spreadHomeOdds',
    'spreadAwayOdds',
    'moneylineHome',
    'moneylineAway',
    'moneylineDraw',
    'totalPoints',
    'overOdds',
    'underOdds',
  ]);
});
