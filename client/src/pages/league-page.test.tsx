import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { currentUserQuery } from '#client/features/auth/queries.ts';
import { leaguesQuery } from '#client/features/leagues/queries.ts';
import { startLive } from '#client/lib/live.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { departureTopic, type Topic, userTopic } from '#shared/api/events.ts';
import type { Group, Membership } from '#shared/api/groups.ts';
import { fromWhole, toWire } from '#shared/domain/money.ts';
import { aGroup, aUser } from '#shared/testing/wire.ts';
import { LeaguePage } from './league-page.tsx';

const league: Group = {
  ...aGroup,
  ownerId: '0197f0a0-0000-7000-8000-000000000003',
  endDate: '2027-01-01T04:59:00.000Z',
  allowedSports: 'NFL',
  reveal: 'started',
};

const membership: Membership = {
  group: league,
  previousId: null,
  next: null,
  memberCount: 3,
  displayName: null,
  balance: fromWhole(1_000),
  available: fromWhole(1_000),
  pending: fromWhole(0),
};

const page = rootBeforeEach();
let stopListening = () => {};
afterEach(() => stopListening());

/** Opens the page of the league. `send` delivers a topic, as the event stream does. */
async function open(cached: readonly Membership[] = []): Promise<{ send: (topic: Topic) => Promise<void> }> {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(currentUserQuery.queryKey, aUser);
  client.setQueryData(leaguesQuery.queryKey, { reply: [...cached], unreachable: 0 });
  const stream: Pick<EventSource, 'onmessage' | 'close'> = { onmessage: null, close: () => {} };
  stopListening = startLive(client, () => stream as EventSource);
  await page.render(
    <QueryClientProvider client={client}>
      <LeaguePage id={league.id} />
    </QueryClientProvider>,
  );
  return {
    send: (data) =>
      act(async () => stream.onmessage?.call(stream as EventSource, new MessageEvent('message', { data }))),
  };
}

/** The server: the viewer's leagues, and nothing in each of them. */
function serve(leagues: () => readonly Membership[]): void {
  const reply = () =>
    leagues().map(({ balance, available, pending, ...rest }) => ({
      ...rest,
      ...{ balance: toWire(balance), available: toWire(available), pending: toWire(pending) },
    }));
  vi.stubGlobal('fetch', async (path: string) => Response.json(path.endsWith('/groups') ? reply() : []));
}

/**
 * Waits for the words. The query client notifies in a timer of its own, and changes are refetched after some 100 ms.
 */
async function expectWords(words: string): Promise<void> {
  for (let waits = 0; waits < 250 && !page.area.textContent.includes(words); waits += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  }
  expect(page.area.textContent).toContain(words);
}

const links = () => [...page.area.querySelectorAll('a')].map((link) => link.textContent);

test('a league that is not in the list is looked up again, and then it is not found', async () => {
  serve(() => []);
  await open();
  await expectWords('League not found. This league may not exist');
});

test('a failed look-up is a failure, and not a league that does not exist', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await open();
  await expectWords('Failed to load league details');
  expect(page.area.textContent).not.toContain('League not found');
});

test('a member sees the rules of the league', async () => {
  serve(() => [membership]);
  await open();
  await expectWords('NFL · Ends Dec 31, 2026, 11:59 PM ET · Bets of others show once the game starts');
  expect(page.area.textContent).not.toContain('Bring your friends');
});

describe('a league that is lost while its page is open', () => {
  test('says that the owner removed the viewer, before the list of leagues has come again', async () => {
    serve(() => [membership]);
    const { send } = await open([membership]);
    await expectWords('Available Balance');
    await send(departureTopic(aUser.id, 'removed', league.id));
    expect(page.area.querySelector('[role=alert]')?.textContent).toContain(`You were removed from ${league.name}`);
    expect(links()).toEqual(['Back to Leaderboards', 'My Bets']);
  });

  test('says that the owner deleted it', async () => {
    serve(() => []);
    const { send } = await open([membership]);
    await send(departureTopic(aUser.id, 'deleted', league.id));
    await expectWords(`${league.name} was deleted`);
    expect(links()).toEqual(['Back to Leaderboards']);
  });

  test('says both where the page did not hear which of them it was', async () => {
    let leagues = [membership];
    serve(() => leagues);
    const { send } = await open([membership]);
    await expectWords('Available Balance');
    leagues = [];
    await send(userTopic(aUser.id));
    await expectWords(`You are not in ${league.name} any more`);
    expect(page.area.textContent).toContain('You were removed, or the league was deleted.');
  });

  test('stays when another league was lost', async () => {
    serve(() => [membership]);
    const { send } = await open([membership]);
    await send(departureTopic(aUser.id, 'removed', aUser.id));
    await expectWords('Available Balance');
  });
});

test('a new league shows its code at once, also after the first friend has joined', async () => {
  let memberCount = 1;
  serve(() => [{ ...membership, memberCount }]);
  const { send } = await open();
  await expectWords(`League code: ${league.joinCode}`);
  memberCount = 2;
  await send(userTopic(aUser.id));
  await expectWords(`League code: ${league.joinCode}`);
});

test('a league that nobody can join any more asks for no friends', async () => {
  const isOver = { joinDeadline: '2020-01-01T05:00:00.000Z' };
  serve(() => [{ ...membership, memberCount: 1, group: { ...membership.group, ...isOver } }]);
  await open();
  await expectWords('Available Balance');
  expect(page.area.textContent).not.toContain('Bring your friends');
});
