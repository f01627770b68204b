import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { currentUserQuery } from '#client/features/auth/queries.ts';
import '#client/features/bet-slip/bet-slip.tsx'; // loaded here, like the next ones, so that no test waits for it
import '#client/features/leagues/first-league.tsx';
import '#client/features/leagues/join-league-form.tsx';
import { leaguesQuery } from '#client/features/leagues/queries.ts';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import '#client/ui/modal.tsx';
import { createGroup, type Group, joinGroup } from '#shared/api/groups.ts';
import { fromWhole, toWire } from '#shared/domain/money.ts';
import { aGroup, aUser } from '#shared/testing/wire.ts';
import { GamesPage } from './games-page.tsx';
import { LeaderboardPage } from './leaderboard-page.tsx';

const league: Group = {
  ...aGroup,
  ownerId: '0197f0a0-0000-7000-8000-000000000003',
  endDate: '2027-01-01T04:59:00.000Z',
  allowedSports: 'NFL',
  reveal: 'started',
};
const money = toWire(fromWhole(1_000));
const membership = {
  group: league,
  previousId: null,
  next: null,
  memberCount: 2,
  displayName: null,
  ...{ balance: money, available: money, pending: toWire(fromWhole(0)) },
};

const page = rootBeforeEach();
let client: QueryClient;
let isMember: boolean;
/** Resolves when the server may answer with the leagues. */
let mayList: Promise<void>;

beforeEach(() => {
  isMember = false;
  mayList = Promise.resolve();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(currentUserQuery.queryKey, aUser);
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === joinGroup.path) {
      isMember = true;
      return Response.json(league);
    }
    if (path !== createGroup.path) return Response.json([]);
    await mayList;
    return Response.json(isMember ? [membership] : []);
  });
});

const button = (words: string) => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words);
  if (!found) throw new Error(`no ${words}`);
  return found;
};
const code = () => {
  const found = document.querySelector<HTMLInputElement>('[role=dialog] input');
  if (!found) throw new Error('no field');
  return found;
};
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(code(), text);
    code().dispatchEvent(new Event('input', { bubbles: true }));
  });
const press = (pressed: HTMLElement | null | undefined) =>
  act(async () => {
    pressed?.focus();
    pressed?.click();
  });
/** Whether the focus is on the heading, or on the whole page while that has none. */
const isFocusOnPage = () => document.activeElement === (document.querySelector('h1') ?? document.querySelector('main'));

describe.each([
  ['slate', <GamesPage key="slate" />, 'First, a league', 'Enter a code'],
  ['leaderboard', <LeaderboardPage key="leaderboard" />, 'No Leagues Yet', 'Join League'],
])('the card of the %s that asks for a first league', (_name, shown, title, words) => {
  const hasCard = () => page.area.textContent?.includes(title);
  const open = async () => {
    await page.render(<QueryClientProvider client={client}>{shown}</QueryClientProvider>);
    await eventually(() => expect(hasCard()).toBe(true));
    await press(button(words));
    await eventually(code);
  };

  test('leaves the focus on the page when the code has led into a league', async () => {
    await open();
    let list = () => {};
    mayList = new Promise((resolve) => {
      list = resolve;
    });
    await type('ABCDEF');
    await press(document.querySelector<HTMLElement>('[role=dialog] [type=submit]'));
    await eventually(() => expect(document.activeElement).toBe(button(words)));
    list();
    await eventually(() => expect(hasCard()).toBe(false));
    await eventually(() => expect(isFocusOnPage()).toBe(true));
  });

  test('stays while its dialog is open, with what is typed there, and then leaves the focus on the page', async () => {
    await open();
    await type('ABC');
    isMember = true; // in another tab
    await act(async () => client.invalidateQueries({ queryKey: leaguesQuery.queryKey }));
    expect(client.getQueryData(leaguesQuery.queryKey)?.reply).toHaveLength(1);
    expect(code().value).toBe('ABC');
    await press(document.querySelector<HTMLElement>('[role=dialog] [aria-label=Close]'));
    await eventually(() => expect(hasCard()).toBe(false));
    await eventually(() => expect(isFocusOnPage()).toBe(true));
  });
});
