import { constants } from 'node:fs';
import { chmod, chown, copyFile, cp, lstat, mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { StartupError } from '../lib/startup-error.ts';
import { runningEmbedded, startEmbedded } from './embedded.ts';
import { type Account, existingHome, findLocation, moveIntoLocation, unfinishedName } from './embedded-location.ts';

/** Makes sessions good after a restore as well, where no SESSION_SECRET is set. */
const secretName = 'session-secret';

/** Folders of which a server needs the name alone. Source: PostgreSQL, "Backing Up the Data Directory". */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const leftOut = /^(postmaster\.(pid|opts)|pgsql_tmp.*)$/;

/**
 * Copies the embedded database of `dataDir` into the new folder `target`, as it is at one moment, while the app goes on:
 * what was answered before the copying began is in it. Where the database does not run it is started for that long.
 * The folder holds everything, passwords' hashes too: only its owner may enter it.
 *
 * Throws CannotStart when there is nothing to copy, or something at `target`.
 */
export async function backUp(dataDir: string, target: string): Promise<void> {
  const home = (await isThere(dataDir)) ? existingHome(await realpath(dataDir)) : null;
  if (!home) throw new StartupError(`There is no database in ${resolve(dataDir)}.`);
  if (await isThere(target))
    throw new StartupError(`There is something at ${resolve(target)} already: name a new folder.`);
  const unfinished = unfinishedName(resolve(target));
  try {
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await onRunning(dataDir, (url) => copyRunning(url, join(home, 'cluster'), join(unfinished, 'cluster')));
    await copyFile(join(home, 'password'), join(unfinished, 'password'));
    await copyIfThere(join(dataDir, secretName), join(unfinished, secretName));
    await moveIntoLocation(unfinished, resolve(target));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Puts the database of a backup where the next start from `dataDir` finds it.
 * Throws CannotStart when `source` is no backup, or when `dataDir` has a database: to put one aside is for a person.
 */
export async function restore(dataDir: string, source: string): Promise<void> {
  if (!(await isThere(join(source, 'cluster', 'backup_label')))) {
    throw new StartupError(`There is no backup in ${resolve(source)}.`);
  }
  await mkdir(dataDir, { recursive: true });
  const { home, account } = await findLocation(await realpath(dataDir));
  if (await isThere(home)) throw new StartupError(`There is a database in ${home} already: put it aside first.`);
  const unfinished = unfinishedName(home);
  try {
    await cp(source, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE });
    await rm(join(unfinished, secretName), { force: true });
    await chmod(unfinished, 0o700);
    if (account) await giveTo(account, unfinished);
    await copyIfThere(join(source, secretName), join(dataDir, secretName));
    await moveIntoLocation(unfinished, home);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function onRunning(dataDir: string, work: (url: string) => Promise<void>): Promise<void> {
  const running = await runningEmbedded(dataDir);
  if (running) return work(running);
  const embedded = await startEmbedded(dataDir);
  try {
    await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

/** A base backup: files in whatever state, and the log that makes them whole when a server starts on them. */
async function copyRunning(url: string, cluster: string, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Without the slot the server may reuse the log from the beginning of the copying before its end.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [`backup_${process.pid}`]);
    await client.query("select pg_backup_start('ching', true)");
    await copyFolder(cluster, target, (name) => !emptied.has(name) && name !== 'pg_wal');
    const { rows } = await client.query<{ label: string; last: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    );
    const { label = '', last = '' } = rows[0] ?? {};
    const first = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)$/m.exec(label)?.[1];
    if (!first) throw new Error(`a label without its beginning: ${label}`);
    await writeFile(join(target, 'backup_label'), label, { mode: 0o600 });
    // The names follow the log's order, and what is beyond it waits to be written over.
    const segments = (await readdir(join(cluster, 'pg_wal'))).filter((name) => name >= first && name <= last);
    for (const name of segments) await copyFile(join(cluster, 'pg_wal', name), join(target, 'pg_wal', name));
  } finally {
    await client.end(); // the slot goes with it
  }
}

/** Copies a folder in which files come and go; of folders that are not `wanted` only the folder itself. */
async function copyFolder(from: string, to: string, wanted: (name: string) => boolean): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (leftOut.test(entry.name)) continue;
    if (entry.isFile()) await copyIfThere(source, target);
    else if (entry.isDirectory() && wanted(entry.name)) await copyFolder(source, target, wanted);
    else if (entry.isDirectory()) await mkdir(target, { mode: 0o700 });
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error; // a table that was dropped meanwhile
  });
}

async function giveTo(account: Account, folder: string): Promise<void> {
  await chown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
