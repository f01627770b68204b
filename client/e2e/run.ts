import { spawn } from 'node:child_process';
import { freshClient } from '#server/http/client-build.ts';
import { findBrowser, findWholeBrowser, playwright } from './browser.ts';

/**
 * `npm run test:e2e`: runs the journeys on the production build of the client, in a Chromium that is found or
 * installed. Those of pushes run in a whole one.
 */
async function main(): Promise<void> {
  const browsers = { CHROMIUM_PATH: findBrowser(), WHOLE_CHROMIUM_PATH: findWholeBrowser() };
  await freshClient();
  const child = spawn(process.execPath, [playwright, 'test', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...browsers },
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
