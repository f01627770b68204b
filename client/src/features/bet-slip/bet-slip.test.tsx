import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { cents } from '#shared/domain/money.ts';
import {
  type Availability,
  emptySlip,
  type Pick,
  remove,
  type Slip,
  setAmount,
  setMode,
  toggle,
} from '#shared/domain/slip.ts';
import { aPick, aPrice } from '#shared/testing/examples.ts';
import { BetSlip } from './bet-slip.tsx';
import type { LeagueChoice } from './league-options.ts';
import { createSlipStore, slipStore } from './store.ts';

const now = new Date('2026-11-22T17:00:00Z');
const sunday = aLeague('0190a000-0000-7000-8000-000000000001', 'Sunday League');
const monday = aLeague('0190a000-0000-7000-8000-000000000002', 'Monday League');
const chiefs = aPick('espn:1');
const cowboys = aPick('espn:2', { label: 'Cowboys ML' });

const page = rootBeforeEach();
let client: QueryClient;
let sent: { path: string; body: { amount?: string; groupId?: string } }[];

// Preloads the modules that the slip loads on demand.
beforeAll(() =>
  Promise.all([import('./slip-contents.tsx'), import('./confirm-bet-dialog.tsx'), import('#client/ui/modal.tsx')]),
);
beforeEach(() => {
  localStorage.clear();
  sent = [];
  client = new QueryClient();
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(init.body)) });
    return Response.json({ message: 'Betting in this league has ended', code: 'league-ended' }, { status: 409 });
  });
});
afterEach(() => act(async () => slipStore.change(emptySlip)));

function aLeague(id: string, name: string): LeagueChoice {
  return {
    id,
    name,
    allowedSports: 'ALL',
    available: cents(100_000),
    pending: cents(0),
    fairPlay: presets.classic,
    isOpen: true,
    remarks: true,
  };
}

function withPicks(...picks: Pick[]): Slip {
  return picks.reduce<Slip>((slip, pick) => {
    const next = toggle(slip, pick);
    return 'title' in next ? slip : setAmount(next, pick, '100');
  }, emptySlip);
}

type Shown = { leagues?: LeagueChoice[]; availabilityOf?: (pick: Pick) => Availability | null };

async function show({ leagues = [sunday], availabilityOf = () => null }: Shown = {}): Promise<void> {
  const nothing = () => undefined;
  await page.render(
    <QueryClientProvider client={client}>
      <BetSlip
        now={now}
        renderMark={() => null}
        availabilityOf={availabilityOf}
        leagues={leagues}
        viewerId="ann"
        isAccountSettled
        onSignedOut={nothing}
        onPlaced={async () => true}
        onOutdated={nothing}
        leagueActions={() => null}
      />
    </QueryClientProvider>,
  );
}

/** The button with this text, once it is rendered. */
const button = (name: RegExp) =>
  eventually(() => {
    const found = [...document.querySelectorAll('button')].find((one) => name.test(one.textContent ?? ''));
    if (!found) throw new Error(`no button ${name}`);
    return found;
  });

/** A tap: the `nth` of several in quick succession at one position. */
async function tap(name: RegExp, nth = 1): Promise<void> {
  const target = await button(name);
  await act(async () => target.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: nth })));
}

const words = () => document.querySelector('[role=dialog]')?.textContent ?? '';
const radio = (league: LeagueChoice) => document.querySelector<HTMLInputElement>(`input[value="${league.id}"]`);

/** The button that accepts a leg's odds: in the open dialog, else on the page. */
const acceptOf = (label: string) =>
  (document.querySelector('[role=dialog]') ?? document).querySelector<HTMLButtonElement>(
    `[aria-label^=Accept][aria-label*="for ${label}, "]`,
  );

/** An open game whose moneyline has this price. */
const offering = (price: number): Availability => ({
  asOf: Date.now(),
  startsAt: chiefs.startsAt,
  isLocked: false,
  offer: { line: null, price: aPrice(price) },
});

const locked = (pick: Pick): Availability => ({
  asOf: Date.now(),
  startsAt: pick.startsAt,
  isLocked: true,
  offer: null,
});

test('a parlay that loses a leg while it is confirmed is not placed, nor is what is left of it', async () => {
  slipStore.change(setMode(withPicks(chiefs, cowboys), 'parlay'));
  await show();
  await tap(/^Place Parlay$/);
  const confirm = await button(/^Confirm Parlay$/);
  expect(confirm.disabled).toBe(false);
  await show({ availabilityOf: (pick) => (pick.gameId === 'espn:1' ? locked(pick) : null) });
  expect(slipStore.read().slip).toMatchObject({ mode: 'individual', entries: [{ amount: '200' }] });
  expect(confirm.isConnected).toBe(true);
  expect(confirm).toMatchObject({ disabled: true, textContent: 'Confirm Parlay' });
  for (const nth of [1, 2, 3])
    await act(async () => confirm.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: nth })));
  expect(sent).toEqual([]);
  expect(words()).toContain('The slip has changed');
  expect(words()).toContain('This bet is off the slip.');
  await tap(/^Back to the Slip$/);
  await eventually(() => expect(words()).toBe(''));
  await tap(/^Place Bet$/);
  expect((await button(/^Confirm Bet$/)).disabled).toBe(false);
});

test.each([
  ['the amount', () => setAmount(slipStore.read().slip, chiefs, '900')],
  ['the picks', () => remove(slipStore.read().slip, cowboys)],
  ['the kind', () => setMode(slipStore.read().slip, 'parlay')],
  ['everything', () => emptySlip],
])('%s changed in another tab is not what was confirmed', async (_what, changed) => {
  slipStore.change(withPicks(chiefs, cowboys));
  await show();
  await tap(/^Place /);
  const confirm = await button(/^Confirm /);
  createSlipStore().change(changed());
  await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'ching.slip' })));
  expect(confirm.disabled).toBe(true);
  expect(words()).toContain('The slip has changed');
  await act(async () => confirm.click());
  expect(sent).toEqual([]);
});

test('no league takes the place of the chosen one', async () => {
  slipStore.change(withPicks(chiefs));
  await show({ leagues: [sunday, monday] });
  await tap(/^Place Bet$/);
  const confirm = await button(/^Confirm Bet$/);
  expect(confirm.disabled).toBe(true);
  await act(async () => radio(sunday)?.click());
  expect(confirm.disabled).toBe(false);
  await show({ leagues: [{ ...sunday, isOpen: false }, monday] });
  expect(confirm.disabled).toBe(true);
  expect(words()).toContain('Betting in Sunday League has ended.');
  await act(async () => confirm.click());
  expect(sent).toEqual([]);
  await act(async () => radio(monday)?.click());
  expect(confirm).toMatchObject({ disabled: false, textContent: 'Confirm in Monday League' });
  await act(async () => confirm.click());
  await eventually(() => expect(sent).toMatchObject([{ body: { groupId: monday.id } }]));
});

test('the first league that is chosen keeps the first words, another one and the first again do not', async () => {
  slipStore.change(withPicks(chiefs));
  await show({ leagues: [sunday, monday] });
  await tap(/^Place Bet$/);
  const confirm = await button(/^Confirm Bet$/);
  await act(async () => radio(sunday)?.click());
  expect(confirm.textContent).toBe('Confirm Bet');
  await act(async () => radio(monday)?.click());
  expect(confirm.textContent).toBe('Confirm in Monday League');
  await act(async () => radio(sunday)?.click());
  expect(confirm.textContent).toBe('Confirm in Sunday League');
});

test.each([
  [
    'has ended',
    [{ ...sunday, isOpen: false }, monday],
    'Betting in Sunday League has ended. Choose another league to go on.',
  ],
  ['has ended and is the only one', [{ ...sunday, isOpen: false }], 'Betting in Sunday League has ended.'],
  [
    'bars the sport',
    [{ ...sunday, allowedSports: 'MLB' as const }, monday],
    'Sunday League does not allow NFL bets any more.',
  ],
  ['is gone', [monday], 'You are not in the chosen league any more.'],
])('a chosen league that %s is left with its own reason', async (_what, leagues, reason) => {
  slipStore.change(withPicks(chiefs));
  await show({ leagues: [sunday, monday] });
  await tap(/^Place Bet$/);
  await button(/^Confirm Bet$/);
  await act(async () => radio(sunday)?.click());
  await show({ leagues });
  const alert = document.querySelector('[role=dialog] [role=alert]')?.textContent;
  expect(alert).toContain(reason);
  expect(alert?.includes('Choose another')).toBe(leagues.length > 1 || leagues.includes(monday));
});

test('an unanswered try in another league is announced as such, and not as the end of the chosen league', async () => {
  slipStore.change(withPicks(chiefs));
  await show({ leagues: [sunday, monday] });
  await tap(/^Place Bet$/);
  await button(/^Confirm Bet$/);
  await act(async () => radio(sunday)?.click());
  const action = `${monday.id} ${chiefs.gameId} ${chiefs.market} ${chiefs.side}`;
  localStorage.setItem('ching.unanswered', JSON.stringify({ [action]: 'key' })); // as another window stores it
  await show({ leagues: [sunday, monday] });
  expect(document.querySelector('[role=dialog] [role=alert]')?.textContent).toBe(
    'Your last try may have reached Monday League: finish it there first.',
  );
});

test('a league that is left over is not chosen by itself', async () => {
  slipStore.change(withPicks(chiefs));
  await show({ leagues: [sunday, monday] });
  await tap(/^Place Bet$/);
  const confirm = await button(/^Confirm Bet$/);
  await show({ leagues: [{ ...sunday, isOpen: false }, monday] });
  expect(confirm.disabled).toBe(true);
});

test('odds that moved are confirmed once they were accepted in the dialog', async () => {
  slipStore.change(withPicks(chiefs));
  await show();
  await tap(/^Place Bet$/);
  const confirm = await button(/^Confirm Bet$/);
  await show({ availabilityOf: () => offering(-140) });
  expect(confirm.disabled).toBe(true);
  await act(async () => acceptOf(chiefs.label)?.click());
  expect(words()).not.toContain('The slip has changed');
  expect(confirm).toMatchObject({ disabled: false, textContent: 'Confirm at -140' });
  await act(async () => confirm.click());
  await eventually(() => expect(sent).toMatchObject([{ body: { odds: -140, amount: '100' } }]));
});

test('while odds wait for consent, their button is the gold one, and then Place again', async () => {
  slipStore.change(withPicks(chiefs));
  await show({ availabilityOf: () => offering(-140) });
  expect((await button(/^Place Bet$/)).className).not.toMatch(/\bbg-gold\b/);
  expect(acceptOf(chiefs.label)?.className).toMatch(/\bbg-gold\b/);
  await act(async () => acceptOf(chiefs.label)?.click());
  expect((await button(/^Place Bet$/)).className).toMatch(/\bbg-gold\b/);
});

test('of several bets the button names the one whose odds were accepted last, and the league that was chosen since', async () => {
  slipStore.change(withPicks(chiefs, cowboys));
  await show({ leagues: [sunday, monday] });
  await tap(/^Place 2 Bets$/);
  const confirm = await button(/^Confirm Bets$/);
  await act(async () => radio(sunday)?.click());
  const at = (price: number) => () => offering(price);
  await show({ leagues: [sunday, monday], availabilityOf: at(-140) });
  for (const label of [chiefs.label, cowboys.label]) await act(async () => acceptOf(label)?.click());
  expect(confirm).toMatchObject({ disabled: false, textContent: 'Confirm with Cowboys ML at -140' });
  await act(async () => radio(monday)?.click());
  expect(confirm.textContent).toBe('Confirm with Cowboys ML at -140 in Monday League');
});

test('a tap on Accept never takes odds that came under the finger', async () => {
  slipStore.change(withPicks(chiefs));
  await show({ availabilityOf: () => offering(-140) });
  const accept = await eventually(() => acceptOf(chiefs.label) ?? Promise.reject(new Error('nothing to accept')));
  await show({ availabilityOf: () => offering(-160) });
  expect(accept.isConnected).toBe(true); // the same element stays under the finger
  await act(async () => accept.click());
  expect(slipStore.read().slip.entries[0]?.pick.price).toBe(-110);
  expect(accept.getAttribute('aria-label')).toBe('Accept -160 for Chiefs ML, LAC @ espn:1');
  await act(async () => accept.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 })));
  expect(slipStore.read().slip.entries[0]?.pick.price).toBe(-110); // the second tap of a double tap
  await act(async () => accept.click());
  expect(slipStore.read().slip.entries[0]?.pick.price).toBe(-160);
});

test('a tap on Accept never takes odds that came after the slip’s own odds were offered again', async () => {
  slipStore.change(withPicks(chiefs));
  await show({ availabilityOf: () => offering(-140) });
  await eventually(() => acceptOf(chiefs.label) ?? Promise.reject(new Error('nothing to accept')));
  await show({ availabilityOf: () => offering(-110) });
  expect(document.body.textContent).not.toContain('The odds moved');
  await show({ availabilityOf: () => offering(-160) });
  expect(acceptOf(chiefs.label)).toBeNull();
  await tap(/^Show$/);
  expect(slipStore.read().slip.entries[0]?.pick.price).toBe(-110);
  await act(async () => acceptOf(chiefs.label)?.click());
  expect(slipStore.read().slip.entries[0]?.pick.price).toBe(-160);
  await show({ availabilityOf: () => offering(-170) }); // a change of the accepted odds is a new one
  expect(acceptOf(chiefs.label)?.getAttribute('aria-label')).toBe('Accept -170 for Chiefs ML, LAC @ espn:1');
});

test('the second tap of a double tap on Place confirms nothing', async () => {
  slipStore.change(withPicks(chiefs));
  await show();
  await tap(/^Place Bet$/);
  await tap(/^Confirm Bet$/, 2);
  expect(sent).toEqual([]);
  await tap(/^Confirm Bet$/);
  await eventually(() => expect(sent).toHaveLength(1));
});
