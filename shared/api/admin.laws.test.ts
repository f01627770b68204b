import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flatQuote, type LineField, mapFields, offers, type PriceField } from '#shared/domain/market.ts';
import { sports } from '#shared/domain/sport.ts';
import { saveManualOdds } from './admin.ts';

const odds = fc.constantFrom(null, 0, -110, 150);
const line = fc.constantFrom(null, '0', '-3.5', '3.5', '+47');

const noMarket = fc.constant({});
const wholeSpread = fc.constant({ spreadHome: '-3.5', spreadHomeOdds: -110, spreadAwayOdds: 150 });
const wholeMoneyline = fc.constant({ moneylineHome: -180, moneylineAway: 155 });
const wholeTotal = fc.constant({ totalPoints: '47.5', overOdds: -110, underOdds: -110 });

/** Records whose markets are each complete or missing. */
const completeRecord = fc
  .tuple(fc.oneof(noMarket, wholeSpread), fc.oneof(noMarket, wholeMoneyline), fc.oneof(noMarket, wholeTotal))
  .map((markets) => Object.assign({ gameId: 'espn:1' }, ...markets));

type Sent = { gameId: string } & { [F in LineField]?: string | null } & { [F in PriceField]?: number | null };

/** Records with any part of any market. */
const anyRecord = fc
  .tuple(
    fc.oneof(
      noMarket,
      wholeSpread,
      fc.record({ spreadHome: line, spreadAway: line, spreadHomeOdds: odds, spreadAwayOdds: odds }),
    ),
    fc.oneof(noMarket, wholeMoneyline, fc.record({ moneylineHome: odds, moneylineAway: odds, moneylineDraw: odds })),
    fc.oneof(noMarket, wholeTotal, fc.record({ totalPoints: line, overOdds: odds, underOdds: odds })),
  )
  .map((markets): Sent => Object.assign({ gameId: 'espn:1' }, ...markets));

const parse = (record: unknown) => saveManualOdds.body.safeParse({ odds: [record] });

test('a record that is taken loses no value, and each price can be backed where the sport has the market', () => {
  fc.assert(
    fc.property(anyRecord, (record) => {
      const [taken] = parse(record).data?.odds ?? [];
      if (!taken) return;
      const { quote } = taken;
      const sent = mapFields(
        (field) => (record[field] ? Number(record[field]) : null),
        (field) => record[field] || null, // 0 means no odds
      );
      const mirrored = sent.spreadHome === null ? null : 0 - sent.spreadHome;
      expect(flatQuote(quote)).toEqual({ ...sent, spreadAway: sent.spreadAway ?? mirrored });

      const prices = mapFields(
        () => null,
        (field) => sent[field],
      );
      const offered = new Set(
        sports.flatMap((sport) => offers(sport, quote).map((offer) => `${offer.market} ${offer.side}`)),
      );
      expect(offered.size).toBe(Object.values(prices).filter((price) => price !== null).length);
    }),
    { numRuns: 1_000 },
  );
});

test('a record of whole markets is always taken, and clears when it has none', () => {
  fc.assert(
    fc.property(completeRecord, (record) => {
      const { success, data } = parse(record);
      expect(success).toBe(true);
      expect(data?.odds[0]?.quote === null).toBe(Object.keys(record).length === 1);
    }),
  );
});
