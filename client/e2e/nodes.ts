import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
/** The oldest Node on which Ching runs, and the lines after it. */
const usualNodes = ['20.19', '22', '24', '26'];
const npms = ['10', '11'];
/** A journey that starts server, database and browser, bets, and sees the bet settled. */
const journey = ['--project=phone', 'client/e2e/demo.spec.ts'];

/** Runs a program with its output on the screen; false if it fails. */
function passes(program: string, args: string[], cwd: string, path = process.env.PATH): boolean {
  // Variables of the npm that runs this script would lead the other one to this checkout.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  return spawnSync(program, args, { cwd, stdio: 'inherit', env: { ...env, PATH: path } }).status === 0;
}

/** Installs a fresh clone of the last commit by this Node and by each npm, then plays the journey. False if one fails. */
function installsOn(node: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'ching-nodes-'));
  try {
    const clone = join(folder, 'clone');
    if (!passes('git', ['clone', '--quiet', root, clone], folder)) return false;
    return npms.every((npm) => {
      const tools = join(folder, `npm-${npm}`);
      if (!passes('npm', ['install', '--silent', '--prefix', tools, `node@${node}`, `npm@${npm}`], folder))
        return false;
      const path = [join(tools, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
      process.stdout.write(`Node ${node}, npm ${npm}\n`);
      if (!passes('npm', ['ci'], clone, path)) return false;
      return npm !== npms.at(-1) || passes('npm', ['run', '-s', 'test:e2e', '--', ...journey], clone, path);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `npm run test:nodes`, or `-- 24 26` for these versions alone: whether Ching installs and runs on them. */
function main(): void {
  const wanted = process.argv.slice(2);
  const failed = (wanted.length > 0 ? wanted : usualNodes).filter((node) => !installsOn(node));
  if (failed.length === 0) return;
  process.stderr.write(`Failed on Node ${failed.join(', ')}\n`);
  process.exitCode = 1;
}

main();
