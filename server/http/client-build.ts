import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const ignored = /^(node_modules|e2e)$|\.test\.tsx?$/;
const folders = ['client', 'shared'];
const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'tailwind.config.ts'];

/** Returns the folder of the built client. Builds it first if it is missing or outdated. */
export async function freshClient(signal?: AbortSignal): Promise<string> {
  if (await isOutdated(root)) await build(signal);
  return builtIn(root);
}

function builtIn(project: string): string {
  return join(project, 'dist', 'client');
}

/** Whether the built client of a project is missing, or older than its sources or the settings of its build. */
export async function isOutdated(project: string): Promise<boolean> {
  const builtAt = await modifiedAt(join(builtIn(project), 'index.html'));
  const changedAt = await Promise.all([
    ...folders.map((folder) => newest(join(project, folder))),
    ...settings.map((file) => modifiedAt(join(project, file))),
  ]);
  return Math.max(...changedAt) > builtAt;
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

/** The time of the last change in `folder`, also of adding or removing a name; 0 if there is no such folder. */
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
