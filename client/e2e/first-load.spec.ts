import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { z } from 'zod';

const built = join(import.meta.dirname, '..', '..', 'dist', 'client');
const manifest = z.record(
  z.string(),
  z.object({ name: z.string().optional(), file: z.string(), imports: z.array(z.string()).default([]) }),
);

/** The files of JavaScript that these chunks of the built client need to start. */
async function filesOf(...starts: string[]): Promise<string[]> {
  const parts = manifest.parse(JSON.parse(await readFile(join(built, '.vite', 'manifest.json'), 'utf8')));
  const keyOf = (start: string) => {
    const [key] = Object.entries(parts).find(([, { name }]) => name === start) ?? [];
    if (!key) throw new Error(`${start} is no part of its own in the built client`);
    return key;
  };
  const needed = new Set(starts.map(keyOf));
  for (const key of needed) for (const other of parts[key]?.imports ?? []) needed.add(other);
  return [...new Set([...needed].flatMap((key) => parts[key]?.file ?? []))];
}

/** The compressed size, in bytes, of that JavaScript. */
async function firstLoad(...starts: string[]): Promise<number> {
  const files = (await filesOf(...starts)).map((file) => readFile(join(built, file)));
  return (await Promise.all(files)).reduce((sum, code) => sum + gzipSync(code).length, 0);
}

test('slate and invitation need at most 150 kB of compressed JavaScript at first, the landing page less', async () => {
  const landing = await firstLoad('index', 'landing');
  const slate = await firstLoad('index', 'slate');
  const invitation = await firstLoad('index', 'invite');
  // To get below the limit, load more parts by lib/lazy-component.ts or a lazy route: dialogs, toasts, other pages.
  expect(slate).toBeLessThanOrEqual(150_000);
  expect(invitation).toBeLessThanOrEqual(150_000);
  expect(landing).toBeLessThanOrEqual(125_500);
});

test('a page that members open every week needs at most twelve files of JavaScript', async () => {
  for (const page of ['leaderboard', 'league', 'my-bets', 'profile', 'inbox', 'member']) {
    expect((await filesOf('index', `${page}-page`)).length, page).toBeLessThanOrEqual(12);
  }
});
