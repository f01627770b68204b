import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOrMakeSecret } from './made-once.ts';

async function inFolder(check: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
  try {
    await check(join(folder, 'data'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('processes that start at once agree on one secret, which only its owner may read', () =>
  inFolder(async (folder) => {
    let made = 0;
    const make = () => `secret ${made++}`;
    const read = await Promise.all(Array.from({ length: 20 }, () => readOrMakeSecret(folder, 'a-secret', make)));
    expect(new Set(read).size).toBe(1);
    expect(await readOrMakeSecret(folder, 'a-secret', make)).toBe(read[0]);
    expect(await readdir(folder)).toEqual(['a-secret']);
    expect((await stat(join(folder, 'a-secret'))).mode & 0o777).toBe(0o600);
  }));

test('a secret that is there stays', () =>
  inFolder(async (folder) => {
    await readOrMakeSecret(folder, 'other', () => 'makes the folder');
    await writeFile(join(folder, 'a-secret'), 'from an earlier version\n');
    expect(await readOrMakeSecret(folder, 'a-secret', () => 'new')).toBe('from an earlier version');
  }));
