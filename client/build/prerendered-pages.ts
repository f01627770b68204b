import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { inviteModule, landingModule, slateModule } from './chunks.ts';

const prerender = join(import.meta.dirname, '../src/app/prerender.tsx');

/**
 * Writes pages beside index.html: the same page with its first screen already rendered, so that a phone shows it before
 * the script has arrived. There are three for visitors, the others are for members. All preload the slate's chunk, except
 * landing.html and those of invitations, which preload their own.
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
      const chunksOf = (module: string) =>
        Object.values(bundle)
          .filter((part) => part.type === 'chunk' && part.moduleIds.some((id) => id.endsWith(module)))
          .map(({ fileName }) => fileName);
      const withLanding = preloading(page, chunksOf(landingModule));
      const withSlate = preloading(page, chunksOf(slateModule));
      const withInvite = preloading(page, chunksOf(inviteModule));
      await writeFile(join(dir, 'index.html'), withSlate);
      const { landing, games } = module.visitorPages;
      await writeFile(join(dir, 'landing.html'), rendered(scriptsLater(withLanding), 'visitors', landing));
      await writeFile(join(dir, 'games.html'), rendered(scriptsLater(withSlate), 'visitors', games));
      await writeFile(join(dir, 'join-visitor.html'), rendered(withInvite, 'visitors', module.joinPages.visitor));
      await writeFile(join(dir, 'join-member.html'), rendered(withInvite, 'members', module.joinPages.member));
      for (const [name, html] of Object.entries(module.memberPages)) {
        await writeFile(join(dir, `${name}.html`), rendered(withSlate, 'members', html));
      }
    },
  };
}

/** The page with a preload link for each of the files. */
export function preloading(page: string, files: readonly string[]): string {
  const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return page.replace('</head>', `${links.join('')}</head>`);
}

/** The page with a low priority of its scripts: what it shows is readable already, so the font comes first. */
export function scriptsLater(page: string): string {
  return page.replace(/(<script type="module"|<link rel="modulepreload")/g, '$1 fetchpriority="low"');
}

/** The page with `html` in its root element, which `data-for` marks with the people that the page is for. */
export function rendered(page: string, audience: 'visitors' | 'members', html: string): string {
  return page.replace('<div id="root"></div>', () => `<div id="root" data-for="${audience}">${html}</div>`);
}
