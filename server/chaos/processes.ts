import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../lib/free-port.ts';
import type { Violations } from './violations.ts';

/** A request that is under way. */
type Underway = { isSent: boolean; mustBeAnswered: boolean };

/** A process of the product, at the same address through all of its lives. */
export type Process = {
  name: string;
  origin: string;
  pid(): number;
  /** Starts it and returns once it says that it works. */
  start(): Promise<void>;
  /** Ends it by `signal` and returns its exit code, null for one that was killed. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  freeze(): void;
  thaw(): void;
  /** Sets its clock wrong by so many milliseconds; 0 sets it right. */
  setClock(aheadMs: number): Promise<void>;
  /** Requests that were sent to it and have no answer yet. */
  underway: Set<Underway>;
  /** Whether a balancer in front would send it nothing more. */
  isDraining: boolean;
  /** The last lines that it wrote. */
  words(): string[];
};

const root = join(import.meta.dirname, '..', '..');
const linesKept = 40;
const startsWithinMs = 60_000;

/**
 * Not started yet. One that ends without having been told to is a violation.
 *
 * preload    the address of a module that the process loads before any of its own.
 * clockFile  what `testing/shifted-clock.ts` reads in the process, when that is the preload.
 */
export async function createProcess(
  role: 'web' | 'worker',
  number: number,
  settings: Record<string, string>,
  violations: Violations,
  preload: string | null = null,
  clockFile: string | null = null,
): Promise<Process> {
  const name = `${role} ${number}`;
  const port = await freePort();
  let child: ChildProcess | null = null;
  let isWanted = false;
  let lines: string[] = [];

  const hear = (chunk: unknown) => {
    lines = [...lines, ...String(chunk).split('\n').filter(Boolean)].slice(-linesKept);
  };
  const running = (): ChildProcess => {
    if (!child || child.exitCode !== null || child.signalCode !== null) throw new Error(`${name} does not run`);
    return child;
  };
  return {
    name,
    origin: `http://127.0.0.1:${port}`,
    underway: new Set(),
    isDraining: false,
    pid: () => running().pid ?? 0,
    start: async () => {
      const preloaded = preload === null ? [] : ['--import', preload];
      const born = spawn(process.execPath, ['--import', 'tsx', ...preloaded, 'server/index.ts', role], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env.PATH,
          ...(clockFile !== null && { CLOCK_SHIFT_FILE: clockFile }),
          ...settings,
          PORT: String(port),
        },
      });
      [child, isWanted] = [born, true];
      const killAtExit = () => born.kill('SIGKILL');
      process.once('exit', killAtExit);
      born.once('exit', () => process.off('exit', killAtExit));
      born.stderr.on('data', hear);
      born.once('exit', (code, signal) => {
        if (isWanted && born === child) violations.add('a process ended by itself', { name, code, signal, lines });
      });
      await new Promise<void>((working, failed) => {
        const late = setTimeout(() => failed(new Error(`${name} does not start: ${lines.join('\n')}`)), startsWithinMs);
        born.once('exit', () => failed(new Error(`${name} ended while it started: ${lines.join('\n')}`)));
        born.stdout.on('data', (chunk) => {
          hear(chunk);
          if (!/Ching is at|worker of Ching is running/.test(String(chunk))) return;
          clearTimeout(late);
          working();
        });
      });
    },
    end: async (signal) => {
      const dying = running();
      isWanted = false;
      const exit = new Promise<number | null>((ended) => dying.once('exit', ended));
      dying.kill(signal);
      return exit;
    },
    freeze: () => running().kill('SIGSTOP'),
    thaw: () => running().kill('SIGCONT'),
    setClock: async (aheadMs) => {
      if (clockFile === null) throw new Error(`${name} has the clock of the machine`);
      await writeFile(clockFile, String(aheadMs));
    },
    words: () => lines,
  };
}
