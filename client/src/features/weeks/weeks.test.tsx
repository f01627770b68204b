import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import type { Group } from '#shared/api/groups.ts';
import { headline } from '#shared/words/recap-words.ts';
import { Phrase } from './phrase.tsx';
import { WeeksPanel } from './weeks.tsx';

const page = rootBeforeEach();
const viewerId = '0197f0a0-0000-7000-8000-000000000001';
const running = {
  number: 1,
  startsAt: '2026-11-17T11:00:00.000Z',
  endsAt: '2026-11-24T11:00:00.000Z',
  isLast: false,
  leaders: [],
  leadersNet: null,
  bets: 0,
};

/** The text of the panel when the server has no frozen week and this running one. */
async function shownFor(week: unknown): Promise<string> {
  vi.stubGlobal('fetch', async () => Response.json({ running: week, frozen: [], members: [] }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await page.render(
    <QueryClientProvider client={client}>
      <WeeksPanel league={{ id: viewerId } as Group} viewerId={viewerId} week={null} />
    </QueryClientProvider>,
  );
  await eventually(() => expect(page.area.querySelector('h2, h3')).not.toBeNull());
  return page.area.textContent ?? '';
}

test('before the first week ends, the panel says when its story comes', async () => {
  expect(await shownFor(running)).toContain('No week has ended yet');
});

test('where weeks ended without a settled bet, the panel does not say that none has ended', async () => {
  const text = await shownFor({ ...running, number: 3 });
  expect(text).toContain('No recap yet');
  expect(text).not.toContain('No week has ended');
});

test('a league that ended without a settled bet awaits no recap', async () => {
  const text = await shownFor(null);
  expect(text).toContain('No recaps');
  expect(text).not.toContain('No week has ended');
});

test('a week without a settled bet promises no recap once it is over', async () => {
  const over = { ...running, startsAt: '2020-11-17T11:00:00.000Z', endsAt: '2020-11-24T11:00:00.000Z' };
  expect(await shownFor(over)).not.toContain('its recap comes');
});

test('two people of one name share a headline', async () => {
  const error = vi.spyOn(console, 'error');
  const winners = ['one', 'two'].map((userId) => ({ userId, name: 'Ann' }));
  await page.render(<Phrase words={headline({ number: 2, winners })} />);
  expect(page.area.textContent).toBe('Ann and Ann share the week');
  expect(error).not.toHaveBeenCalled();
});
