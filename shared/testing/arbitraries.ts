import fc from 'fast-check';
import { type Grade, grades, type Result } from '#shared/domain/grade.ts';
import type { GradableLeg, Score } from '#shared/domain/leg.ts';
import { type FlatQuote, mapFields, sidesOf } from '#shared/domain/market.ts';
import { cents, fromWhole, maxStake } from '#shared/domain/money.ts';
import { gameStatuses } from '#shared/domain/phase.ts';
import { type Sport, sportRules, sports } from '#shared/domain/sport.ts';
import { aPrice } from './examples.ts';

export const anyCents = fc.maxSafeInteger().map(cents);

/** Any valid stake. */
export const anyStake = fc.integer({ min: 1, max: maxStake }).map(fromWhole);

const anyWhole = fc.oneof(fc.integer({ min: 1, max: maxStake }), fc.integer({ min: 1, max: 2_000 }));
const asTyped: ((whole: number) => string)[] = [
  String,
  (whole) => whole.toLocaleString('en-US'),
  (whole) => ` ${whole} `,
  (whole) => `0${whole}.00`,
  (whole) => `${whole} Ching`,
  (whole) => String(whole).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit))),
];
const asRefused: ((whole: number) => string)[] = [
  (whole) => String(maxStake + whole),
  (whole) => (maxStake + whole).toLocaleString('en-US'),
  (whole) => `${whole}${'9'.repeat(30)}`,
  (whole) => `${whole}.5`,
  (whole) => `${whole},5`,
  (whole) => `-${whole}`,
  (whole) => `${whole}e3`,
];
const textOf = (...ways: ((whole: number) => string)[]) =>
  fc.tuple(anyWhole, fc.constantFrom(...ways)).map(([whole, way]) => ({ text: way(whole), whole }));

/** The text of an amount field that means a stake, with its whole Ching. */
export const stakeText = textOf(...asTyped);
/** The text of an amount field that is refused. */
export const refusedText = textOf(...asRefused).map(({ text }) => text);

/** Any valid price, often a short one. */
export const anyPrice = fc
  .tuple(fc.oneof(fc.integer({ min: 100, max: 1_000_000 }), fc.integer({ min: 100, max: 300 })), fc.boolean())
  .map(([size, plus]) => aPrice(plus ? size : -size));

/** Usual stakes and prices: a parlay of six such legs is far below the maximum payout. */
export const usualStake = fc.integer({ min: 1, max: 10_000 }).map(fromWhole);
export const usualPrice = fc
  .tuple(fc.integer({ min: 100, max: 500 }), fc.boolean())
  .map(([size, plus]) => aPrice(plus ? size : -size));
export const usualPrices = fc.array(usualPrice, { minLength: 1, maxLength: 6 });

export const anySport = fc.constantFrom(...sports);
export const sportWithSpreads = fc.constantFrom(...sports.filter((sport) => sportRules[sport].markets.length > 1));
export const anyStatus = fc.constantFrom(...gameStatuses);

/** Lines in steps of 0.5. */
export const spreadLine = fc.integer({ min: -60, max: 60 }).map((halves) => halves / 2);
export const totalLine = fc.integer({ min: 1, max: 500 }).map((halves) => halves / 2);
/** Totals that no score can equal. */
export const halfPoint = fc.integer({ min: 0, max: 250 }).map((points) => points + 0.5);

/** Final scores. Small ones are frequent, so that ties and pushes occur. */
export const anyScore: fc.Arbitrary<Score> = fc.oneof(
  fc.record({ home: fc.integer({ min: 0, max: 5 }), away: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ home: fc.integer({ min: 0, max: 150 }), away: fc.integer({ min: 0, max: 150 }) }),
);

/** A leg that the sport offers. */
export function legIn(sport: Sport): fc.Arbitrary<GradableLeg> {
  return fc.constantFrom(...sportRules[sport].markets).chain((market) =>
    fc.record({
      market: fc.constant(market),
      side: fc.constantFrom(...sidesOf(sport, market)),
      line: market === 'spread' ? spreadLine : market === 'total' ? totalLine : fc.constant(null),
    }),
  );
}

/** A leg with the result of a full game of its sport. */
export const gradable: fc.Arbitrary<{ leg: GradableLeg; result: Result }> = anySport.chain((sport) =>
  fc.record({
    leg: legIn(sport),
    result: fc.record({ sport: fc.constant(sport), score: anyScore, halfInnings: fc.constant(null) }),
  }),
);

const anyGrade: fc.Arbitrary<Grade> = fc.constantFrom(...grades);
/** A grade, or null for an open leg. */
export const gradeOrOpen = fc.option(anyGrade, { nil: null });

const numberOrNot = fc.option(fc.integer({ min: -400, max: 400 }), { nil: null });
const halvesOrNot = fc.option(
  fc.integer({ min: -80, max: 80 }).map((halves) => halves / 2),
  { nil: null },
);

/** The fields of a careless provider: missing values, prices below 100, spreads that do not mirror. */
export const anyFlatQuote: fc.Arbitrary<FlatQuote> = fc
  .record<FlatQuote>(
    mapFields(
      () => halvesOrNot,
      () => numberOrNot,
    ),
  )
  .chain((quote) =>
    fc.boolean().map((mirrored) => {
      const { spreadHome } = quote;
      return mirrored && spreadHome !== null ? { ...quote, spreadAway: -spreadHome } : quote;
    }),
  );

/** A whole minute from 2007 to 2100. */
export const anyMinute = fc
  .integer({ min: Date.UTC(2007, 0, 1) / 60_000, max: Date.UTC(2100, 0, 1) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000));
