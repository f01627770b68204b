import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const leftOut = /^(node_modules|e2e)$|\.test\.tsx?$/;

/** The folder of the built client, after building it when it is missing or older than what it is made of. */
export async function freshClient(signal?: AbortSignal): Promise<string> {
  const built = join(root, 'dist', 'client');
  const builtAt = await modifiedAt(join(built, 'index.html'));
  const changedAt = Math.max(await newest(join(root, 'client')), await newest(join(root, 'shared')));
  if (changedAt > builtAt) await build(signal);
  return built;
}

/** In a process of its own: the bundler's memory goes with it. Any other NODE_ENV would build React for development. */
async function build(signal?: AbortSignal): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');
  await run(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: root,
    signal,
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

/** When anything in `folder` last changed, names that came or went included; 0 when there is no such folder. */
async function newest(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const times = entries
    .filter((entry) => !leftOut.test(entry.name))
    .map((entry) => (entry.isDirectory() ? newest : modifiedAt)(join(folder, entry.name)));
  return Math.max(await modifiedAt(folder), ...(await Promise.all(times)));
}

async function modifiedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
