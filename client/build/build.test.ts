import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chunkOf, idlePart } from './chunks.ts';
import { compressFiles } from './compressed-files.ts';
import { preloading, rendered, scriptsLater } from './prerendered-pages.ts';
import { withoutJsonSchema, zodSettings } from './zod-in-browser.ts';

test('scripts, stylesheets and pages have compressed files beside them, pictures have not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ching-build-'));
  try {
    for (const name of ['a.js', 'b.css', 'c.html', 'd.png']) await writeFile(join(folder, name), `text of ${name}`);
    await compressFiles(folder);
    const expected = ['a.js', 'b.css', 'c.html'].flatMap((name) => [name, `${name}.br`, `${name}.gz`]);
    expect((await readdir(folder)).toSorted()).toEqual([...expected, 'd.png'].toSorted());
    for (const name of ['a.js', 'b.css', 'c.html']) {
      expect(brotliDecompressSync(await readFile(join(folder, `${name}.br`))).toString()).toBe(`text of ${name}`);
      expect(gunzipSync(await readFile(join(folder, `${name}.gz`))).toString()).toBe(`text of ${name}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a module is in the chunk of the first page that needs it, and in that of all if two do', () => {
  const importers: Record<string, string[]> = {
    '/x/client/src/ui/button.tsx': ['/x/client/src/pages/games-page.tsx', '/x/client/src/app/app.tsx'],
    '/x/client/src/app/app.tsx': ['/x/client/src/app/main.tsx'],
    '/x/client/src/features/games/slate.tsx': ['/x/client/src/pages/games-page.tsx'],
    '/x/client/src/features/auth/form.tsx': ['/x/client/src/pages/landing-page.tsx'],
    '/x/client/src/ui/field.tsx': ['/x/client/src/features/auth/form.tsx', '/x/client/src/features/games/slate.tsx'],
    '/x/client/src/ui/link.tsx': ['/x/client/src/pages/landing-page.tsx', '/x/client/src/pages/invite-page.tsx'],
    '/x/shared/domain/rules.ts': ['/x/client/src/features/games/slate.tsx', '/x/client/src/pages/invite-page.tsx'],
    '/x/react-query/index.js': ['/x/client/src/app/main.tsx', '/x/client/src/features/games/slate.tsx'],
    '/x/react-query/useQuery.js': ['/x/react-query/index.js'],
    '/x/react-query/useQueries.js': ['/x/react-query/index.js'],
    '/x/client/src/ui/loop-a.tsx': ['/x/client/src/ui/loop-b.tsx'],
    '/x/client/src/ui/loop-b.tsx': ['/x/client/src/ui/loop-a.tsx'],
    '/x/client/src/ui/balance.tsx': ['/x/client/src/pages/my-bets-page.tsx', '/x/client/src/pages/profile-page.tsx'],
    '/x/client/src/ui/chart.tsx': ['/x/client/src/pages/my-bets-page.tsx', '/x/client/src/pages/admin-page.tsx'],
    '/x/client/src/ui/focus.tsx': ['/x/client/src/ui/modal.tsx'],
  };
  const loadedLater = /-page|modal/;
  const graph = {
    getModuleInfo: (id: string) => ({
      importers: importers[id] ?? [],
      dynamicImporters: loadedLater.test(id) ? ['/x/client/src/app/routes.tsx'] : [],
    }),
  };
  expect(chunkOf('/x/client/src/ui/button.tsx', graph)).toBe('app');
  expect(chunkOf('/x/client/src/features/games/slate.tsx', graph)).toBe('slate');
  expect(chunkOf('/x/client/src/features/auth/form.tsx', graph)).toBe('landing');
  expect(chunkOf('/x/client/src/ui/field.tsx', graph)).toBe('app');
  expect(chunkOf('/x/client/src/ui/link.tsx', graph)).toBe('app');
  expect(chunkOf('/x/shared/domain/rules.ts', graph), 'an invitation does not load the slate').toBe('league');
  expect(chunkOf('/x/react-query/useQuery.js', graph)).toBe('app');
  expect(chunkOf('/x/react-query/useQueries.js', graph), 'the slate alone uses it').toBe('slate');
  expect(chunkOf('/x/client/src/ui/loop-a.tsx', graph)).toBeNull();
  expect(chunkOf('/x/client/src/pages/profile-page.tsx', graph)).toBeNull();
  expect(chunkOf('/x/client/src/ui/balance.tsx', graph)).toBe('shared');
  expect(chunkOf('/x/client/src/ui/chart.tsx', graph), 'few members open the other page').toBeNull();
  expect(chunkOf('/x/client/src/ui/focus.tsx', graph)).toBe('idle');
});

test('what loads when the browser is idle is known as such', async () => {
  const folder = join(import.meta.dirname, '..', 'src');
  const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const sources = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const loads = sources.flatMap((code) => [...code.matchAll(/\bidleNamed\('\w+', \(\) => import\('(.+?)'\)/g)]);
  expect(loads.length).toBeGreaterThan(0);
  for (const [, module = ''] of loads) expect(module).toMatch(idlePart);
});

test('a prerendered page shows its screen at once, and a visitor loads its scripts after it', () => {
  const page = '<head><script type="module" src="/a.js"></script></head><body><div id="root"></div></body>';
  const preloaded = preloading(page, ['slate.js']);
  const ofVisitors = rendered(scriptsLater(preloaded), 'visitors', '<h1>$& costs $1</h1>');
  expect(ofVisitors).toContain('<div id="root" data-for="visitors"><h1>$& costs $1</h1></div>');
  expect(ofVisitors).toContain('<script type="module" fetchpriority="low" src="/a.js">');
  expect(ofVisitors).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/slate.js"></head>');
  const ofMembers = rendered(preloaded, 'members', '<p>outline</p>');
  expect(ofMembers).toContain('<div id="root" data-for="members"><p>outline</p></div>');
  expect(ofMembers).toContain('<script type="module" src="/a.js">');
});

test('JSON Schema stays out of the client, the rest of zod does not', () => {
  const { transform } = withoutJsonSchema();
  const code = 'export const process = () => 1;\nexport function toJSONSchema() {}';
  const left = transform(code, '/node_modules/zod/v4/core/to-json-schema.js');
  expect(left?.code).toContain('export const process = missing;');
  expect(left?.code).toContain('export const toJSONSchema = missing;');
  expect(transform(code, '/node_modules/zod/v4/core/parse.js')).toBeNull();
});

test('only the chunk with zod tells zod to avoid eval', () => {
  expect(zodSettings({ moduleIds: ['/node_modules/zod/v4/core/core.js'] })).toContain('jitless: true');
  expect(zodSettings({ moduleIds: ['/client/src/app/main.tsx'] })).toBe('');
});
