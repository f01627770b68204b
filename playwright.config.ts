import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'client/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './client/e2e/global-setup.ts',
  outputDir: 'test-results',
  reporter: 'list',
  retries: 0, // a journey that passes now and then has failed
  expect: { timeout: 20_000 }, // a busy machine is slow, not wrong
  workers: 1 + Math.min(2, availableParallelism()), // a journey waits for a third of its time
  forbidOnly: true,
  use: {
    screenshot: 'only-on-failure', // a trace costs a quarter of the time: `--trace retain-on-failure` where one is wanted
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox', // root has none
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
  ],
});
