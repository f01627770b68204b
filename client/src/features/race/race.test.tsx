import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import type { Race } from '#shared/api/race.ts';
import { toWire } from '#shared/domain/money.ts';
import type { RaceWeeks } from './course.ts';
import { aLine, aRace, weeksWonBy } from './example-race.ts';
import { RacePanel } from './race.tsx';

const page = rootBeforeEach();
const leagueId = '0197f0a0-0000-7000-8000-000000000001';

/** Opens the panel on a server that answers with this race, or fails. */
async function open(race: Race | null, weeks: RaceWeeks | null): Promise<void> {
  await import('./race-view.tsx'); // so that its chunk loads within the waits of these tests
  const lines = race?.lines.map(({ points, highest, lowest, ...line }) => ({
    ...line,
    userId: leagueId,
    points: points.map(({ at, balance }) => ({ at, balance: toWire(balance) })),
    highest: toWire(highest),
    lowest: toWire(lowest),
  }));
  vi.stubGlobal('fetch', async () => (race ? Response.json({ ...race, lines }) : new Response('', { status: 500 })));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await page.render(
    <QueryClientProvider client={client}>
      <RacePanel leagueId={leagueId} viewerId={leagueId} weeks={weeks} />
    </QueryClientProvider>,
  );
}

const expectWords = (words: string) => eventually(() => expect(page.area.textContent).toContain(words));

test('before anything is settled the panel says what it will show', async () => {
  await open(aRace(aLine('Ann', 1, [1_000])), weeksWonBy());
  await expectWords('The race has not begun');
  expect(page.area.querySelector('[role=slider], table')).toBeNull();
});

test('a race that has begun is a chart and a table', async () => {
  await open(aRace(aLine('Ann', 1, [1_000, 1_100])), weeksWonBy());
  await expectWords('In figures');
  expect(page.area.querySelector('[role=slider]')?.getAttribute('aria-valuetext')).toContain('You, 1st: 1,100.');
});

test('the race waits for its weeks', async () => {
  await open(aRace(aLine('Ann', 1, [1_000, 1_100])), null);
  await expectWords('Loading race...');
  expect(page.area.querySelector('table')).toBeNull();
});

test('a race that cannot be loaded offers to try again', async () => {
  await open(null, weeksWonBy());
  await expectWords('Failed to load race');
});
