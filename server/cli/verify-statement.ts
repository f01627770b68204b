import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { continuation } from '#shared/domain/statement.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';

/**
 * Says whether a newer statement continues an older one; status 1 if it does not, or if a file cannot be read. Needs
 * neither a database nor the network.
 */
async function main([older, newer, ...more]: string[]): Promise<void> {
  if (!older || !newer || more.length > 0) {
    throw new StartupError('Usage: npm run verify-statement -- OLD.csv NEW.csv');
  }
  const { isContinued, words } = continuation(await contentsOf(older), await contentsOf(newer), (text) =>
    createHash('sha256').update(text).digest('hex'),
  );
  process.stdout.write(`${words}\n`);
  if (!isContinued) process.exitCode = 1;
}

async function contentsOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: Error) => {
    throw new StartupError(`${file} cannot be read: ${cause.message}`, { cause });
  });
}

main(process.argv.slice(2)).catch(exitWith);
