import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitWith } from '../lib/startup-error.ts';
import { economyReport } from './report.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'fair-play.md');

/** Chosen: a standard error of at most one percentage point, within a minute. */
const seasons = 2_500;
const seed = 1;

/** `npm run economy`: plays seasons with and without each rule of fair play, and writes docs/fair-play.md. */
async function main(): Promise<void> {
  await writeFile(file, economyReport(seed, seasons));
  process.stdout.write(`${file} is written\n`);
}

main().catch(exitWith);
