import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: 'client',
  cacheDir: '../node_modules/.vite',
  plugins: [react(), tailwindcss()],
  build: { outDir: '../dist/client', emptyOutDir: true, manifest: true, target: 'es2022' },
  test: {
    maxWorkers: '100%', // one core is not left idle: much of the time is spent waiting for processes and timers
    projects: [
      { test: { name: 'shared', root: 'shared', include: ['**/*.test.ts'], environment: 'node' } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['**/*.test.ts'],
          environment: 'node',
          globalSetup: [join(import.meta.dirname, 'server/testing/cluster.ts')],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: { name: 'client', root: 'client', include: ['src/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
      },
    ],
  },
});
