import { describe, expect, test } from 'vitest';
import { aPick, ching } from '#shared/testing/examples.ts';
import { presets } from './fair-play.ts';
import { emptySlip, fairPlayProblem, mostStake, type Pick, type Slip, setMode } from './slip.ts';

const chiefs = aPick('KC');
const bills = aPick('BUF', { label: 'Bills ML' });

function aSlip(...rows: readonly (readonly [Pick, string])[]): Slip {
  return { ...emptySlip, entries: rows.map(([pick, amount]) => ({ pick, amount })) };
}

describe('the rules of a league', () => {
  const limits = { available: ching(862), pending: ching(138), fairPlay: presets.fairPlay };
  const single = (amount: string) => aSlip([chiefs, amount]);

  test('cap all open stakes: a slip may cost what the cap leaves, in whole Ching', () => {
    expect(mostStake(limits)).toBe(ching(112));
    expect(fairPlayProblem(single('112'), limits)).toBeNull();
    expect(fairPlayProblem(single('113'), limits)?.message).toBe(
      'Fair play: at most 25% of your balance may be in open bets. You can stake 112 more.',
    );
    expect(fairPlayProblem(aSlip([chiefs, '60'], [bills, '53']), limits)).not.toBeNull();
  });

  test('say nothing of a slip that costs more than is available: that is judged first', () => {
    expect(fairPlayProblem(single('863'), limits)).toBeNull();
  });

  test('leave nothing to stake once the open stakes reach the cap', () => {
    expect(mostStake({ ...limits, available: ching(300), pending: ching(200) })).toBe(ching(0));
  });

  test('limit the legs of a parlay, and not the singles of a slip', () => {
    const rows = Array.from({ length: 7 }, (_, at) => [aPick(`G${at}`), '1'] as const);
    const many = aSlip(...rows);
    expect(fairPlayProblem(many, limits)).toBeNull();
    expect(fairPlayProblem(setMode(many, 'parlay'), limits)?.message).toBe(
      'This league allows parlays of up to 6 legs.',
    );
  });

  test('of Classic refuse nothing that is available', () => {
    const classic = { ...limits, fairPlay: presets.classic };
    expect([mostStake(classic), fairPlayProblem(single('862'), classic)]).toEqual([ching(862), null]);
  });
});
