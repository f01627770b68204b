import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../lib/free-port.ts';
import type { Violations } from './violations.ts';

/** A request without an answer yet. */
type Underway = { isSent: boolean; mustBeAnswered: boolean };

/** A process of the product, at the same address after every restart. */
export type Process = {
  name: string;
  origin: string;
  pid(): number;
  /** Starts it and resolves once it prints that it is ready. */
  start(): Promise<void>;
  /** Ends it by `signal` and returns its exit code, null after SIGKILL. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  freeze(): void;
  thaw(): void;
  /** Sets its clock wrong by `aheadMs`; 0 sets it right. */
  setClock(aheadMs: number): Promise<void>;
  /** Requests to it without an answer yet. */
  underway: Set<Underway>;
  /** Whether a load balancer would send it no more requests. */
  isDraining: boolean;
  /** The last lines of its output. */
  lastLines(): string[];
};

const root = join(import.meta.dirname, '..', '..');
const lastLinesCount = 40;
const startsWithinMs = 60_000;

/**
 * Does not start the process yet. A process that ends without `end` is a violation.
 *
 * preload    URL of a module that the process loads first; null for none.
 * clockFile  file that `testing/shifted-clock.ts` reads, if that is the preload; null for none.
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

  const collect = (chunk: unknown) => {
    lines = [...lines, ...String(chunk).split('\n').filter(Boolean)].slice(-lastLinesCount);
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
      const started = spawn(process.execPath, ['--import', 'tsx', ...preloaded, 'server/index.ts', role], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env.PATH,
          ...(clockFile !== null && { CLOCK_SHIFT_FILE: clockFile }),
          ...settings,
          PORT: String(port),
        },
      });
      [child, isWanted] = [started, true];
      const killAtExit = () => started.kill('SIGKILL');
      process.once('exit', killAtExit);
      started.once('exit', () => process.off('exit', killAtExit));
      started.stderr.on('data', collect);
      started.once('exit', (code, signal) => {
        if (isWanted && started === child) violations.add('a process ended by itself', { name, code, signal, lines });
      });
      await new Promise<void>((working, failed) => {
        const late = setTimeout(() => failed(new Error(`${name} does not start: ${lines.join('\n')}`)), startsWithinMs);
        started.once('exit', () => failed(new Error(`${name} ended while it started: ${lines.join('\n')}`)));
        started.stdout.on('data', (chunk) => {
          collect(chunk);
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
    lastLines: () => lines,
  };
}
