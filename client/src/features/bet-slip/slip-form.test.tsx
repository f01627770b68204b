import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { currentToast } from '#client/ui/toast-store.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { cents, fromWhole } from '#shared/domain/money.ts';
import { type Availability, emptySlip, type Pick, pickId, setMode, toggle } from '#shared/domain/slip.ts';
import { aPick, aPrice } from '#shared/testing/examples.ts';
import { aBet } from '#shared/testing/wire.ts';
import { BetSlip } from './bet-slip.tsx';
import type { LeagueChoice } from './league-options.ts';
import { slipStore } from './store.ts';
import { togglePick } from './toggle-pick.ts';

const page = rootBeforeEach();
const client = new QueryClient();
const chiefs = aPick('espn:1');
const cowboys = aPick('espn:2', { label: 'Cowboys ML' });
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
beforeAll(() =>
  Promise.all([
    import('./amount-key.ts'),
    import('./slip-announcer.tsx'),
    import('./slip-contents.tsx'),
    import('./slip-receipt.tsx'),
    import('./confirm-bet-dialog.tsx'),
    import('#client/ui/modal.tsx'),
  ]),
);
beforeEach(() => localStorage.clear());
afterEach(() =>
  act(async () => {
    slipStore.change(emptySlip);
    slipStore.setReceipt(null);
  }),
);

const computed = (whole: number) => ({ before: league.available, available: fromWhole(whole) });

/** Puts these picks on the slip. */
function fill(...picks: Pick[]): void {
  slipStore.change(
    picks.reduce((slip, pick) => {
      const next = toggle(slip, pick);
      return 'title' in next ? slip : next;
    }, emptySlip),
  );
}

/** Renders the slip beside an odds button of each pick. */
async function show(availabilityOf: (pick: Pick) => Availability | null = () => null): Promise<void> {
  await page.render(
    <QueryClientProvider client={client}>
      {[chiefs, cowboys].map((pick) => (
        <button key={pick.gameId} type="button" data-pick={pickId(pick)} onClick={() => togglePick(pick)}>
          odds
        </button>
      ))}
      <BetSlip
        now={new Date('2026-11-22T17:00:00Z')}
        renderMark={() => null}
        availabilityOf={availabilityOf}
        leagues={[league]}
        viewerId="ann"
        isAccountSettled
        onSignedOut={() => undefined}
        onPlaced={async () => true}
        onOutdated={() => undefined}
        leagueActions={() => null}
      />
    </QueryClientProvider>,
  );
  await settled();
}

/** Waits until the parts that are loaded on demand are on screen. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve)));
const slip = () => document.querySelector('aside');
const words = () => slip()?.textContent?.replace(/\s+/g, ' ') ?? '';
const dialog = () => document.querySelector('[role=dialog]');
const fields = () => [...document.querySelectorAll<HTMLInputElement>('input[data-amount]')];
const odds = (pick: Pick) => document.querySelector<HTMLElement>(`[data-pick="${pickId(pick)}"]`);

async function type(text: string, field = fields()[0]): Promise<void> {
  await act(async () => {
    field?.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function pressKey(key: string): Promise<void> {
  await act(async () =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  );
  await settled();
}

async function press(name: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (!button) throw new Error(`no button ${name}`);
  await act(async () => button.click());
  await settled();
}

/** Makes the window too narrow for the panel, until the end of the test: the slip is then a sheet. */
function narrow(): void {
  const lists: MediaQueryList = Object.getPrototypeOf(window.matchMedia('all'));
  vi.spyOn(lists, 'matches', 'get').mockReturnValue(false);
}

const notWhole = 'Only whole Ching can be bet: a whole number, such as 100.';

test('an amount that is not whole stays as it was typed, is said to be so, and blocks placing', async () => {
  fill(chiefs);
  await show();
  await type('1.5');
  const [field] = fields();
  expect([field?.value, field?.getAttribute('aria-invalid')]).toEqual(['1.5', 'true']);
  const problem = document.getElementById(field?.getAttribute('aria-describedby') ?? '');
  expect(problem?.textContent).toBe(notWhole);
  expect(problem?.querySelector('svg')).not.toBeNull(); // marked by a shape: red is for money lost
  await press('Place Bet');
  expect(dialog()).toBeNull();
  expect(currentToast()).toMatchObject({
    title: 'Invalid Bet Amounts',
    description: notWhole,
  });
  expect(document.activeElement).toBe(field);
  await type('15');
  expect(words()).not.toContain(notWhole);
  await press('Place Bet');
  expect(dialog()?.textContent).toContain('15 Ching');
});

test.each(['1,000', '1 000', '１０００', '١٠٠٠', ' 1000'])('%j is a thousand', async (text) => {
  fill(chiefs);
  await show();
  await type(text);
  expect(words()).not.toContain(notWhole);
  expect(words()).toContain('1,909 Ching');
});

test('the beginning of a number is not called wrong before the field is left', async () => {
  fill(chiefs);
  await show();
  await type('1,0');
  expect(words()).not.toContain(notWhole);
  await act(async () => fields()[0]?.blur());
  expect(words()).toContain(notWhole);
});

test('Enter leads from amount to amount, and from the last one on to placing', async () => {
  fill(chiefs, cowboys);
  await show();
  await type('10');
  await pressKey('Enter');
  expect(document.activeElement).toBe(fields()[1]);
  await pressKey('Enter');
  expect(currentToast()?.title).toBe('Missing Bet Amounts');
  await type('20', fields()[1]);
  await pressKey('Enter');
  expect(dialog()?.textContent).toContain('Confirm Bets');
});

test('one key leads from an odds button to its amount and back, and picks the odds if need be', async () => {
  fill(cowboys);
  await show();
  odds(chiefs)?.focus();
  await pressKey('F2');
  expect(document.activeElement).toBe(fields()[1]);
  expect(fields()[1]?.getAttribute('aria-label')).toBe('Amount in Ching for Chiefs ML, LAC @ espn:1');
  await pressKey('F2');
  expect(document.activeElement).toBe(odds(chiefs));
  await act(async () => slipStore.change(setMode(slipStore.read().slip, 'parlay')));
  odds(cowboys)?.setAttribute('aria-pressed', 'true');
  odds(cowboys)?.focus();
  await pressKey('F2');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Parlay amount in Ching');
  await pressKey('F2');
  expect(document.activeElement).toBe(odds(cowboys));
});

test('the key leads back to the odds also from a sheet that its own button has opened', async () => {
  narrow();
  fill(chiefs);
  await show();
  const floating = document.getElementById('bet-slip');
  const open = async () => {
    await act(async () => floating?.focus());
    await act(async () => floating?.click());
    await settled();
  };
  await open();
  await act(async () => fields()[0]?.focus());
  await pressKey('F2');
  expect(dialog()).toBeNull();
  expect(document.activeElement).toBe(odds(chiefs));
  await open();
  await pressKey('Escape');
  expect(dialog()).toBeNull();
  expect(document.activeElement).toBe(floating);
});

test('buttons and fields of a bet on the slip name its game', async () => {
  fill(chiefs);
  await show();
  const names = [...(slip()?.querySelectorAll('button[aria-label]:not([aria-expanded]), input') ?? [])].map((part) =>
    part.getAttribute('aria-label'),
  );
  expect(names).toHaveLength(6);
  for (const name of names) expect(name).toContain('Chiefs ML, LAC @ espn:1');
});

test('a move of the odds is announced once, however often they move, and so is their end', async () => {
  const offering = (price: number | null) => (): Availability => ({
    asOf: Date.now(),
    startsAt: chiefs.startsAt,
    isLocked: false,
    offer: price === null ? null : { line: null, price: aPrice(price) },
  });
  const announced = () => [...(slip()?.querySelectorAll('p[aria-live]') ?? [])].map((part) => part.textContent).join();
  fill(chiefs);
  await show(offering(-110));
  expect(announced()).toBe('');
  await show(offering(-140));
  expect(announced()).toBe('The odds moved: Chiefs ML, LAC @ espn:1 is now -140.');
  await show(offering(-150));
  expect(announced()).toBe('The odds moved: Chiefs ML, LAC @ espn:1 is now -140.');
  await show(offering(-110));
  expect(announced()).toBe('');
  await show(offering(-160));
  expect(announced()).toBe('');
  expect(slip()?.querySelector('[role=status]')).toBeNull();
  await show(offering(null));
  expect(announced()).toBe('Chiefs ML, LAC @ espn:1 is not offered any more.');
});

test('a receipt takes the place of the form until it is closed', async () => {
  slipStore.setReceipt({ bets: [aBet({ amount: fromWhole(100) })], computed: computed(900) });
  await show();
  expect(words()).toContain('Bet placed');
  for (const part of ['Sunday League', 'Chiefs ML', 'Stake100 Ching', 'Returns190 Ching', 'Available now900 Ching'])
    expect(words()).toContain(part);
  const [link] = slip()?.querySelectorAll('a') ?? [];
  expect(link?.getAttribute('href')).toMatch(/^\/my-bets#ticket-bet-\d+$/);
  await press('Pick another');
  expect(words()).toContain('Your slip is empty');
  expect(document.activeElement?.textContent).toContain('Bet Slip');
});

test('a receipt shows the balance of its league once that is loaded again', async () => {
  slipStore.setReceipt({ bets: [aBet()], computed: null });
  await show();
  expect(words()).toContain('Available now1,000 Ching');
});

test('a receipt shows a balance that is newer than the one it was computed from', async () => {
  slipStore.setReceipt({ bets: [aBet()], computed: { before: fromWhole(1_100), available: fromWhole(1_050) } });
  await show();
  expect(words()).toContain('Available now1,000 Ching');
});

test('one receipt lists several singles, and what was refused is still on the slip', async () => {
  fill(cowboys);
  const both = [aBet(), aBet({ betSide: 'home', amount: fromWhole(50), potentialPayout: fromWhole(75) })] as const;
  slipStore.setReceipt({ bets: both, computed: computed(850) });
  await show();
  expect(words()).toContain('2 bets placed');
  for (const part of [
    '100 Ching to return 190 Ching',
    '50 Ching to return 75 Ching',
    'Stake150 Ching',
    'Returns265 Ching',
  ])
    expect(words()).toContain(part);
  expect(words()).toContain('One bet is still on the slip.');
  await press('Back to the Slip');
  expect(fields()).toHaveLength(1);
});

test('the receipt of a parlay has its legs and their odds together', async () => {
  const legs = { parlayId: 'parlay', legCount: 2, amount: fromWhole(10), potentialPayout: fromWhole(36) };
  slipStore.setReceipt({ bets: [aBet(legs), aBet({ ...legs, legNumber: 2 })], computed: computed(990) });
  await show();
  for (const part of ['Parlay of 2 placed', 'Odds +264', 'Stake10 Ching', 'Returns36 Ching'])
    expect(words()).toContain(part);
});

test('a pick closes the receipt, what is taken off the slip does not', async () => {
  fill(cowboys);
  slipStore.setReceipt({ bets: [aBet()], computed: computed(900) });
  await show();
  await act(async () => togglePick(cowboys));
  expect(words()).toContain('Bet placed');
  await act(async () => togglePick(chiefs));
  expect(words()).not.toContain('Bet placed');
  expect(fields()).toHaveLength(1);
});
