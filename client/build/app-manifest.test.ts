import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const client = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(client, path));
const manifest = JSON.parse(read('public/manifest.webmanifest').toString()) as {
  theme_color: string;
  background_color: string;
  icons: { src: string; sizes: string; purpose?: string }[];
  shortcuts: { name: string; url: string; icons: { src: string; sizes: string }[] }[];
};
const page = read('index.html').toString();
const css = read('src/app/styles.css').toString();

/** Width and height of a PNG. Source: PNG (ISO/IEC 15948), IHDR. */
function sizeOf(path: string): string {
  const png = read(`public${path}`);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('every icon of the app is there, in its size, one of them for masks', () => {
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)];
  for (const { src, sizes } of icons) expect(sizeOf(src), src).toBe(sizes);
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  expect(sizeOf('/apple-touch-icon.png')).toBe('180x180');
});

test('shortcuts lead to pages of the app', () => {
  const routes = read('src/app/routes.tsx').toString();
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Games', 'My Bets', 'Leagues']);
  for (const { url } of manifest.shortcuts) expect(routes).toMatch(new RegExp(`['"]${url}['"]`));
});

test('the app has the colors of the page, whose bar has those of both themes', () => {
  const token = (name: string) => new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css)?.slice(1);
  const [lightBar, darkBar] = token('surface') ?? [];
  const [, darkPage] = token('page') ?? [];
  expect([manifest.theme_color, manifest.background_color]).toEqual([darkBar, darkPage]);
  expect(page).toContain(`media="(prefers-color-scheme: light)" content="${lightBar}"`);
  expect(page).toContain(`media="(prefers-color-scheme: dark)" content="${darkBar}"`);
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
});

test('the service worker has at most 80 lines, and caches no page', () => {
  const worker = read('public/service-worker.js').toString();
  expect(worker.trimEnd().split('\n').length).toBeLessThanOrEqual(80);
  // The one cache has the versions of notices: client/e2e/install.spec.ts looks into a browser.
  expect(worker.match(/caches\.open\(\w+\)/g)).toEqual(['caches.open(versions)', 'caches.open(versions)']);
  expect(worker).not.toMatch(/cache\.add/);
});
