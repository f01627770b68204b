import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnv } from '../env.ts';
import { makePrivateKey, pushKeys } from './keys.ts';

test('processes of one data folder have the keys that the first start made', async () => {
  const folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
  try {
    const env = readEnv({ DATA_DIR: folder });
    const [web, worker] = await Promise.all([pushKeys(env), pushKeys(env)]);
    expect(web).toEqual({
      publicKey: expect.stringMatching(/^B[\w-]{86}$/),
      privateKey: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(worker).toEqual(web);
    expect(await pushKeys(env)).toEqual(web);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the environment decides, and production without its key pushes nothing', async () => {
  const privateKey = makePrivateKey();
  const production = { NODE_ENV: 'production', APP_URL: 'https://ching.example', SESSION_SECRET: 'x'.repeat(32) };
  expect(await pushKeys(readEnv({ ...production, VAPID_PRIVATE_KEY: privateKey }))).toMatchObject({ privateKey });
  expect(await pushKeys(readEnv(production))).toBeNull();
});

test('a key is 43 characters, also one that begins with zeros', () => {
  // About one key in 256 begins with a zero.
  const keys = Array.from({ length: 1_000 }, makePrivateKey);
  expect(keys.filter((key) => !/^[\w-]{43}$/.test(key))).toEqual([]);
});
