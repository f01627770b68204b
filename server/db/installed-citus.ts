import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder in which Debian and Ubuntu have a folder for each version of Postgres. */
const debian = '/usr/lib/postgresql';

/**
 * The folder with the programs of an installed Postgres that has Citus; null if there is none. If PG_CONFIG is set, it
 * names the only `pg_config` that is asked. Else the newest Postgres of the PATH and of Debian's folder counts.
 */
export async function findCitus(): Promise<string | null> {
  const versions = await readdir(debian).catch(() => []);
  const installed = ['pg_config', ...versions.map((version) => join(debian, version, 'bin', 'pg_config'))];
  const { PG_CONFIG } = process.env;
  const found = await Promise.all((PG_CONFIG ? [PG_CONFIG] : installed).map(askForCitus));
  const [newest] = found
    .filter((each) => each !== null)
    .toSorted((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
  return newest?.bin ?? null;
}

/** The programs of the Postgres that a `pg_config` belongs to; null if it is a client alone or has no Citus. */
async function askForCitus(pgConfig: string): Promise<{ bin: string; version: string } | null> {
  const answer = await run(pgConfig, ['--bindir', '--pkglibdir', '--version']).catch(() => null);
  const [bin = '', libraries = '', version = ''] = answer?.stdout.split('\n') ?? [];
  const needed = [join(bin, 'initdb'), join(bin, 'postgres'), join(libraries, 'citus.so')];
  return needed.every((path) => existsSync(path)) ? { bin, version } : null;
}
