import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOutdated } from './client-build.ts';

const built = 'dist/client/index.html';
const sources = ['client/src/app/app.tsx', 'shared/api/bets.ts', 'package-lock.json', 'vite.config.ts'];
let project: string;

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'ching-project-'));
  for (const file of [built, ...sources]) await write(file);
  await setTime(built, 2_000);
  for (const file of sources) {
    for (let path = file; path !== '.'; path = dirname(path)) await setTime(path, 1_000);
  }
});
afterEach(() => rm(project, { recursive: true }));

async function write(file: string): Promise<void> {
  await mkdir(join(project, dirname(file)), { recursive: true });
  await writeFile(join(project, file), '');
}

async function setTime(path: string, seconds: number): Promise<void> {
  await utimes(join(project, path), seconds, seconds);
}

test('a client that is newer than all that it is built of is not built again', async () => {
  expect(await isOutdated(project)).toBe(false);
});

test('a client that is missing is built', async () => {
  await rm(join(project, 'dist'), { recursive: true });
  expect(await isOutdated(project)).toBe(true);
});

test.each([...sources, 'package.json', 'tailwind.config.ts', 'tsconfig.json'])(
  'a newer %s makes the client outdated',
  async (file) => {
    await write(file);
    await setTime(file, 3_000);
    expect(await isOutdated(project)).toBe(true);
  },
);

test.each(['client/e2e/slip.spec.ts', 'client/src/app/app.test.tsx', 'server/app.ts', 'README.md'])(
  'a newer %s does not: the client is not built of it',
  async (file) => {
    await write(file);
    for (const path of ['client', 'client/src/app']) await setTime(path, 1_000);
    await setTime(file, 3_000);
    expect(await isOutdated(project)).toBe(false);
  },
);
