import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';

/**
 * Reads a secret from a file of `folder` that only its owner may read. The first call makes it. Processes that start at
 * once on one folder get the same secret.
 */
export async function readOrMakeSecret(folder: string, name: string, make: () => string): Promise<string> {
  const file = join(folder, name);
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${uuid()}`;
  await writeFile(draft, make(), { mode: 0o600 });
  // A link fails if the file exists: the secret of an earlier start stays. There is never a part of one under its name.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
  return (await readFile(file, 'utf8')).trim();
}
