import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { currentUserQuery } from '#client/features/auth/queries.ts';
import '#client/features/bet-slip/bet-slip.tsx'; // loaded here, like the next one, so that no test waits for it
import '#client/features/leagues/first-league.tsx';
import { refreshMs } from '#client/lib/query-client.ts';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { listBets } from '#shared/api/bets.ts';
import { unreachableHeader } from '#shared/api/endpoint.ts';
import { memberForm } from '#shared/api/form.ts';
import { type Group, listGroups } from '#shared/api/groups.ts';
import { memberLuck } from '#shared/api/luck.ts';
import { ownRecord } from '#shared/api/record.ts';
import { site } from '#shared/api/site.ts';
import { fromWhole, toWire } from '#shared/domain/money.ts';
import { aGroup, aUser } from '#shared/testing/wire.ts';
import { GamesPage } from './games-page.tsx';
import { LeaderboardPage } from './leaderboard-page.tsx';
import { LeaguePage } from './league-page.tsx';
import { MemberPage } from './member-page.tsx';
import { MyBetsPage } from './my-bets-page.tsx';
import { ProfilePage } from './profile-page.tsx';

const league: Group = { ...aGroup, ownerId: aUser.id, endDate: '2027-01-01T04:59:00.000Z' };
const membership = {
  group: league,
  previousId: null,
  next: null,
  memberCount: 3,
  displayName: null,
  ...{ balance: toWire(fromWhole(1_000)), available: toWire(fromWhole(1_000)), pending: toWire(fromWhole(0)) },
};

const page = rootBeforeEach();
let client: QueryClient;
/** The answer of the server: the leagues that it can reach, and the number of those that it cannot. */
let reached: (typeof membership)[];
let unreachable: number;
/** The paths that were asked for. */
let asked: string[];

const [formPath, luckPath] = [memberForm, memberLuck].map(({ path }) => path.replace(':userId', aUser.id)) as [
  string,
  string,
];
const tally = { won: 0, lost: 0, returned: 0, net: '0.00' };
/** Of somebody without a settled bet. */
const form = {
  ...{ name: 'Ann', leagues: 1, ...tally, staked: '0.00', averagePrice: null, biggestWin: null, weeks: null },
  ...{ streak: null, longestWon: 0, longestLost: 0, last: [], points: [] },
  splits: { sport: [], market: [], price: [], day: [] },
};
const luck = {
  ...{ leagues: 1, legs: 0, beat: 0, edge: null, returned: 0, legsInNet: 0, outcome: null },
  leftOut: { manual: 0, old: 0, moved: 0, missing: 0 },
};

beforeEach(() => {
  [reached, unreachable, asked] = [[], 0, []];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(currentUserQuery.queryKey, aUser);
  client.setQueryData([site.path], { simulated: false, demo: false });
  const overLeagues: string[] = [listGroups.path, listBets.path, ownRecord.path, formPath, luckPath];
  const counts = { all: 0, open: 0, live: 0, pending: 0, won: 0, lost: 0, push: 0 };
  const record = { bets: 0, wins: 0, losses: 0, winRate: null, wagered: '0.00', net: '0.00' };
  vi.stubGlobal('fetch', async (address: string) => {
    const [path = '', query = ''] = address.split('?');
    asked.push(path);
    const headers: HeadersInit =
      unreachable > 0 && overLeagues.includes(path) ? { [unreachableHeader]: String(unreachable) } : {};
    const answers: Record<string, unknown> = {
      ...{ [listGroups.path]: reached, [ownRecord.path]: record, [formPath]: form, [luckPath]: luck },
    };
    const isPage = path === listBets.path && !query.startsWith('since');
    return Response.json(isPage ? { bets: [], next: null, counts, groups: [] } : (answers[path] ?? []), { headers });
  });
});

const render = (shown: ReactNode) => page.render(<QueryClientProvider client={client}>{shown}</QueryClientProvider>);
const refetch = () => act(() => client.invalidateQueries());
const words = () => page.area.textContent?.replace(/\s+/g, ' ') ?? '';
const notices = () => [...page.area.querySelectorAll('[role=status]')].map(({ textContent }) => textContent);

describe.each([
  ['leaderboard', <LeaderboardPage key="leaderboard" />, 'No Leagues Yet', 'No league can be shown'],
  ['profile', <ProfilePage key="profile" />, 'No Leagues Yet', 'No league can be shown'],
  ['My Bets', <MyBetsPage key="my-bets" />, 'No bets placed yet', 'No bets can be shown'],
])('the %s', (_name, shown, none, parted) => {
  test('says how many leagues cannot be reached, and does not take them for lost', async () => {
    unreachable = 2;
    await render(shown);
    await eventually(() => expect(words()).toContain(parted));
    expect(notices()).toEqual(['2 leagues cannot be reached at the moment. Nothing is lost.']);
    expect(words()).not.toContain(none);
    unreachable = 0;
    await refetch();
    await eventually(() => expect(words()).toContain(none));
    expect(notices()).toEqual([]);
  });
});

test('the profile says once that form and luck leave leagues out, and reads both again by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  unreachable = 1;
  await render(<ProfilePage />);
  await eventually(() => expect(words()).toContain('No settled bets yet'));
  expect(notices()).toEqual(['1 league cannot be reached at the moment. Nothing is lost.']);
  unreachable = 0;
  asked.length = 0;
  vi.advanceTimersByTime(refreshMs);
  await eventually(() => expect(notices()).toEqual([]));
  expect(asked).toEqual(expect.arrayContaining([formPath, luckPath]));
});

test('a page of a member says it too', async () => {
  unreachable = 1;
  history.replaceState(null, '', '/?over=all');
  onTestFinished(() => history.replaceState(null, '', '/'));
  await render(<MemberPage leagueId={league.id} userId={aUser.id} />);
  await eventually(() => expect(words()).toContain('No settled bets yet'));
  expect(notices()).toEqual(['1 league cannot be reached at the moment. Nothing is lost.']);
});

test('the leaderboard shows the leagues that can be reached', async () => {
  [reached, unreachable] = [[membership], 1];
  await render(<LeaderboardPage />);
  await eventually(() => expect(words()).toContain(`${league.name}3 members`));
  expect(notices()).toContain('1 league cannot be reached at the moment. Nothing is lost.');
});

test('My Bets says of a league that can be reached that no bet was placed in it', async () => {
  [reached, unreachable] = [[membership], 1];
  await render(<MyBetsPage />);
  await eventually(() => expect(page.area.textContent).toContain('No bets can be shown'));
  const tab = [...page.area.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) =>
    textContent?.includes(league.name),
  );
  await act(async () => tab?.click());
  await eventually(() => expect(page.area.textContent).toContain('No bets placed yet'));
});

test('the slate asks nobody for a first league whose leagues cannot be reached', async () => {
  unreachable = 1;
  await render(<GamesPage />);
  await eventually(() => expect(words()).toContain('1 league cannot be reached at the moment'));
  expect(words()).not.toContain('First, a league');
  unreachable = 0;
  await refetch();
  await eventually(() => expect(words()).toContain('First, a league'));
});

test('the page of a league says that it cannot be reached, and shows it again', async () => {
  reached = [membership];
  await render(<LeaguePage id={league.id} />);
  await eventually(() => expect(words()).toContain(league.name));
  [reached, unreachable] = [[], 1];
  await refetch();
  await eventually(() => expect(notices().join()).toContain(`${league.name} cannot be reached at the moment`));
  expect(words()).not.toContain('You are not in');
  [reached, unreachable] = [[membership], 0];
  await refetch();
  await eventually(() => expect(words()).toContain('Available Balance'));
  expect(notices().join()).not.toContain('cannot be reached');
});

test('a league that was never shown may be one of those that cannot be reached', async () => {
  unreachable = 1;
  await render(<LeaguePage id={league.id} />);
  await eventually(() => expect(words()).toContain('This league cannot be reached at the moment, or'));
  expect(words()).not.toContain('League not found');
});
