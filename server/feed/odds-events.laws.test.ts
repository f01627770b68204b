import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offers } from '#shared/domain/market.ts';
import { oddsExample } from './examples/odds-api/example.ts';
import { FeedFailure } from './feed.ts';
import { quoteOf, readOddsEvents } from './odds-events.ts';

/**
 * Follows steps (indexes modulo the number of keys) into a value, and replaces the value at their end; undefined
 * removes it.
 */
function damage(value: unknown, steps: readonly number[], other: unknown): void {
  let parent = value;
  for (const [depth, step] of steps.entries()) {
    if (typeof parent !== 'object' || parent === null) return;
    const keys = Object.keys(parent);
    const key = keys[step % keys.length];
    if (key === undefined) return;
    const child: unknown = Reflect.get(parent, key);
    if (depth === steps.length - 1 || typeof child !== 'object' || child === null) {
      if (other === undefined) Reflect.deleteProperty(parent, key);
      else Reflect.set(parent, key, other);
      return;
    }
    parent = child;
  }
}

const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(undefined, null, '', 'OFF', 'EVEN', 1.91, 0, -0, 99, -100, 2.25, 1e300, Number.NaN, [], {}),
);

/** Expects that every offered market is complete and every price is valid. */
function expectSound({ events }: ReturnType<typeof readOddsEvents>): void {
  for (const event of events) {
    for (const sport of ['NFL', 'Soccer'] as const) {
      const quote = quoteOf(event, sport);
      const offered = offers(sport, quote);
      if (quote && sport === 'NFL') expect([2, 4, 6]).toContain(offered.length);
      if (quote?.moneyline?.draw) expect([sport, offered.length]).toEqual(['Soccer', 3]);
      expect(offered.every(({ price }) => Number.isInteger(price) && Math.abs(price) >= 100)).toBe(true);
    }
  }
}

test('a damaged event never throws and never takes another with it', () => {
  const whole = readOddsEvents(oddsExample('nfl')).events;
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat(40), { minLength: 1, maxLength: 7 }), anything, (nth, steps, other) => {
      const payload = oddsExample('nfl');
      const damaged = nth % payload.length;
      damage(payload[damaged], steps, other);
      const answer = readOddsEvents(payload);
      expect(answer.events).toEqual(expect.arrayContaining(whole.filter((_event, place) => place !== damaged)));
      expectSound(answer);
    }),
    { numRuns: 1_000 },
  );
});

test('any payload is an answer or a feed failure', () => {
  const events = fc.array(fc.oneof(anything, fc.constantFrom(...oddsExample('nfl'))), { maxLength: 5 });
  fc.assert(
    fc.property(fc.oneof(anything, events), (payload) => {
      try {
        expectSound(readOddsEvents(payload));
      } catch (failure) {
        expect(failure).toBeInstanceOf(FeedFailure);
      }
    }),
  );
});
