import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type Plugin, runnerImport } from 'vite';
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

/**
 * Writes the pages that visitors see first a second time, drawn ahead, so that a phone has something to show before the
 * script has come: landing.html and games.html. The slate's part is asked for with the page wherever it may be next.
 */
function drawnAhead(): Plugin {
  return {
    name: 'drawn-ahead',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const { module } = await runnerImport<typeof import('./client/src/app/prerender.tsx')>(
        join(import.meta.dirname, 'client/src/app/prerender.tsx'),
        { root: 'client', configFile: false, logLevel: 'warn' },
      );
      const page = await readFile(join(dir, 'index.html'), 'utf8');
      const slate = Object.values(bundle)
        .filter((part) => part.type === 'chunk' && part.moduleIds.some((id) => id.endsWith(slatePage)))
        .map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`);
      const withSlate = page.replace('</head>', `${slate.join('')}</head>`);
      // There is something to see already: the font comes before the scripts.
      const drawn = (on: string, html: string) =>
        on
          .replace(/(<script type="module"|<link rel="modulepreload")/g, '$1 fetchpriority="low"')
          .replace('<div id="root"></div>', () => `<div id="root" data-visitor>${html}</div>`);
      await writeFile(join(dir, 'index.html'), withSlate);
      await writeFile(join(dir, 'landing.html'), drawn(page, module.landing));
      await writeFile(join(dir, 'games.html'), drawn(withSlate, module.games));
    },
  };
}

/**
 * The part of the built client that a module belongs to: one for what every page needs, one for what the slate needs
 * besides, so that a phone asks for two files instead of twenty. The rest is split as the bundler finds best.
 */
function partOf(id: string, graph: { getModuleInfo(id: string): { importers: string[] } | null }): string | null {
  const reached = new Set([id]);
  for (const at of reached) for (const importer of graph.getModuleInfo(at)?.importers ?? []) reached.add(importer);
  const isNeededBy = (start: string) => [...reached].some((at) => at.endsWith(start));
  if (isNeededBy('/client/src/app/main.tsx')) return 'app';
  return isNeededBy(slatePage) ? 'slate' : null;
}

const slatePage = '/client/src/pages/games-page.tsx';

/** Leaves each script, stylesheet and page beside itself as .br and .gz, so that no request has to wait for its compression. */
function compressed(): Plugin {
  const [br, gz] = [promisify(brotliCompress), promisify(gzip)];
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }) {
        const names = (await readdir(dir, { recursive: true })).filter((name) => /\.(js|css|html)$/.test(name));
        await Promise.all(
          names.map(async (name) => {
            const text = await readFile(join(dir, name));
            await writeFile(join(dir, `${name}.br`), await br(text));
            await writeFile(join(dir, `${name}.gz`), await gz(text, { level: 9 }));
          }),
        );
      },
    },
  };
}

/** Modules are loaded once for all test files of a process: to load them for each took longer than many a file's tests. */
const isolate = false;

export default defineConfig({
  root: 'client',
  cacheDir: '../node_modules/.vite',
  plugins: [react(), tailwindcss(), withoutJsonSchema(), drawnAhead(), compressed()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    rolldownOptions: {
      output: { intro: zodSettings, codeSplitting: { groups: [{ name: partOf, debugName: 'what is needed first' }] } },
    },
  },
  test: {
    maxWorkers: '100%', // one core is not left idle: much of the time is spent waiting for processes and timers
    projects: [
      { test: { name: 'shared', root: 'shared', include: ['**/*.test.ts'], environment: 'node', isolate } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['**/*.test.ts'],
          environment: 'node',
          isolate,
          globalSetup: [join(import.meta.dirname, 'server/testing/cluster.ts')],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          root: 'client',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          isolate,
        },
      },
    ],
  },
});
