import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/**
 * Leaves out of the built client how zod writes JSON Schema: 17 kB that nothing in a browser calls, on every schema.
 * Should something call it one day, it throws.
 */
function withoutJsonSchema(): Plugin {
  const parts = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!parts.test(id)) return null;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      const missing = "const missing = () => () => { throw new Error('There is no JSON Schema in the browser'); };";
      return { code: [missing, ...names.map((name) => `export const ${name} = missing;`)].join('\n'), map: null };
    },
  };
}

/** Before zod itself runs: the content security policy forbids eval, and browsers report even the try. */
function zodSettings({ moduleIds }: { moduleIds: readonly string[] }): string {
  const holdsZod = moduleIds.some((id) => id.endsWith('/zod/v4/core/core.js'));
  return holdsZod ? 'globalThis.__zod_globalConfig = { jitless: true };' : '';
}

/** Leaves each script and stylesheet beside itself as .br and .gz, so that no request has to wait for its compression. */
function compressed(): Plugin {
  const [br, gz] = [promisify(brotliCompress), promisify(gzip)];
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets');
      const names = (await readdir(assets)).filter((name) => /\.(js|css)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const code = await readFile(join(assets, name));
          await writeFile(join(assets, `${name}.br`), await br(code));
          await writeFile(join(assets, `${name}.gz`), await gz(code, { level: 9 }));
        }),
      );
    },
  };
}

export default defineConfig({
  root: 'client',
  cacheDir: '../node_modules/.vite',
  plugins: [react(), tailwindcss(), withoutJsonSchema(), compressed()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    rolldownOptions: { output: { intro: zodSettings } },
  },
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
