import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { slateModule } from './chunks.ts';

const prerender = join(import.meta.dirname, '../src/app/prerender.tsx');

/**
 * Writes landing.html and games.html beside index.html: the same page with its first screen already rendered, so that a
 * phone shows it before the script has arrived. index.html and games.html preload the slate's chunk; landing.html does
 * not, because it shows no slate.
 */
export function prerenderedPages(): Plugin {
  return {
    name: 'prerendered-pages',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const { module } = await runnerImport<typeof import('../src/app/prerender.tsx')>(prerender, {
        root: 'client',
        configFile: false,
        logLevel: 'warn',
      });
      const page = await readFile(join(dir, 'index.html'), 'utf8');
      const slateChunks = Object.values(bundle)
        .filter((part) => part.type === 'chunk' && part.moduleIds.some((id) => id.endsWith(slateModule)))
        .map(({ fileName }) => fileName);
      const withSlate = preloading(page, slateChunks);
      await writeFile(join(dir, 'index.html'), withSlate);
      await writeFile(join(dir, 'landing.html'), rendered(page, module.landing));
      await writeFile(join(dir, 'games.html'), rendered(withSlate, module.games));
    },
  };
}

/** The page with a preload link for each of the files. */
export function preloading(page: string, files: readonly string[]): string {
  const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return page.replace('</head>', `${links.join('')}</head>`);
}

/**
 * The page with `html` in its root element, which `data-visitor` marks. Scripts get a low priority: the page is
 * readable already, so the font comes first.
 */
export function rendered(page: string, html: string): string {
  return page
    .replace(/(<script type="module"|<link rel="modulepreload")/g, '$1 fetchpriority="low"')
    .replace('<div id="root"></div>', () => `<div id="root" data-visitor>${html}</div>`);
}
