import { spawn } from 'node:child_process';
import { freshClient } from '#server/http/client-build.ts';
import { findBrowser, playwright } from './browser.ts';

/** `npm run test:e2e`: the journeys, on the client as it is built for production, in a Chromium that is found or installed. */
async function main(): Promise<void> {
  const CHROMIUM_PATH = findBrowser();
  await freshClient();
  const child = spawn(process.execPath, [playwright, 'test', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH },
  });
  // A Ctrl-C in the terminal reaches Playwright as well: it has browsers and a database to stop first.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.once('exit', (code) => process.exit(code ?? 1));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
