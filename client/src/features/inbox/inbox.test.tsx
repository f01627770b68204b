import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import { inboxCursorOf, type listNotices } from '#shared/api/notifications.ts';
import { Bell } from './bell.tsx';
import { Inbox } from './inbox.tsx';

type Wire = ReplyInput<typeof listNotices>['notices'][number];

const page = rootBeforeEach();
const idOf = (at: number) => `0197f0a0-0000-7000-8000-00000000000${at}`;
const cursorOf = (notice: Wire) => inboxCursorOf({ at: Date.parse(notice.at) * 1_000, id: notice.id });

function aNotice(at: number, changes: Partial<Wire> = {}): Wire {
  return {
    id: idOf(at),
    kind: 'settled',
    groupId: idOf(9),
    title: `Notice ${at}`,
    net: null,
    line: 'Sunday League',
    path: `/league/${idOf(9)}`,
    at: new Date(Date.UTC(2026, 0, 10) - at * 60_000).toISOString(),
    isRead: false,
    ...changes,
  };
}

/** A server with these notices, two on a page. Returns the paths of its POSTs, with the bodies that came. */
function serve(notices: Wire[]): string[] {
  const posts: string[] = [];
  vi.stubGlobal('fetch', async (input: string, { method, body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input, 'http://localhost');
    if (method === 'POST') {
      posts.push(body ? `${pathname} ${body}` : pathname);
      for (const notice of notices) notice.isRead ||= body !== undefined || pathname.includes(notice.id);
      return Response.json({ message: 'Marked as read' });
    }
    if (pathname.endsWith('/unread')) return Response.json({ unread: notices.filter(({ isRead }) => !isRead).length });
    const before = searchParams.get('before');
    const from = before === null ? 0 : notices.findIndex((notice) => cursorOf(notice) === before) + 1;
    const shown = notices.slice(from, from + 2);
    const [first, last] = [shown[0], notices.length > from + 2 ? shown.at(-1) : undefined];
    return Response.json({
      notices: shown,
      newest: first ? cursorOf(first) : null,
      next: last ? cursorOf(last) : null,
    });
  });
  return posts;
}

async function show(node: ReactNode): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await page.render(<QueryClientProvider client={client}>{node}</QueryClientProvider>);
}

const rows = () => [...page.area.querySelectorAll('li')];
const rowTexts = () => rows().map(({ textContent }) => textContent);
const press = (words: string) =>
  act(async () => [...page.area.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click());

test('a row says what happened with its net, where, and in a word whether it is new', async () => {
  serve([
    aNotice(1, { title: 'Sunday: 3 bets settled', net: '111.40', line: 'Sunday League · 2 won, 1 lost' }),
    aNotice(2, { title: 'Correction: LAR @ SF', net: '-114.55', isRead: true }),
  ]);
  await show(<Inbox heading={<h1>Inbox</h1>} />);
  await eventually(() => expect(rows()).toHaveLength(2));
  const [first, second] = rows();
  expect(first?.textContent).toContain('Sunday: 3 bets settled, +111');
  expect(first?.textContent).toContain('Sunday League · 2 won, 1 lost');
  expect([first, second].map((row) => row?.textContent?.endsWith('new'))).toEqual([true, false]);
  // Whole Ching are rounded down.
  expect(second?.querySelector('.text-lost')?.textContent).toBe('-115');
  expect(first?.querySelector('a')?.getAttribute('href')).toBe(`/league/${idOf(9)}`);
});

test('a row that is followed is marked as read, one that is read already is not marked again', async () => {
  const posts = serve([aNotice(1), aNotice(2, { isRead: true })]);
  const onLeave = vi.fn();
  await show(<Inbox heading={<h1>Inbox</h1>} onLeave={onLeave} />);
  await eventually(() => expect(rows()).toHaveLength(2));
  for (const row of rows()) await act(async () => row.querySelector('a')?.click());
  expect(onLeave).toHaveBeenCalledTimes(2);
  await eventually(() => expect(rowTexts().some((text) => text.endsWith('new'))).toBe(false));
  expect(posts).toEqual([`/api/notifications/${idOf(1)}/read`]);
});

test('all that is shown is marked at once, up to the newest', async () => {
  const notices = [aNotice(1), aNotice(2), aNotice(3)];
  const posts = serve(notices);
  await show(<Inbox heading={<h1>Inbox</h1>} />);
  await eventually(() => expect(page.area.textContent).toContain('3 new'));
  await press('Show more');
  await eventually(() => expect(rows()).toHaveLength(3));
  await press('Mark all read');
  await eventually(() => expect(page.area.textContent).not.toContain('new'));
  expect(posts).toEqual([`/api/notifications/read ${JSON.stringify({ until: cursorOf(aNotice(1)) })}`]);
  expect(page.area.textContent).not.toContain('Mark all read');
});

test('notices that do not come are named, and asked for again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await show(<Inbox heading={<h1>Inbox</h1>} />);
  await eventually(() => expect(page.area.textContent).toContain('Failed to load inbox'));
  serve([aNotice(1)]);
  await press('Try Again');
  await eventually(() => expect(rows()).toHaveLength(1));
});

test.each([
  [0, 'Inbox', ''],
  [1, 'Inbox, 1 new', '1'],
  [99, 'Inbox, 99 new', '99'],
  [100, 'Inbox, 100 new', '99+'],
])('with %i unread notices the bell is "%s"', async (unread, label, number) => {
  vi.stubGlobal('fetch', async () => Response.json({ unread }));
  await show(<Bell />);
  await eventually(() => {
    for (const bell of page.area.querySelectorAll('a, button')) {
      expect([bell.getAttribute('aria-label'), bell.textContent]).toEqual([label, number]);
    }
  });
});
