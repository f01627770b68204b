import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { currentToast } from '#client/ui/toast-store.ts';
import type { ManualOdds } from '#shared/api/admin.ts';
import type { GameView } from '#shared/api/games.ts';
import { aPrice } from '#shared/testing/examples.ts';
import { aGameView, noOdds } from '#shared/testing/wire.ts';
import type { ChangeDraft, TypedOdds } from './odds-draft.ts';
import { manualOddsQuery } from './queries.ts';
import { SportOdds } from './sport-odds.tsx';

type Shown = Parameters<typeof SportOdds>[0]['games'];
type Sent = { gameId: string; spreadHome: string; seen: object };

const before = new Date('2026-11-22T17:00:00Z');
const bills = asListed(aGameView);
const jets = asListed({ ...aGameView, id: 'espn:2', awayTeam: 'Dallas Cowboys', homeTeam: 'New York Jets' });
const gameId = aGameView.id;
const bob: ManualOdds = {
  ...noOdds,
  gameId,
  moneylineHome: aPrice(-130),
  moneylineAway: aPrice(110),
  setBy: 'Bob',
  notes: '',
  updatedAt: '2026-11-22T16:00:00.000Z',
};

const page = rootBeforeEach();
let client: QueryClient;
let drafts: Record<string, TypedOdds>;
let sent: Sent[];

beforeEach(() => {
  drafts = {};
  sent = [];
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (!path.endsWith('/bulk')) return Response.json([]);
    sent.push(JSON.parse(String(init?.body)).odds[0]);
    return Response.json({ message: 'The odds of this game were changed', code: 'odds-changed' }, { status: 409 });
  });
});
afterEach(() => {
  vi.useRealTimers();
});

function asListed(game: GameView) {
  return { ...game, startsAt: new Date(game.gameTime), startKnown: true };
}

async function show(games: Exclude<Shown, string>, manual: ManualOdds[] = []): Promise<void> {
  client.setQueryData(manualOddsQuery('NFL', games).queryKey, manual);
  const changeDraft: ChangeDraft = (id, change) => {
    const { [id]: had, ...others } = drafts;
    const typed = change(had ?? null);
    drafts = typed ? { ...others, [id]: typed } : others;
  };
  await page.render(
    <QueryClientProvider client={client}>
      <SportOdds
        sport="NFL"
        games={games}
        isOld={false}
        now={before}
        drafts={drafts}
        onDraft={changeDraft}
        onRefresh={async () => undefined}
      />
    </QueryClientProvider>,
  );
}

function part<T extends Element>(game: GameView, selector: string): T {
  const card = document.querySelector(`[aria-label="${game.awayTeam} at ${game.homeTeam}"]`);
  const found = card?.querySelector<T>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}
const save = (game: GameView) => part<HTMLButtonElement>(game, '[type=submit]');
const card = (game: GameView) => part(game, 'header').parentElement?.textContent;

async function type(game: GameView, text: string): Promise<void> {
  const input = part<HTMLInputElement>(game, 'input[step="0.5"]');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** A click: `detail` 1 is a pointer's, 0 the keyboard's. */
const click = (button: HTMLElement, detail = 1) =>
  act(async () => button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail })));

test('a tap on a list that moved a moment ago saves no other game', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await show([bills, jets]);
  await show([{ ...bills, status: 'live', bettingLocked: true }, jets]); // it moves below the other one
  await click(save(jets));
  expect(sent).toEqual([]);
  await act(async () => vi.advanceTimersByTime(1_000));
  await click(save(jets));
  expect(sent).toMatchObject([{ gameId: 'espn:2' }]);
});

test('the keyboard acts on the game that has the focus, wherever that moved', async () => {
  await show([bills, jets]);
  await show([{ ...bills, status: 'live', bettingLocked: true }, jets]);
  await click(save(jets), 0);
  expect(sent).toMatchObject([{ gameId: 'espn:2' }]);
});

test('odds that another admin saved meanwhile are announced, and overwritten only after a second decision', async () => {
  await show([bills]);
  await type(bills, '-9.5');
  await show([bills], [bob]);
  expect(save(bills).disabled).toBe(true);
  expect(card(bills)).toContain('Bob saved other odds for this game after you began.');
  await click(save(bills));
  expect(sent).toEqual([]);
  await click(part(bills, '[role=alert] button'));
  await show([bills], [bob]);
  expect(save(bills)).toMatchObject({ disabled: false, textContent: 'Save My Odds' });
  await click(save(bills));
  const { awayTeam, homeTeam } = bills;
  expect(sent).toMatchObject([{ gameId, spreadHome: '-9.5', seen: { awayTeam, homeTeam, updatedAt: bob.updatedAt } }]);
});

test('odds typed for other teams are not saved', async () => {
  await show([bills]);
  await type(bills, '-9.5');
  const swapped = { ...bills, awayTeam: bills.homeTeam, homeTeam: bills.awayTeam };
  await show([swapped]);
  expect(save(swapped).disabled).toBe(true);
  expect(card(swapped)).toContain('The teams of this game have changed.');
  expect(document.querySelector('[role=alert] button')).toBeNull();
});

test('a game that locks says that the typed odds were not saved', async () => {
  await show([bills]);
  await type(bills, '-9.5');
  await show([{ ...bills, status: 'live', bettingLocked: true }]);
  expect(card(bills)).toContain('The odds that you typed were not saved.');
});

test('what the page showed is sent along, and a refusal keeps what was typed', async () => {
  await show([bills]);
  await type(bills, '-9.5');
  await show([bills]);
  await click(save(bills));
  const { awayTeam, homeTeam } = bills;
  expect(sent).toMatchObject([{ gameId, spreadHome: '-9.5', seen: { awayTeam, homeTeam, updatedAt: null } }]);
  await vi.waitFor(() => expect(currentToast()?.description).toBe('The odds of this game were changed'));
  expect(drafts[gameId]).toBeDefined();
});

describe('while odds are cleared', () => {
  let answer: () => void;

  /** Opens Bob's odds, types over them, and presses Clear, which is answered later. */
  async function clear(): Promise<void> {
    vi.stubGlobal('fetch', (path: string) => {
      if (!path.endsWith('/bulk')) return Promise.resolve(Response.json([]));
      return new Promise((resolve) => {
        answer = () => resolve(Response.json([]));
      });
    });
    await show([bills], [bob]);
    await type(bills, '-8.5');
    await show([bills], [bob]);
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Clear');
    if (!button) throw new Error('no Clear');
    await click(button);
  }

  async function cleared(): Promise<void> {
    await act(async () => answer());
    await vi.waitFor(() => expect(currentToast()?.title).toBe('Odds Cleared'));
  }

  test('text that was typed before is discarded', async () => {
    await clear();
    await cleared();
    await vi.waitFor(() => expect(drafts[gameId]).toBeUndefined());
  });

  test('text that is typed meanwhile stays, typed over the odds without manual ones', async () => {
    await clear();
    await type(bills, '-9.5');
    await cleared();
    await vi.waitFor(() =>
      expect(drafts[gameId]).toMatchObject({ odds: { spreadHome: '-9.5' }, seen: { updatedAt: null } }),
    );
  });
});
