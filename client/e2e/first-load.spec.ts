import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { z } from 'zod';

const built = join(import.meta.dirname, '..', '..', 'dist', 'client');
const manifest = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).default([]) }));

/** The bytes of compressed JavaScript that these parts of the built client need before they work. */
async function firstLoad(...starts: string[]): Promise<number> {
  const parts = manifest.parse(JSON.parse(await readFile(join(built, '.vite', 'manifest.json'), 'utf8')));
  const needed = new Set(starts);
  for (const name of needed) for (const other of parts[name]?.imports ?? []) needed.add(other);
  const files = [...needed].map((name) => {
    const file = parts[name]?.file;
    if (!file) throw new Error(`${name} is no part of its own in the built client`);
    return readFile(join(built, file));
  });
  return (await Promise.all(files)).reduce((sum, code) => sum + gzipSync(code).length, 0);
}

test('the slate needs at most 150 kB of compressed JavaScript at first, the landing page less', async () => {
  const landing = await firstLoad('index.html');
  const slate = await firstLoad('index.html', 'src/pages/games-page.tsx');
  // What grows past this goes behind lib/later.ts or a lazy route: dialogs, toasts, other pages.
  expect(slate).toBeLessThanOrEqual(150_000);
  expect(landing).toBeLessThanOrEqual(125_000);
});
