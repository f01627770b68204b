import { expect, test } from 'vitest';
import { presets } from '#shared/domain/fair-play.ts';
import { sumCents } from '#shared/domain/money.ts';
import { ching } from '#shared/testing/examples.ts';
import { others } from './questions.ts';
import { backOf, type Plan, playSeason, weeksOfSeason } from './season.ts';

const seeds = Array.from({ length: 40 }, (_, at) => `test ${at}`);
const styles = [...others, { name: 'never bets', bets: [] }];
const plans: Record<string, Plan> = {
  classic: { options: presets.classic, styles },
  fairPlay: { options: presets.fairPlay, styles, joinsInWeek: 5 },
  rescue: {
    options: { ...presets.classic, rescue: ching(250) },
    styles: [...styles, { name: 'all of it', bets: [{ legs: 1, pct: 100 }] }],
  },
};

test.each(Object.entries(plans))('the nets of all weeks are the balance less all that was given: %s', (_, plan) => {
  for (const seed of seeds) {
    for (const { player, total } of playSeason(plan, seed)) {
      expect(player.nets).toHaveLength(weeksOfSeason);
      expect(sumCents(player.nets)).toBe(total - player.given);
      expect(total).toBeGreaterThanOrEqual(0);
    }
  }
});

test('a seed repeats a season', () => {
  const totals = (seed: string) => playSeason({ options: presets.fairPlay, styles }, seed).map(({ total }) => total);
  expect(totals('one')).toEqual(totals('one'));
  expect(totals('one')).not.toEqual(totals('other'));
});

test('under Fair play nobody loses more than a quarter of the balance, or 10 Ching, in a week', () => {
  const reckless = [...styles, { name: 'all of it', bets: [{ legs: 1, pct: 100 }] }];
  for (const seed of seeds) {
    for (const { player } of playSeason({ options: { ...presets.fairPlay, rescue: null }, styles: reckless }, seed)) {
      for (const [at, net] of player.nets.entries()) {
        const before = (player.totals[at] ?? 0) - net;
        expect(-net).toBeLessThanOrEqual(Math.max(before / 4, ching(10)));
      }
    }
  }
});

test('whoever never bets is eligible under Classic alone', () => {
  const isEligible = (options: Plan['options']) =>
    playSeason({ options, styles }, 'one').find(({ player }) => player.style.bets.length === 0)?.isEligible;
  expect([isEligible(presets.classic), isEligible(presets.fairPlay)]).toEqual([true, false]);
});

test('whoever took the rescue is not eligible, and gets it once', () => {
  const { rescue } = plans;
  const rescued = seeds.flatMap((seed) =>
    rescue ? playSeason(rescue, seed).filter(({ player }) => player.rescuedInWeek !== null) : [],
  );
  expect(rescued.length).toBeGreaterThan(0);
  for (const { player, isEligible } of rescued) {
    expect(player.given).toBe(ching(1_250));
    expect(isEligible).toBe(false);
  }
});

test('a member who joins late has no nets before, and gets the median under Fair play', () => {
  const rows = playSeason({ options: presets.fairPlay, styles: [...others, ...others], joinsInWeek: 9 }, 'one');
  const joiner = rows.find(({ player }) => player.joinsInWeek === 9)?.player;
  expect(joiner?.totals.slice(0, 8)).toEqual(Array(8).fill(null));
  const earlier = rows
    .flatMap(({ player }) => (player === joiner ? [] : [player.totals[7] ?? 0]))
    .sort((a, b) => a - b);
  const median = earlier[(earlier.length - 1) / 2] ?? 0;
  expect(joiner?.given).toBe(Math.min(ching(1_000), Math.max(ching(250), Math.floor(median / 100) * 100)));
});

test('a ticket pays by the legs’ prices, also the second time', () => {
  expect([backOf(ching(100), 1, true), backOf(ching(100), 1, true)]).toEqual([ching(190.91), ching(190.91)]);
  expect(backOf(ching(1_000), 3, true)).toBe(ching(6_957.93));
  expect(backOf(ching(100), 1, false)).toBe(0);
});
