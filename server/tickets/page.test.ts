import { expect, test } from 'vitest';
import { readPage } from './page.ts';
import type { TicketList } from './page-keys-store.ts';

const leagueId = '00000000-0000-4000-8000-00000000000a';
const idOf = (nth: number) => `00000000-0000-4000-8000-00000000000${nth}`;

/** Tickets 1 and 2 were settled after the open ones were read, so both reads have them. Ticket 1 is the latest. */
const list: TicketList = {
  open: async ({ parts, most }) => ({
    counts: [{ leagueId, open: 2, live: 2, pending: 0 }],
    keys: parts.flatMap(({ isLive, afterAt }) =>
      [1, 2]
        .map((nth) => ({ leagueId, id: idOf(nth), at: 9 - nth, isLive }))
        .filter(({ at }) => isLive && at < afterAt)
        .slice(0, most),
    ),
  }),
  counts: async () => [{ leagueId, won: 6, lost: 1, push: 0 }],
  settled: async (_, grades, { afterAt, most }) =>
    (grades.includes('won') ? [1, 2, 3, 4, 5, 6] : [7])
      .map((nth) => ({ leagueId, id: idOf(nth), at: 100 - nth }))
      .filter(({ at }) => at < afterAt)
      .slice(0, most),
};

const numbersOf = (keys: readonly { id: string }[]) => keys.map(({ id }) => Number(id.slice(-1)));

test('a list goes on after a page whose tickets are settled between its two reads', async () => {
  const { keys, next } = await readPage(list, null, { status: 'all', limit: 2 });
  expect([numbersOf(keys), next]).toEqual([[1, 2], `0.7.${idOf(2)}`]);
  const rest = await readPage(list, null, { status: 'all', before: { section: 0, at: 7, id: idOf(2) }, limit: 3 });
  expect(numbersOf(rest.keys)).toEqual([1, 2, 3]);
});

test('no won ticket is passed over for a lost one when tickets are settled between the reads', async () => {
  const { keys, next } = await readPage(list, null, { status: 'all', limit: 4 });
  expect([numbersOf(keys), next]).toEqual([[1, 2, 3, 4], `2.96.${idOf(4)}`]);
});
