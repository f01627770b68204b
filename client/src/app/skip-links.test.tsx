import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { AudienceContext } from './audience.ts';
import { SkipLinks } from './skip-links.tsx';

const page = rootBeforeEach();

/** Opens a path in a browser with a session, whose user fails to load. */
async function open(path: string): Promise<void> {
  history.replaceState(null, '', path);
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }));
  await page.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AudienceContext value="members">
        <SkipLinks />
      </AudienceContext>
    </QueryClientProvider>,
  );
}

const links = () => [...page.area.querySelectorAll('a')].map(({ textContent }) => textContent);

test('no link leads to the slip of a page that says that the user failed to load', async () => {
  await open('/');
  await eventually(() => expect(links()).toEqual(['Skip to content']));
});

test('a link leads to the slip of /games, which works without the user', async () => {
  await open('/games');
  await eventually(() => expect(links()).toEqual(['Skip to content', 'Skip to the bet slip']));
});
