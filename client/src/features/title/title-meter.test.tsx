import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#client/lib/query-client.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { TitleLine } from './title-meter.tsx';

const page = rootBeforeEach();
const opened = new Date('2026-11-24T10:59:00Z'); // Tuesday, 5:59 AM Eastern
const weekEnds = '2026-11-24T11:00:00.000Z';
const league = { id: '01a22e4d-cc82-71e3-ab53-717862f76170', state: 'open', fairPlay: presets.fairPlay } as const;
let reads = 0;

beforeEach(() => {
  vi.useFakeTimers({ now: opened });
  reads = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

/** Shows the claim. `thisWeek` is what the server answers at a time. */
async function show(thisWeek: () => { missing: string; endsAt: string }): Promise<void> {
  vi.stubGlobal('fetch', async () => {
    reads += 1;
    const weeks = { activeWeeks: 1, countedWeeks: 2, neededWeeks: 1, spareWeeks: 1 };
    const flags = { isGuest: false, isRescued: false, mayBeRescued: false };
    const title = { ...weeks, ...flags, thisWeek: { isCounted: true, isActive: false, ...thisWeek() } };
    return Response.json(title, { headers: { date: new Date().toUTCString() } });
  });
  await page.render(
    <QueryClientProvider
      client={createQueryClient({ onUnauthorized: () => undefined, onOtherAccount: () => undefined })}
    >
      <TitleLine league={league} />
    </QueryClientProvider>,
  );
  await pass(1_000);
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('the claim to the title is read again once its week has ended', async () => {
  await show(() =>
    Date.now() < Date.parse(weekEnds)
      ? { missing: '60.00', endsAt: weekEnds }
      : { missing: '100.00', endsAt: '2026-12-01T11:00:00.000Z' },
  );
  expect(page.area.textContent).toContain('Bet 60 more by Tuesday 6 AM ET');
  await pass(60_000);
  expect(page.area.textContent).toContain('Bet 100 more by Tuesday 6 AM ET');
  await pass(6 * 86_400_000);
  expect(reads).toBe(2);
});

test('a server that still answers with the week that has ended is asked every 30 s', async () => {
  await show(() => ({ missing: '60.00', endsAt: weekEnds }));
  await pass(10 * 60_000);
  expect(reads).toBeGreaterThan(15);
  expect(reads).toBeLessThan(25);
});

test('a week that ends later than a timer of the browser can wait is not read again at once', async () => {
  await show(() => ({ missing: '60.00', endsAt: '2027-11-23T11:00:00.000Z' }));
  await pass(60 * 60_000);
  expect(reads).toBe(1);
});
