import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { unreachableHeader } from '#shared/api/endpoint.ts';
import { site } from '#shared/api/site.ts';
import { aGameView } from '#shared/testing/wire.ts';
import { GameBets } from './game-bets.tsx';

const page = rootBeforeEach();

test('the bets on a game say how many leagues cannot be reached, and not that nobody bet', async () => {
  vi.stubGlobal('fetch', async () => Response.json([], { headers: { [unreachableHeader]: '2' } }));
  const client = new QueryClient();
  client.setQueryData([site.path], { simulated: false, demo: false });
  await page.render(
    <QueryClientProvider client={client}>
      <GameBets game={{ ...aGameView, status: 'final' }} isLocked viewerId="ann" reveals={['settled']} />
    </QueryClientProvider>,
  );
  const notice = () => page.area.querySelector('[role=status]')?.textContent;
  await eventually(() => expect(notice()).toBe('2 leagues cannot be reached at the moment. Nothing is lost.'));
  expect(page.area.textContent).toContain('No bets can be shown');
  expect(page.area.textContent).not.toContain('No league members bet on this game');
});
