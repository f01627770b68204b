import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/**
 * Writes a .br and a .gz beside each script, stylesheet and page of the build, so that the server never compresses
 * them.
 */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    writeBundle: { order: 'post', sequential: true, handler: ({ dir = '' }) => compressFiles(dir) },
  };
}

export async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|css|html)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name));
      await writeFile(join(folder, `${name}.br`), await toBrotli(text));
      await writeFile(join(folder, `${name}.gz`), await toGzip(text, { level: 9 }));
    }),
  );
}
