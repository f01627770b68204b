import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { cents, fromWhole } from '#shared/domain/money.ts';
import {
  type Availability,
  emptySlip,
  type Pick,
  type Slip,
  setAmount,
  setMode,
  setParlayAmount,
  toggle,
} from '#shared/domain/slip.ts';
import { aPick, aPrice } from '#shared/testing/examples.ts';
import { aBet } from '#shared/testing/wire.ts';
import { BetSlip } from './bet-slip.tsx';
import type { LeagueChoice } from './league-options.ts';
import { slipStore } from './store.ts';

const page = rootBeforeEach();
const client = new QueryClient();
const chiefs = aPick('espn:1', { price: aPrice(150) });
const cowboys = aPick('espn:2', { label: 'Cowboys ML' });
const arsenal = aPick('espn:3', { sport: 'Soccer', label: 'Arsenal ML' });
const league: LeagueChoice = {
  id: 'league',
  name: 'Sunday League',
  allowedSports: 'ALL',
  available: fromWhole(1_000),
  pending: cents(0),
  fairPlay: presets.classic,
  isOpen: true,
  remarks: true,
};

// Preloads the modules that the slip loads on demand.
beforeAll(() => Promise.all([import('./slip-contents.tsx'), import('./slip-receipt.tsx')]));
beforeEach(() => localStorage.clear());
afterEach(() =>
  act(async () => {
    slipStore.change(emptySlip);
    slipStore.setReceipt(null);
  }),
);

/** A slip with these picks and amounts. */
function slipOf(...picked: [Pick, string][]): Slip {
  return picked.reduce<Slip>((slip, [pick, amount]) => {
    const next = toggle(slip, pick);
    return 'title' in next ? slip : setAmount(next, pick, amount);
  }, emptySlip);
}

/** The slip's words, in which a consequence is its league and the stakes and prices of its tickets. */
async function shown(leagues: LeagueChoice[] = [league], availability: Availability | null = null): Promise<string> {
  await page.render(
    <QueryClientProvider client={client}>
      <BetSlip
        now={new Date('2026-11-22T17:00:00Z')}
        renderMark={() => null}
        availabilityOf={() => availability}
        leagues={leagues}
        viewerId="ann"
        isAccountSettled
        onSignedOut={() => undefined}
        onPlaced={async () => true}
        onOutdated={() => undefined}
        leagueActions={() => null}
        renderConsequence={(leagueId, tickets, placed) => {
          const words = tickets.map(({ stake, legs }) => `${stake} at ${legs.map(({ price }) => price)}`);
          return `[${leagueId}: ${words.join(' and ')}, placed: ${placed.length}]`;
        }}
      />
    </QueryClientProvider>,
  );
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  return /\[.*\]/.exec(document.querySelector('aside')?.textContent ?? '')?.[0] ?? 'nothing';
}

test('a slip that may be placed shows the consequence of its tickets in its league', async () => {
  slipStore.change(slipOf([chiefs, '100']));
  expect(await shown()).toBe('[league: 10000 at 150, placed: 0]');
  slipStore.change(slipOf([chiefs, '100'], [cowboys, '50']));
  expect(await shown()).toBe('[league: 10000 at 150 and 5000 at -110, placed: 0]');
  slipStore.change(setParlayAmount(setMode(slipStore.read().slip, 'parlay'), '70'));
  expect(await shown()).toBe('[league: 7000 at 150,-110, placed: 0]');
});

test.each<[string, Slip, Partial<LeagueChoice>?]>([
  ['without an amount', slipOf([chiefs, ''])],
  ['with an amount that is missing', slipOf([chiefs, '100'], [cowboys, ''])],
  ['with more than is available', slipOf([chiefs, '1001'])],
  ['over the cap', slipOf([chiefs, '251']), { fairPlay: presets.fairPlay }],
  ['with a sport that the league bars', slipOf([chiefs, '10'], [arsenal, '10']), { allowedSports: 'NFL' }],
  ['in a league that has ended', slipOf([chiefs, '10']), { isOpen: false }],
])('a slip %s has none', async (_how, slip, changes) => {
  slipStore.change(slip);
  expect(await shown([{ ...league, ...changes }])).toBe('nothing');
});

test('a slip whose price has changed has none before the new one is accepted', async () => {
  slipStore.change(slipOf([chiefs, '100']));
  const worse = { line: chiefs.line, price: aPrice(120) };
  const onSlate = { asOf: 1, startsAt: chiefs.startsAt, isLocked: false, offer: worse };
  expect(await shown([league], onSlate)).toBe('nothing');
});

test('a slip has none before one of several leagues is chosen', async () => {
  slipStore.change(slipOf([chiefs, '100']));
  expect(await shown([league, { ...league, id: 'other', name: 'Office Pool' }])).toBe('nothing');
});

test('a receipt has that of what was placed', async () => {
  const legs = { groupId: 'there', parlayId: 'parlay', legCount: 2, amount: fromWhole(10), odds: aPrice(120) };
  slipStore.setReceipt({ bets: [aBet(legs), aBet({ ...legs, legNumber: 2 })], computed: null });
  expect(await shown()).toBe('[there: 1000 at 120,120, placed: 2]');
});
