import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
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
  moneylineHome: aPrice(140),
  moneylineAway: aPrice(-160),
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

const changeDraft: ChangeDraft = (id, change) => {
  const { [id]: had, ...others } = drafts;
  const typed = change(had ?? null);
  drafts = typed ? { ...others, [id]: typed } : others;
};
const refresh = async () => undefined;
const readGame = async () => null;

async function show(games: Exclude<Shown, string>, manual: ManualOdds[] = [], now = before): Promise<void> {
  client.setQueryData(manualOddsQuery('NFL', games).queryKey, manual);
  await page.render(
    <QueryClientProvider client={client}>
      <SportOdds
        sport="NFL"
        games={games}
        isOld={false}
        now={now}
        drafts={drafts}
        onDraft={changeDraft}
        onRefresh={refresh}
        readGame={readGame}
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

test('the name of the admin who set the odds is cut at its own end', async () => {
  await show([bills], [bob]);
  expect(card(bills)).toContain('Set by Bob');
  expect(part(bills, 'p .truncate').textContent).toBe('Bob');
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

describe('odds that are typed when their game starts', () => {
  const started = { ...bills, status: 'live', bettingLocked: true } as const;
  const button = (words: string) => {
    const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(words));
    if (!found) throw new Error(`no ${words}`);
    return found;
  };

  beforeEach(async () => {
    await show([{ ...bills, ...noOdds }, jets]);
    await type(bills, '-9.5');
  });

  test('stay on the screen, to be read, with the reason', async () => {
    await show([started, jets]);
    expect(card(bills)).toContain('Betting locked - Game in progress');
    expect(part(bills, '[role=alert]').textContent).toBe(
      'The game has started. The odds that you typed were not saved.',
    );
    const input = part<HTMLInputElement>(bills, 'input[step="0.5"]');
    expect([input.value, input.readOnly]).toEqual(['-9.5', true]);
    expect(() => save(bills)).toThrow();
  });

  test('stand beside the last odds, which name a college team by its school', async () => {
    const college = { sport: 'CFB', awayTeamCity: 'Ole Miss', awayTeamName: 'Rebels' } as const;
    await show([{ ...bills, ...college, status: 'live', bettingLocked: true }]);
    expect(card(bills)).toContain('Spread Ole Miss');
    expect(card(bills)).not.toContain('Rebels');
  });

  test('are not called unsaved while they are being saved', async () => {
    let answer = () => {};
    vi.stubGlobal('fetch', (path: string) => {
      if (!path.endsWith('/bulk')) return Promise.resolve(Response.json([]));
      return new Promise((resolve) => {
        answer = () => resolve(Response.json([bob]));
      });
    });
    await show([{ ...bills, ...noOdds }, jets]);
    await click(save(bills));
    await show([started, jets]);
    expect(part(bills, '[role=alert]').textContent).toBe(
      'The game has started. The odds that you typed are being saved.',
    );
    expect(() => button('Discard')).toThrow();
    await act(async () => answer());
    await eventually(() => expect(drafts[gameId]).toBeUndefined());
  });

  test.each([
    [
      () => Promise.reject(new TypeError('Failed to fetch')),
      'We do not know whether the odds that you typed were saved.',
    ],
    [
      () => Promise.resolve(Response.json({ message: 'Betting is locked', code: 'locked' }, { status: 409 })),
      'The odds that you typed were not saved.',
    ],
  ])('after a save that was not answered, or was refused, say so', async (reply, words) => {
    vi.stubGlobal('fetch', (path: string) => (path.endsWith('/bulk') ? reply() : Promise.resolve(Response.json([]))));
    await show([{ ...bills, ...noOdds }, jets]);
    await click(save(bills));
    await eventually(() => expect(drafts[gameId]?.save).not.toBe('pending'));
    await show([started, jets]);
    expect(part(bills, '[role=alert]').textContent).toBe(`The game has started. ${words}`);
  });

  test('stay in the list where they were typed', async () => {
    await show([
      { ...bills, ...noOdds },
      { ...jets, ...noOdds },
    ]);
    const [, noOddsTab] = document.querySelectorAll<HTMLElement>('[role=tab]');
    await act(async () => noOddsTab?.click());
    expect(noOddsTab?.textContent).toContain('No odds');
    expect(noOddsTab?.getAttribute('aria-selected')).toBe('true');
    await show([
      { ...started, ...noOdds },
      { ...jets, ...noOdds },
    ]);
    const listed = [...document.querySelectorAll('article')].map((article) => article.getAttribute('aria-label'));
    expect(listed[0]).toBe('Kansas City Chiefs at Buffalo Bills');
    expect(listed).toHaveLength(2);
  });

  test('can be copied and discarded', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await show([started, jets]);
    await click(button('Copy Typed Odds'), 0); // the list has just moved, so that a tap does nothing
    expect(copied.mock.calls[0]?.[0]).toMatch(
      /^Kansas City Chiefs at Buffalo Bills\nHome Spread: -9.5\nAway Spread: 9.5\n/,
    );
    expect(currentToast()?.title).toBe('Typed odds copied');
    copied.mockRejectedValue(new DOMException('no clipboard here', 'NotAllowedError'));
    await click(button('Copy Typed Odds'), 0);
    expect(currentToast()?.title).toBe('Copying is not possible here');
    await click(button('Discard'), 0);
    expect(drafts[gameId]).toBeUndefined();
  });
});

describe('a field that the server would refuse', () => {
  const marked = () => part<HTMLInputElement>(bills, 'input[aria-invalid]');
  /** Sends the form past the browser's own validation. */
  const submitted = () => new Event('submit', { bubbles: true, cancelable: true });

  test('is named and marked as on the screen, until something else is typed', async () => {
    await show([bills]);
    await type(bills, '-9.25');
    await show([bills]);
    const submit = () => act(async () => part(bills, 'form').dispatchEvent(submitted()));
    await submit();
    const words = 'Home Spread must be a number in steps of 0.5';
    await eventually(() => expect(currentToast()).toMatchObject({ title: 'Error', description: words }));
    expect(sent).toEqual([]);
    expect(marked().value).toBe('-9.25');
    expect(document.getElementById(marked().getAttribute('aria-describedby') ?? '')?.textContent).toBe(words);
    expect(document.activeElement).toBe(marked());
    await act(async () => marked().blur());
    await submit();
    await eventually(() => expect(document.activeElement).toBe(marked()));
    await type(bills, '-9.5');
    await show([bills]);
    await eventually(() => expect(() => marked()).toThrow());
    expect(card(bills)).not.toContain(words);
  });
});

test('a save without an answer is not called a failure, and the odds are read again', async () => {
  const reads: string[] = [];
  await show([bills]);
  await type(bills, '-9.5');
  await show([bills]);
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/bulk')) throw new TypeError('Failed to fetch');
    reads.push(path);
    return Response.json([]);
  });
  await click(save(bills));
  await eventually(() =>
    expect(currentToast()).toMatchObject({
      title: 'No Answer',
      description: 'We do not know whether the odds were saved. Refresh before you save again.',
    }),
  );
  await eventually(() => expect(reads).toHaveLength(1));
  expect(drafts[gameId]).toBeDefined();
});

test('what the page showed is sent along, and a refusal keeps what was typed', async () => {
  await show([bills]);
  await type(bills, '-9.5');
  await show([bills]);
  await click(save(bills));
  const { awayTeam, homeTeam } = bills;
  expect(sent).toMatchObject([{ gameId, spreadHome: '-9.5', seen: { awayTeam, homeTeam, updatedAt: null } }]);
  await eventually(() => expect(currentToast()?.description).toBe('The odds of this game were changed'));
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
    await eventually(() => expect(currentToast()?.title).toBe('Odds Cleared'));
  }

  test('text that was typed before is discarded', async () => {
    await clear();
    await cleared();
    await eventually(() => expect(drafts[gameId]).toBeUndefined());
  });

  test('text that is typed meanwhile stays, typed over the odds without manual ones', async () => {
    await clear();
    await type(bills, '-9.5');
    await cleared();
    await eventually(() =>
      expect(drafts[gameId]).toMatchObject({ odds: { spreadHome: '-9.5' }, seen: { updatedAt: null } }),
    );
  });
});

test('a game of tomorrow is one of today once midnight has passed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T04:58:00Z') }); // 11:58 PM Eastern
  await show([bills], [], new Date());
  expect(card(bills)).toContain('Sun, Nov 22, 1:00 PM ET');
  vi.setSystemTime(new Date('2026-11-22T05:02:00Z'));
  await show([bills], [], new Date());
  expect(card(bills)).toContain('Today, 1:00 PM ET');
});
