import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode, useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { currentToast } from '#client/ui/toast-store.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { cents, fromWhole } from '#shared/domain/money.ts';
import { emptySlip, type Slip, setAmount, toggle } from '#shared/domain/slip.ts';
import type { AllowedSports } from '#shared/domain/sport.ts';
import { aPick } from '#shared/testing/examples.ts';
import { BetSlip } from './bet-slip.tsx';
import type { LeagueChoice, Leagues } from './league-options.ts';
import { slipStore } from './store.ts';

const page = rootBeforeEach();
const chiefs = aPick('espn:1');
const sunday = aLeague(1, 'Sunday League', 1_000);
const office = aLeague(2, 'Office Pool', 640);
const footy = aLeague(3, 'Footy Friday', 900, 'Soccer');
const over = { ...aLeague(4, 'Last Year', 900), isOpen: false };

function aLeague(id: number, name: string, whole: number, allowedSports: AllowedSports = 'ALL'): LeagueChoice {
  return {
    id: `0190a000-0000-7000-8000-00000000000${id}`,
    name,
    allowedSports,
    available: fromWhole(whole),
    pending: cents(0),
    fairPlay: presets.classic,
    isOpen: true,
    remarks: true,
  };
}

// Preloads the modules that the slip loads on demand.
beforeAll(() =>
  Promise.all([import('./slip-contents.tsx'), import('./confirm-bet-dialog.tsx'), import('#client/ui/modal.tsx')]),
);
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')));
  slipStore.change(slipOf('100'));
});
afterEach(() => act(async () => slipStore.change(emptySlip)));

function slipOf(amount: string): Slip {
  const slip = toggle(emptySlip, chiefs);
  if ('title' in slip) throw new Error(slip.message);
  return setAmount(slip, chiefs, amount);
}

type Shown = {
  leagues: Leagues;
  unreachable?: number;
  viewerId?: string;
  reload?: number;
  onPlaced?: () => Promise<boolean>;
};

/** Renders the slip; another `reload` is a page that was loaded anew. */
async function show({
  leagues,
  unreachable = 0,
  viewerId = 'ann',
  reload = 0,
  onPlaced = async () => true,
}: Shown): Promise<void> {
  await page.render(
    <Queries>
      <BetSlip
        key={`${viewerId} ${reload}`}
        now={new Date('2026-11-22T17:00:00Z')}
        renderMark={() => null}
        availabilityOf={() => null}
        leagues={leagues}
        unreachable={unreachable}
        viewerId={viewerId}
        isAccountSettled
        onSignedOut={() => undefined}
        onPlaced={onPlaced}
        onOutdated={() => undefined}
        leagueActions={(variant) => <button type="button">Create League, {variant}</button>}
      />
    </Queries>,
  );
  await settled();
}

function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient());
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Waits until the parts that are loaded on demand are on screen. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve)));

const slip = () => document.querySelector('aside');
const dialog = () => document.querySelector('[role=dialog]');
const field = () => slip()?.querySelector<HTMLElement>('[aria-expanded]:not([aria-label])');
const radios = (area: Element | null = slip()) => [
  ...(area?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? []),
];
const words = (part: Element | null | undefined) => part?.textContent?.replace(/\s+/g, ' ') ?? '';

async function press(part: HTMLElement | null | undefined): Promise<void> {
  if (!part) throw new Error('nothing to press');
  await act(async () => part.click());
  await settled();
}

async function pressNamed(name: string, area: Element | null = slip()): Promise<void> {
  await press([...(area?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name));
}

async function choose(league: LeagueChoice, area: Element | null = slip()): Promise<void> {
  await press(radios(area).find(({ value }) => value === league.id));
}

test('a player in one league is not asked: it stands on the slip, with what is available there', async () => {
  await show({ leagues: [sunday] });
  expect(words(slip())).toContain('Bet in Sunday League1,000 available');
  expect(field()).toBeNull();
  await pressNamed('Place Bet');
  expect(radios(dialog())).toEqual([]);
  expect(words(dialog())).toContain('LeagueSunday League');
  expect(words(dialog())).toContain('10% of what is available');
});

test('of several leagues the one used last stands on the slip, also after a reload, for each account its own', async () => {
  const leagues = [sunday, office];
  await show({ leagues });
  expect(words(field())).toBe('Bet in Choose a league');
  await press(field());
  await choose(office);
  await press(field());
  expect(words(field())).toBe('Bet in Office Pool640 available');
  expect(radios()).toEqual([]);
  await show({ leagues, reload: 1 });
  expect(words(field())).toBe('Bet in · last used Office Pool640 available');
  await show({ leagues, viewerId: 'bob' });
  expect(words(field())).toContain('Choose a league');
});

test('a choice by pointer or by Enter closes the list, arrow keys go on choosing', async () => {
  await show({ leagues: [sunday, office] });
  const key = (name: string) =>
    act(async () => radios()[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })));
  await press(field());
  await key('ArrowDown');
  await choose(office); // as a browser does for the arrow key
  expect(radios()).toHaveLength(2);
  await key('Enter');
  expect(radios()).toEqual([]);
  expect(document.activeElement).toBe(field());
  await press(field());
  await act(async () => radios()[0]?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
  await choose(sunday);
  expect(radios()).toEqual([]);
  expect(words(field())).toContain('Sunday League');
});

test('leagues that do not take the slip are listed last, with the reason', async () => {
  await show({ leagues: [footy, over, sunday, office] });
  await press(field());
  expect(radios().map((radio) => [words(radio.closest('label')), radio.disabled])).toEqual([
    ['Sunday League1,000 Ching available', false],
    ['Office Pool640 Ching available', false],
    ['Last YearBetting in this league has ended', true],
    ['Footy FridaySoccer only', true],
  ]);
});

test('Max and refusals are of the league on the slip, and both follow its balance', async () => {
  await show({ leagues: [sunday, office] });
  await press(field());
  await choose(office);
  const max = () => slip()?.querySelector<HTMLElement>('[aria-label^=Max]');
  await press(max());
  expect(slipStore.read().slip.entries[0]?.amount).toBe('640');
  expect(words(slip())).not.toContain('more than you have available');
  await act(async () => slipStore.change(slipOf('700')));
  expect(words(slip())).toContain('60 Ching more than you have available there.');
  await pressNamed('Place Bet');
  expect(dialog()).toBeNull();
  expect(currentToast()).toMatchObject({
    title: 'Insufficient Balance',
    description: 'Total bet amount (700 Ching) exceeds your available balance (640 Ching) in this league',
  });
  await show({ leagues: [sunday, { ...office, available: fromWhole(740) }] });
  expect(words(field())).toBe('Bet in Office Pool740 available');
  expect(max()?.getAttribute('aria-label')).toBe('Max, 740, Chiefs ML, LAC @ espn:1');
  await pressNamed('Place Bet');
  expect(words(dialog())).toContain('LeagueOffice Pool');
});

test('the league of the slip is chosen in the question, and can still be changed there', async () => {
  await show({ leagues: [sunday, office] });
  await press(field());
  await choose(office);
  await pressNamed('Place Bet');
  const chosen = () => radios(dialog()).filter(({ checked }) => checked);
  expect(chosen().map(({ value }) => value)).toEqual([office.id]);
  await choose(sunday, dialog());
  expect(chosen().map(({ value }) => value)).toEqual([sunday.id]);
  await pressNamed('Confirm in Sunday League', dialog());
  expect(words(field())).toContain('Sunday League');
});

test.each([
  ['all leagues', [over], 'Betting has ended in all your leagues. Create or join a league to go on.'],
  [
    'all leagues for the sport',
    [over, footy],
    'Betting has ended in all your leagues that allow NFL bets. Create or join a league to go on.',
  ],
])('where betting has ended in %s, slip and question say so and lead on', async (_which, leagues, reason) => {
  await show({ leagues });
  expect(words(slip())).toContain(`Your pick is kept.${reason}Create League, primary`);
  await pressNamed('Place Bet');
  expect(words(dialog())).toContain(`${reason}Create League, secondary`);
});

test('a player in no league is told so on the empty slip, and that the picks are kept on any other', async () => {
  await show({ leagues: [] });
  expect(words(slip())).toContain('Your pick is kept.To place it you need a league.');
  expect(words(slip())).toContain('Create League, primary');
  await pressNamed('Place Bet');
  expect(words(dialog())).toContain('You need to join a league to place bets');
  await act(async () => slipStore.change(emptySlip));
  await show({ leagues: [], reload: 1 });
  expect(words(slip())).toContain('You are in no league yet.');
  expect(words(slip())).toContain('Create League, secondary');
});

test('a league that was deleted meanwhile is reported, loaded anew, and no longer offered', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ message: 'League not found', code: 'league-not-found' }, { status: 404 }),
  );
  const onPlaced = vi.fn(async () => true);
  await show({ leagues: [sunday, office], onPlaced });
  await press(field());
  await choose(office);
  await pressNamed('Place Bet');
  await pressNamed('Confirm Bet', dialog());
  await eventually(() => expect(onPlaced).toHaveBeenCalledOnce());
  await settled();
  expect(currentToast()).toMatchObject({ title: 'Error', description: 'League not found' });
  expect(words(slip())).toContain('League not found');
  await show({ leagues: [sunday], onPlaced });
  expect(words(slip())).toContain('Bet in Sunday League');
  expect(words(slip())).not.toContain('Office Pool');
});

test('what a league refused is no longer said once another league is chosen', async () => {
  await show({ leagues: [sunday, office] });
  await act(async () => slipStore.note(chiefs, { kind: 'refused', words: 'This league does not allow NFL bets' }));
  expect(words(slip())).toContain('This league does not allow NFL bets');
  await press(field());
  await choose(office);
  expect(words(slip())).not.toContain('This league does not allow NFL bets');
});

test('in a league that may have taken the stake already, the bet can be placed again without a balance', async () => {
  await show({ leagues: [sunday, office] });
  await press(field());
  await choose(office);
  await pressNamed('Place Bet');
  await pressNamed('Confirm Bet', dialog());
  await eventually(() => expect(currentToast()?.title).toBe('No Answer'));
  await settled();
  await show({ leagues: [sunday, { ...office, available: fromWhole(40) }] });
  await pressNamed('Place Bet');
  expect(words(dialog())).toContain('LeagueOffice Pool');
  const sent = vi.fn(async () => Response.json({ message: 'Taken', code: 'key-reused' }, { status: 422 }));
  vi.stubGlobal('fetch', sent);
  await pressNamed('Confirm Bet', dialog());
  await eventually(() => expect(sent).toHaveBeenCalled());
});

test('a chosen league that is lost is not replaced unasked, and no league says that a repetition is safe', async () => {
  const [doubt, ended] = [/counts only once/, { ...office, isOpen: false }];
  await show({ leagues: [sunday, office] });
  await press(field());
  await choose(office);
  await pressNamed('Place Bet');
  await pressNamed('Confirm Bet', dialog());
  await eventually(() => expect(words(slip())).toMatch(doubt));
  await show({ leagues: [sunday, ended] });
  expect(words(field())).toContain('Choose a league');
  expect(words(slip())).not.toMatch(doubt);
  await pressNamed('Place Bet');
  expect(radios(dialog()).filter(({ checked }) => checked)).toEqual([]);
});

test('another window that uses another league does not change the league here', async () => {
  const leagues = [sunday, office];
  await show({ leagues });
  await press(field());
  await choose(office);
  await show({ leagues, reload: 1 });
  localStorage.setItem('ching.league.ann', sunday.id); // as another window stores it
  await show({ leagues: [sunday, { ...office, available: fromWhole(600) }], reload: 1 });
  expect(words(field())).toContain('Office Pool600');
});

test('before a league is chosen, Max is what one of those that take the slip has', async () => {
  await show({ leagues: [sunday, office, { ...footy, available: fromWhole(5_000) }] });
  await press(slip()?.querySelector<HTMLElement>('[aria-label^=Max]'));
  expect(slipStore.read().slip.entries[0]?.amount).toBe('1000');
});

test('leagues that did not load can be loaded again', async () => {
  const onPlaced = vi.fn(async () => true);
  await show({ leagues: 'failed', onPlaced });
  expect(words(slip())).toContain('Failed to load your leagues.');
  await pressNamed('Try Again');
  expect(onPlaced).toHaveBeenCalledOnce();
});

test('a league that cannot be reached is not replaced by another one, and is back with the next list', async () => {
  await show({ leagues: [sunday, office] });
  await press(field());
  await choose(office);
  await show({ leagues: [sunday], unreachable: 1 });
  const status = () => words(slip()?.querySelector('[role=status]'));
  expect(words(field())).toBe('Bet in Choose a league');
  expect(status()).toBe('1 league cannot be reached at the moment');
  await show({ leagues: [sunday], unreachable: 1, reload: 1 });
  expect(words(field())).toBe('Bet in Choose a league');
  await pressNamed('Place Bet');
  expect(radios(dialog()).map(({ checked, value }) => [value, checked])).toEqual([[sunday.id, false]]);
  await show({ leagues: [sunday, office], reload: 1 });
  expect(words(field())).toBe('Bet in · last used Office Pool640 available');
  expect(status()).toBe('');
});

test('another league can still be chosen while some cannot be reached', async () => {
  await show({ leagues: [sunday], unreachable: 2 });
  await press(field());
  await choose(sunday);
  expect(words(slip())).toContain('Bet in Sunday League1,000 available2 leagues cannot be reached at the moment');
});

test('a player whose leagues cannot be reached is not asked to join one first', async () => {
  await show({ leagues: [], unreachable: 2 });
  const reason = '2 leagues cannot be reached at the moment, and no other takes this slip now. Nothing is lost.';
  expect(words(slip())).toContain(`Your pick is kept.${reason}`);
  await pressNamed('Place Bet');
  expect(words(dialog())).toContain(reason);
  expect(words(document.body)).not.toContain('need a league');
  expect(words(document.body)).not.toContain('need to join');
});

test('a chosen league that cannot be reached any more is not called lost in the question', async () => {
  await show({ leagues: [sunday, office] });
  await press(field());
  await choose(office);
  await pressNamed('Place Bet');
  await show({ leagues: [sunday], unreachable: 1 });
  expect(words(dialog())).toContain(
    'The chosen league cannot be reached at the moment. Choose another league to go on.',
  );
  await show({ leagues: [sunday, office] });
  expect(radios(dialog()).find(({ checked }) => checked)?.value).toBe(office.id);
});

test('after a try without an answer no other league takes the slip while its league cannot be reached', async () => {
  await show({ leagues: [sunday, office] });
  await press(field());
  await choose(office);
  await pressNamed('Place Bet');
  await pressNamed('Confirm Bet', dialog());
  await eventually(() => expect(words(slip())).toMatch(/counts only once/));
  await show({ leagues: [sunday], unreachable: 1 });
  expect(field()).toBeNull();
  expect(words(slip())).toContain('1 league cannot be reached at the moment, and no other takes this slip now.');
  expect(words(slip())).toMatch(/counts only once/);
});
