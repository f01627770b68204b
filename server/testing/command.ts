import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A command's exit code, standard output (`said`) and standard error (`complained`). */
export type Ended = { code: number | null; said: string; complained: string };

/** Runs a command of `server/cli` as a process, without a terminal; of this environment it gets only PATH. */
export function runCommand(name: string, env: NodeJS.ProcessEnv, ...words: string[]): Promise<Ended> {
  return runPreloaded([], name, env, ...words);
}

/** The same, in a process that first loads the modules with these URLs, which are TypeScript. */
export async function runPreloaded(
  modules: readonly string[],
  name: string,
  env: NodeJS.ProcessEnv,
  ...words: string[]
): Promise<Ended> {
  const cwd = join(import.meta.dirname, '../..');
  const preloaded = (modules.length > 0 ? ['tsx', ...modules] : []).flatMap((module) => ['--import', module]);
  const command = [...preloaded, join(inject('serverBundle'), `${name}.js`), ...words];
  const child = spawn(process.execPath, command, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, complained] = ['', ''];
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    complained += chunk;
  });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, said, complained };
}
