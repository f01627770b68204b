import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usualStake } from '#shared/testing/arbitraries.ts';
import { wallTime } from './eastern.ts';
import { cents } from './money.ts';
import { netOf, weekNumbered, weekOf } from './week.ts';

/** Two changes to daylight time and two to standard time. */
const instant = fc.date({
  noInvalidDate: true,
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2028-01-01T00:00:00Z'),
});

test('a week contains its instants, begins and ends on a Tuesday at 06:00 Eastern, and adjoins the next', () => {
  fc.assert(
    fc.property(instant, instant, (one, other) => {
      const [beganAt, at] = one < other ? [one, other] : [other, one];
      const week = weekOf(at, beganAt);
      expect(week.startsAt <= at && at < week.endsAt).toBe(true);
      for (const edge of [week.startsAt, week.endsAt]) {
        const wall = wallTime(edge);
        expect(wall.slice(11)).toBe('06:00');
        expect(new Date(`${wall}Z`).getUTCDay()).toBe(2);
      }
      expect(week.number).toBeGreaterThan(0);
      expect(weekNumbered(week.number, beganAt)).toEqual(week);
      expect(weekNumbered(week.number + 1, beganAt).startsAt).toEqual(week.endsAt);
    }),
  );
});

test('the nets of all rounds of a ticket add up to what it moved in the end', () => {
  const backs = fc.array(fc.option(fc.nat(1_000_000).map(cents), { nil: null }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(usualStake, backs, (stake, rounds) => {
      const nets = rounds.map((back, at) => netOf({ stake, before: rounds[at - 1] ?? null, back }));
      const last = rounds.at(-1) ?? null;
      expect(nets.reduce((sum, net) => sum + net, 0)).toBe(last === null ? 0 : last - stake);
    }),
  );
});
