import { expect, test } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import type { FormView as Form } from '#shared/api/form.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { FormView } from './form-view.tsx';

const page = rootBeforeEach();

const form: Form = {
  name: 'Maya',
  leagues: 1,
  won: 20,
  lost: 17,
  returned: 2,
  net: fromWhole(386),
  staked: fromWhole(2_750),
  averagePrice: -104,
  biggestWin: { settledAt: '2026-11-22T20:00:00Z', profit: fromWhole(340), price: 1_200, legs: 4 },
  weeks: {
    best: { startsAt: '2026-11-10T11:00:00Z', net: fromWhole(214) },
    worst: { startsAt: '2026-10-27T10:00:00Z', net: fromWhole(-180) },
  },
  streak: { outcome: 'lost', length: 2 },
  longestWon: 6,
  longestLost: 4,
  last: ['won', 'returned', 'lost', 'lost'],
  points: [
    { at: '2026-10-28T17:00:00Z', net: fromWhole(0) },
    { at: '2026-11-22T20:00:00Z', net: fromWhole(386) },
  ],
  splits: {
    sport: [
      { row: 'NFL', won: 13, lost: 10, returned: 1, net: fromWhole(400), share: 56.5, needed: 52.4 },
      { row: 'several', won: 7, lost: 7, returned: 1, net: fromWhole(-14), share: null, needed: null },
    ],
    market: [],
    price: [],
    day: [],
  },
};

const words = () => page.area.textContent ?? '';
const rowOf = (name: string) =>
  [...page.area.querySelectorAll('tr')].find((row) => row.querySelector('th')?.textContent?.startsWith(name));

test('a form has its figures, its streak, its best and its worst in words', async () => {
  await page.render(<FormView form={form} />);
  for (const shown of ['+386', '20-17-2', '-104', '2,750', 'Lost 2 in a row', 'longest: 6 won, 4 lost'])
    expect(words()).toContain(shown);
  expect(words()).toContain('Last bets: won, returned, lost, lost');
  expect(words()).toContain('+214 from Nov 10');
  expect(words()).toContain('-180 from Oct 27');
  expect(words()).toContain('+340 at +1200 with 4 legs, Nov 22');
  expect(page.area.querySelector('[role=img]')?.getAttribute('aria-label')).toMatch(/^From 0 on Oct 28 to \+386 on/);
});

test('a streak of one is no row', async () => {
  await page.render(<FormView form={{ ...form, streak: { outcome: 'won', length: 1 } }} />);
  expect(words()).toContain('Won the last one');
});

test('a row of twenty bets has shares, one of fewer says that they are too few', async () => {
  await page.render(<FormView form={form} />);
  expect(rowOf('NFL')?.textContent).toContain('57%won, the prices asked for 52%');
  expect(rowOf('NFL')?.lastElementChild?.textContent).toBe('+400');
  const few = rowOf('Several sports');
  expect(few?.textContent).toContain('too few to tell');
  expect(few?.textContent).not.toContain('%');
  expect(few?.textContent).toContain('15');
  expect(few?.lastElementChild?.textContent).toBe('-14');
});
