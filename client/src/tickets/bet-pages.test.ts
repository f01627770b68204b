import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cursorOf, placeOf } from '#shared/api/bet-pages.ts';
import type { Bet } from '#shared/api/bets.ts';
import { aBet } from '#shared/testing/wire.ts';
import { pagesQuery, withoutCopies } from './bet-pages.ts';
import { ticketsOf } from './ticket.ts';

const idOf = (at: number) => `0197f0a0-0000-7000-8000-${String(at).padStart(12, '0')}`;

/**
 * A list of bets that were placed or settled at these times. A page has two, and three when it is read again. `asked`
 * has the pages that were read.
 */
function listOf(list: { section: number; at: number }[]) {
  const client = new QueryClient();
  const asked: string[] = [];
  const counts = { all: 0, open: 0, live: 0, pending: 0, won: 0, lost: 0, push: 0 };
  const sortKey = ({ section, at }: { section: number; at: number }) => section * 1_000 - at;
  const options = pagesQuery(['list'], null, async ({ before, until, limit }) => {
    const most = limit ? 3 : 2;
    const [from, to] = [before && placeOf(before), until && placeOf(until)];
    asked.push(`${from ? sortKey(from) : 'start'} to ${to ? sortKey(to) : '?'}`);
    const inOrder = [...list].sort((one, other) => sortKey(one) - sortKey(other));
    const after = inOrder.filter((one) => !from || sortKey(one) > sortKey(from));
    const found = after.filter((one) => !to || sortKey(one) <= sortKey(to));
    const [last] = found.slice(0, most).slice(-1);
    const next = found.length > most && last ? cursorOf({ ...last, id: idOf(last.at) }) : (until ?? null);
    const bets = found
      .slice(0, most)
      .map(({ section, at }): Bet => aBet({ id: idOf(at), status: section > 1 ? 'won' : 'pending' }));
    return { bets, next, counts };
  });
  const observer = new InfiniteQueryObserver(client, options);
  const shown = () =>
    observer.getCurrentResult().data?.pages.map(({ bets }) => bets.map(({ id }) => Number(id.slice(-3))));
  return { observer, shown, asked, list };
}

test('a refresh adds to each page what has come into it, and asks for no page that cannot have changed', async () => {
  const won = [90, 80, 70, 60, 50, 40, 30].map((at) => ({ section: 2, at }));
  const { observer, shown, asked, list } = listOf([{ section: 1, at: 20 }, ...won]);
  const stop = observer.subscribe(() => {});
  await observer.refetch();
  for (let page = 1; page < 4; page += 1) await observer.fetchNextPage();
  expect(shown()).toEqual([
    [20, 90],
    [80, 70],
    [60, 50],
    [40, 30],
  ]);
  asked.length = 0;
  list.push({ section: 2, at: 95 });
  await observer.refetch();
  expect(shown()).toEqual([
    [20, 95, 90],
    [80, 70],
    [60, 50],
    [40, 30],
  ]);
  expect(asked).toEqual(['start to 1910', '1950 to ?']);
  stop();
});

test('a page that has grown too long is parted, and the pages after it are the same', async () => {
  const won = [90, 80, 70, 60, 50, 40, 30].map((at) => ({ section: 2, at }));
  const { observer, shown, asked, list } = listOf([{ section: 1, at: 20 }, ...won]);
  const stop = observer.subscribe(() => {});
  await observer.refetch();
  for (let page = 1; page < 4; page += 1) await observer.fetchNextPage();
  asked.length = 0;
  list.push({ section: 2, at: 95 }, { section: 2, at: 99 });
  await observer.refetch();
  expect(shown()).toEqual([[20, 99, 95], [90], [80, 70], [60, 50]]);
  expect(asked).toEqual(['start to 1910', '1905 to 1910']);
  expect(observer.getCurrentResult().hasNextPage).toBe(true);
  await observer.fetchNextPage();
  expect(shown()).toEqual([[20, 99, 95], [90], [80, 70], [60, 50], [40, 30]]);
  stop();
});

test('of a ticket on two pages the later state is shown', () => {
  const [open, won, corrected] = [
    aBet({ id: 'a' }),
    aBet({ id: 'a', status: 'won', settledAt: '2026-11-22T20:00:00.000Z' }),
    aBet({ id: 'a', status: 'lost', settledAt: '2026-11-22T21:00:00.000Z' }),
  ];
  const other = ticketsOf([aBet({ id: 'b' })]);
  const pages = [[...ticketsOf([open]), ...other], ticketsOf([corrected]), ticketsOf([won])];
  expect(withoutCopies(pages).map((page) => page.map(({ id, status }) => `${id} ${status}`))).toEqual([
    ['b pending'],
    ['a lost'],
    [],
  ]);
  expect(withoutCopies([other])).toEqual([other]);
});
