import { constants } from 'node:fs';
import { chmod, chown, copyFile, cp, lstat, mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { StartupError } from '../lib/startup-error.ts';
import { type Account, existingHome, findDataLocation, moveIntoLocation, unfinishedName } from './data-location.ts';
import { runningEmbedded, startEmbedded } from './embedded.ts';

/**
 * Secrets that the first start makes unless the environment has them. Sessions, and the devices that get push messages,
 * stay valid after a restore only with the same ones.
 */
const secretNames = ['session-secret', 'vapid-private-key'];

/** Folders that the copy has empty. Source: PostgreSQL, "Backing Up the Data Directory". */
const emptyFolders = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const ignored = /^(postmaster\.(pid|opts)|pgsql_tmp.*)$/;

/**
 * Copies the embedded database of `dataDir` into the new folder `target`, consistently, while the app may run.
 * Everything committed before the call is in the copy. If the database does not run, this function starts it for the
 * copy. The folder contains all data, also the hashes of passwords, so only its owner may enter it.
 *
 * Throws StartupError if there is no database, or if `target` exists.
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
    for (const name of secretNames) await copyIfThere(join(dataDir, name), join(unfinished, name));
    await moveIntoLocation(unfinished, resolve(target));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Copies the database of a backup to the location where the next start from `dataDir` finds it.
 * Throws StartupError if `source` is no backup, or if `dataDir` has a database: a person must move it away first.
 */
export async function restore(dataDir: string, source: string): Promise<void> {
  if (!(await isThere(join(source, 'cluster', 'backup_label')))) {
    throw new StartupError(`There is no backup in ${resolve(source)}.`);
  }
  await mkdir(dataDir, { recursive: true });
  const { home, account } = await findDataLocation(await realpath(dataDir));
  if (await isThere(home)) throw new StartupError(`There is a database in ${home} already: put it aside first.`);
  const unfinished = unfinishedName(home);
  try {
    await cp(source, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE });
    for (const name of secretNames) await rm(join(unfinished, name), { force: true });
    await chmod(unfinished, 0o700);
    if (account) await giveTo(account, unfinished);
    for (const name of secretNames) await copyIfThere(join(source, name), join(dataDir, name));
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

/**
 * Makes a base backup: the files as they are, and the write-ahead log with which a starting server makes them
 * consistent.
 */
async function copyRunning(url: string, cluster: string, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The replication slot stops the server from recycling log segments before the copy has ended.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [`backup_${process.pid}`]);
    await client.query("select pg_backup_start('ching', true)");
    await copyFolder(cluster, target, (name) => !emptyFolders.has(name) && name !== 'pg_wal');
    const { rows } = await client.query<{ label: string; last: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    );
    const { label = '', last = '' } = rows[0] ?? {};
    const first = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)$/m.exec(label)?.[1];
    if (!first) throw new Error(`a label without its beginning: ${label}`);
    await writeFile(join(target, 'backup_label'), label, { mode: 0o600 });
    // The names sort in the order of the log. Segments after `last` are recycled ones without content.
    const segments = (await readdir(join(cluster, 'pg_wal'))).filter((name) => name >= first && name <= last);
    for (const name of segments) await copyFile(join(cluster, 'pg_wal', name), join(target, 'pg_wal', name));
  } finally {
    await client.end(); // also drops the temporary slot
  }
}

/** Copies a folder while files appear and disappear in it. Folders that are not `wanted` are created empty. */
async function copyFolder(from: string, to: string, wanted: (name: string) => boolean): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (ignored.test(entry.name)) continue;
    if (entry.isFile()) await copyIfThere(source, target);
    else if (entry.isDirectory() && wanted(entry.name)) await copyFolder(source, target, wanted);
    else if (entry.isDirectory()) await mkdir(target, { mode: 0o700 });
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error; // the file may have gone meanwhile, such as one of a dropped table
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
