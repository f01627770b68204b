import { spawn } from 'node:child_process';
import { freshClient } from '#server/http/client-build.ts';
import { findBrowser, playwright } from './browser.ts';

/**
 * `npm run test:e2e`: runs the journeys on the production build of the client, in a Chromium that is found or
 * installed.
 */
async function main(): Promise<void> {
  const CHROMIUM_PATH = findBrowser();
  await freshClient();
  const child = spawn(process.execPath, [playwright, 'test', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH },
  });
  // Ctrl-C reaches Playwright as well. Wait for its exit: it first stops the browsers and the database.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.once('exit', (code) => process.exit(code ?? 1));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
