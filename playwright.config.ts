import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './client/e2e/browser.ts';

export default defineConfig({
  testDir: 'client/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './client/e2e/global-setup.ts',
  outputDir: 'test-results',
  reporter: 'list',
  retries: 0, // a journey that fails sometimes has failed
  // A busy machine is slow, and that is no failure. The start of the server counts towards a journey's time.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  workers: 2 + Math.min(2, availableParallelism()), // a journey needs less than half a core
  // Journeys share nothing, so the last file does not run alone at the end. They begin in the order of their files' names;
  // the longest ones, in all-screens.spec.ts, must not be among the last.
  fullyParallel: true,
  forbidOnly: true,
  use: {
    screenshot: 'only-on-failure', // traces cost a quarter of the time; get one with `--trace retain-on-failure`
    launchOptions: launchOptions(process.env.CHROMIUM_PATH),
  },
  projects: [
    {
      name: 'phone',
      // Journeys that need a desktop, such as a Tab key, and those that go through all sizes of screens themselves.
      testIgnore: ['**/*.desktop.spec.ts', '**/all-screens.spec.ts'],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore: '**/*.phone.spec.ts', // what only a phone has, such as a keyboard on the screen
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
