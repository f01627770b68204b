import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import type { NextSeason as Season } from '#shared/api/groups.ts';
import { aGroup } from '#shared/testing/wire.ts';
import { NextSeason } from './next-season.tsx';

const page = rootBeforeEach();
const day = 86_400_000;

/** Shows the card of a league that has been final for so many days; null for one that is not final. */
async function shown(
  days: number | null,
  { mayAtOnce = false, next = null }: { mayAtOnce?: boolean; next?: Season | null },
) {
  const finalizedAt = days === null ? null : new Date(Date.now() - days * day).toISOString();
  const group = { ...aGroup, state: days === null ? 'closed' : 'final', finalizedAt } as const;
  await page.render(
    <QueryClientProvider client={new QueryClient()}>
      <NextSeason membership={{ group, next }} mayAtOnce={mayAtOnce} />
    </QueryClientProvider>,
  );
  return {
    text: document.body.textContent ?? '',
    button: document.querySelector('button')?.textContent ?? null,
    path: document.querySelector('a')?.getAttribute('href') ?? null,
  };
}

test('a league that is not final says nothing of a next season', async () => {
  expect((await shown(null, { mayAtOnce: true })).text).toBe('');
});

test('the owner may play again at once, the others after 14 days, and read before from when on', async () => {
  expect((await shown(0, { mayAtOnce: true })).button).toBe('Play Again');
  const waiting = await shown(13, {});
  expect(waiting.button).toBeNull();
  expect(waiting.text).toMatch(/The owner can start it now, and every member from .+ ET\./);
  expect((await shown(14, {})).button).toBe('Play Again');
});

test('a started season is opened by its members, and the others read its invitation', async () => {
  const next = { id: 'next', name: 'Sunday League 2', joinCode: 'ABCDEF', isMember: true };
  expect(await shown(1, { mayAtOnce: true, next })).toMatchObject({ button: null, path: '/league/next' });
  const invited = await shown(20, { next: { ...next, isMember: false } });
  expect(invited).toMatchObject({ button: null, path: '/join/ABCDEF' });
  expect(invited.text).toContain('Sunday League 2');
});
