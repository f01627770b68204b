import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Comes first where it serves: it renders the same with an eighth less CPU, but allows no site to show notifications. */
const shell = 'chromium-headless-shell';
const wholeBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const paths = [
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** How journeys start the browser at a path. */
export function launchOptions(executablePath: string | undefined) {
  return {
    executablePath,
    args: [
      '--no-sandbox', // Chromium refuses to run as root with its sandbox
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}

/** The path of Playwright's command line, to run with this Node. */
export const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');

/**
 * Returns the path of a working Chromium. Tries in order: CHROMIUM_PATH, an installed browser, Playwright's own
 * (downloaded if it is missing), and for root on Debian a package. Throws if none can be found. Source:
 * `README.md#test-it`.
 */
export function findBrowser(): string {
  return find([shell, ...wholeBrowsers]);
}

/** The same, of a Chromium in which a site may show notifications: a headless shell is none. */
export function findWholeBrowser(): string {
  return find(wholeBrowsers);
}

function find(names: readonly string[]): string {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (runs(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, and no browser runs there.`);
  }
  const found = installed(names) ?? downloaded() ?? packaged(names);
  if (found) return found;
  throw new Error('No Chromium was found and none could be installed: install one, or set CHROMIUM_PATH.');
}

function installed(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...paths].find(runs) ?? null;
}

function downloaded(): string | null {
  const own = chromium.executablePath();
  if (!runs(own)) run(process.execPath, [playwright, 'install', 'chromium']);
  return runs(own) ? own : null;
}

function packaged(names: readonly string[]): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  run('apt-get', ['update']);
  for (const name of names.slice(0, 2)) {
    // the others are no names of Debian's packages
    run('apt-get', ['install', '-y', name]);
    const browser = installed(names);
    if (browser) return browser;
  }
  return null;
}

/**
 * Whether the browser starts. Its file may exist and still not run: a download may lack system libraries, and some
 * distributions ship a command without a browser.
 */
function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 600_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
