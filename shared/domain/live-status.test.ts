import { describe, expect, test } from 'vitest';
import type { GradableLeg } from './leg.ts';
import { type LiveStatus, liveStatus } from './live-status.ts';

describe('the running score, home 14 away 10', () => {
  test.each<[GradableLeg, LiveStatus]>([
    [{ market: 'moneyline', side: 'home', line: null }, 'winning'],
    [{ market: 'moneyline', side: 'away', line: null }, 'losing'],
    [{ market: 'moneyline', side: 'draw', line: null }, 'losing'],
    [{ market: 'spread', side: 'home', line: -3.5 }, 'winning'],
    [{ market: 'spread', side: 'home', line: -4.5 }, 'losing'],
    [{ market: 'spread', side: 'away', line: 4.5 }, 'winning'],
    [{ market: 'total', side: 'over', line: 23.5 }, 'winning'],
    [{ market: 'total', side: 'under', line: 23.5 }, 'losing'],
    // A score exactly on the line counts as losing for both sides.
    [{ market: 'spread', side: 'home', line: -4 }, 'losing'],
    [{ market: 'spread', side: 'away', line: 4 }, 'losing'],
    [{ market: 'total', side: 'over', line: 24 }, 'losing'],
    [{ market: 'total', side: 'under', line: 24 }, 'losing'],
  ])('%j is %s', (leg, expected) => {
    expect(liveStatus(leg, { home: 14, away: 10 })).toBe(expected);
  });
});

test.each<[GradableLeg['side'], LiveStatus]>([
  ['home', 'losing'],
  ['away', 'losing'],
  ['draw', 'winning'],
])('level, the moneyline of %s is %s', (side, expected) => {
  expect(liveStatus({ market: 'moneyline', side, line: null }, { home: 1, away: 1 })).toBe(expected);
});

test('there is no live status without both scores', () => {
  const leg: GradableLeg = { market: 'moneyline', side: 'home', line: null };
  expect(liveStatus(leg, { home: null, away: 3 })).toBeNull();
  expect(liveStatus(leg, { home: 3, away: null })).toBeNull();
  expect(liveStatus(leg, { home: null, away: null })).toBeNull();
});
