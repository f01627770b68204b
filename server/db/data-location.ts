import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartupError } from '../lib/startup-error.ts';

export type Account = { uid: number; gid: number };

/** The folders of a data folder's Postgres servers, and the account that runs them. */
export type DataLocation = {
  /** The folder of the servers' data and logs: the data folder, or a folder outside the project. */
  base: string;
  /** The folder of the data and the password. It does not exist before the first start has prepared it. */
  home: string;
  /** The account that runs the servers; null for the account of this process. */
  account: Account | null;
};

/** A file in the data folder with the path of `base`, if the database had to be outside the data folder. */
const pointerName = 'postgres-is-at';
/**
 * A file in such a `base` with the path of its data folder, so that a copied checkout does not use the original's
 * database.
 */
const ownerName = 'belongs-to';

/**
 * Finds or makes the location of the servers of `dataDir` (an absolute path that exists).
 *
 * Postgres refuses to run as root, so root runs it under an unprivileged account. If that account cannot enter the
 * project, such as a checkout below root's home directory, the data are in a folder that it can enter.
 */
export async function findDataLocation(dataDir: string): Promise<DataLocation> {
  const stranger = process.getuid?.() === 0 ? unprivilegedAccount() : null;
  const staged = stranger !== null && (pointedBase(dataDir) !== null || !mayEnter(dataDir, stranger));
  const base = staged ? await findStagingBase(dataDir, stranger) : dataDir;
  const home = join(base, 'postgres');
  // Existing data keep their owner, even if a preferred account has been added since.
  const account = stranger !== null && existsSync(home) ? await ownerOf(home, stranger) : stranger;
  await sweepUnfinished(base);
  return { base, home, account };
}

/** Removes `dataDir` and its location outside the project, if it has one. Its servers must have stopped. */
export async function removeLocation(dataDir: string): Promise<void> {
  const base = pointedBase(dataDir);
  if (base !== null) await rm(base, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

/** The `home` of the servers; null before the first start. */
export function existingHome(dataDir: string): string | null {
  const home = join(pointedBase(dataDir) ?? dataDir, 'postgres');
  return existsSync(home) ? home : null;
}

function unprivilegedAccount(): Account {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid && uid !== '0') return { uid: Number(uid), gid: Number(gid) };
  }
  throw new StartupError(
    'Postgres does not run as root, and there is no account postgres or nobody to run it: set DATABASE_URL.',
  );
}

async function ownerOf(path: string, otherwise: Account): Promise<Account> {
  const { uid, gid } = await stat(path);
  return uid === 0 ? otherwise : { uid, gid };
}

/** Whether the account may enter every folder on the way to `path`, and enter or run `path` itself. */
export function mayEnter(path: string, account: Account): boolean {
  for (let at = realpathSync(path); ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function pointedBase(dataDir: string): string | null {
  const base = readText(join(dataDir, pointerName));
  const owner = base === null ? null : readText(join(base, ownerName));
  const isOwn = owner !== null && (owner === dataDir || !existsSync(owner));
  return isOwn ? base : null;
}

async function findStagingBase(dataDir: string, account: Account): Promise<string> {
  const base = pointedBase(dataDir) ?? (await makeStagingBase(dataDir, account));
  await writeFile(join(base, ownerName), dataDir);
  await writeFile(join(dataDir, pointerName), base);
  return base;
}

async function makeStagingBase(dataDir: string, account: Account): Promise<string> {
  const name = `ching-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  for (const parent of ['/var/lib', tmpdir()]) {
    const base = join(parent, name);
    try {
      await mkdir(base, { recursive: true });
      const found = await lstat(base);
      if (!found.isDirectory() || found.uid !== process.getuid?.()) continue; // another account has made it
      await chmod(base, 0o755);
      if (mayEnter(base, account)) return base;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error; // the folder cannot be made: try the next parent
    }
  }
  throw new StartupError('There is no folder that the account of the database could enter: set DATABASE_URL.');
}

/**
 * A name beside `path` for a folder that is moved to `path` once it is complete. It contains the process id of its
 * maker.
 */
export function unfinishedName(path: string): string {
  return `${path}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
}

/** Removes the unfinished folders of dead processes in `folder`. */
async function sweepUnfinished(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    const pid = /\.new-(\d+)-[0-9a-f]+$/.exec(entry)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(folder, entry), { recursive: true, force: true });
  }
}

/** Whether a process with this id exists, under any account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Moves a finished folder to `path`. If another process was quicker, its folder stays and the finished one is removed.
 */
export async function moveIntoLocation(finished: string, path: string): Promise<void> {
  try {
    await rename(finished, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
    await rm(finished, { recursive: true, force: true });
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
