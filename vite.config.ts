import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { chunkGroups, isSeldomPage } from './client/build/chunks.ts';
import { compressedFiles } from './client/build/compressed-files.ts';
import { prerenderedPages } from './client/build/prerendered-pages.ts';
import { withoutJsonSchema, zodSettings } from './client/build/zod-in-browser.ts';

/**
 * False: the test files of one process share their modules. Loading them per file took longer than many files' tests.
 */
const isolate = false;

/** The rules of the code itself, which need no database: `npm run check` runs them. */
const rules = ['testing/{import-rules,import-checker,names}.test.ts', 'testing/product/citations.test.ts'];

/**
 * What hangs fails after a minute; no test fails for being slow. Chosen: a busy machine takes several times as long as a
 * quiet one. On Citus three servers share the machine, and each test database is sharded.
 */
const testTimeout = process.env.CITUS_URL ? 180_000 : 60_000;

const setupFiles = [join(import.meta.dirname, 'shared/testing/seed.ts')];

export default defineConfig({
  root: 'client',
  cacheDir: '../node_modules/.vite',
  plugins: [react(), tailwindcss(), withoutJsonSchema(), prerenderedPages(), compressedFiles()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The files of a seldom page are named in its own file alone: with all names in the file that everybody loads first,
    // the names would cost more than they save.
    modulePreload: { resolveDependencies: (file, names) => (isSeldomPage(file) ? [] : names) },
    rolldownOptions: {
      output: { intro: zodSettings, codeSplitting: { groups: chunkGroups } },
    },
  },
  test: {
    maxWorkers: availableParallelism() + 1, // many tests wait for processes and timers
    projects: [
      {
        test: {
          name: 'shared',
          root: 'shared',
          include: ['**/*.test.ts'],
          environment: 'node',
          isolate,
          setupFiles,
          testTimeout,
        },
      },
      { test: { name: 'rules', root: 'server', include: rules, environment: 'node', isolate, testTimeout } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['**/*.test.ts'],
          exclude: rules,
          environment: 'node',
          isolate,
          setupFiles,
          globalSetup: [join(import.meta.dirname, 'server/testing/cluster.ts')],
          testTimeout,
          hookTimeout: testTimeout,
          expect: { poll: { timeout: 10_000 } }, // Chosen: Vitest's default of 1 s is too short for a busy machine
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          root: 'client',
          include: ['{src,build}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          isolate,
          restoreMocks: true, // a file's spies would record the calls of the next one
          testTimeout,
        },
      },
    ],
  },
});
