import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const ignored = /^(node_modules|e2e)$|\.test\.tsx?$/;

/** Returns the folder of the built client. Builds it first if it is missing or older than its sources. */
export async function freshClient(signal?: AbortSignal): Promise<string> {
  const built = join(root, 'dist', 'client');
  const builtAt = await modifiedAt(join(built, 'index.html'));
  const changedAt = Math.max(await newest(join(root, 'client')), await newest(join(root, 'shared')));
  if (changedAt > builtAt) await build(signal);
  return built;
}

/**
 * Runs the build in a child process, so that the bundler's memory is freed afterwards. With any other NODE_ENV it would
 * build React for development.
 */
async function build(signal?: AbortSignal): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');
  await run(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: root,
    signal,
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

/** When a file or folder in `folder` last changed, also by adding or removing a name; 0 if there is no such folder. */
async function newest(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const times = entries
    .filter((entry) => !ignored.test(entry.name))
    .map((entry) => (entry.isDirectory() ? newest : modifiedAt)(join(folder, entry.name)));
  return Math.max(await modifiedAt(folder), ...(await Promise.all(times)));
}

async function modifiedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
