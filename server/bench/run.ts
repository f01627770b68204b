import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findCitus } from '../db/installed-citus.ts';
import { exitWith } from '../lib/startup-error.ts';
import { startPostgres } from '../testing/cluster.ts';
import { measureAll, type Sizes } from './measure.ts';
import { handwrittenPart, report } from './report.ts';

/** Chosen: the sizes of docs/benchmarks.md, larger than 100 thousand players need. A run takes about ten minutes. */
const sizes: Omit<Sizes, 'machines'> = {
  crowd: {
    users: 10_000,
    leagues: 2_000,
    membersPerLeague: 20,
    tickets: 1_000_000,
    pastGames: 2_000,
    upcomingGames: 16,
    standings: [10, 100, 10_000],
    histories: [10, 5_000, 20_000],
    openBets: 20_000,
    leaguesOfOne: 300,
  },
  passwordCost: 12,
  bettors: 2_000,
  placing: { rounds: 6, ms: 2_500, connections: 8 },
  slate: { rounds: 6, ms: 2_000, connections: 8 },
  pageTimes: 40,
  longListTimes: 5,
  settling: { tickets: [1_000, 10_000, 100_000], leagues: [10, 200, 5_000], membersPerLeague: 20 },
  settlingRounds: (tickets) => (tickets < 100_000 ? 3 : 1),
  overlongTimes: 500,
  load: { seconds: 20, scale: 1, warmUpSeconds: 5 },
};

const page = join(import.meta.dirname, '../../docs/benchmarks.md');

/** Measures everything on a throwaway cluster, as durable as in production, and writes docs/benchmarks.md. */
async function main(): Promise<void> {
  const begun = Date.now();
  const machines = (await findCitus()) === null ? null : { rounds: 6, ms: 2_500, connections: 16 };
  const cluster = await startPostgres({ durable: true });
  try {
    const figures = await measureAll(cluster.url, { ...sizes, machines }, (words) =>
      process.stderr.write(`${Math.round((Date.now() - begun) / 1_000)} s: ${words}\n`),
    );
    const earlier = await readFile(page, 'utf8').catch(() => '');
    await writeFile(page, report(figures, handwrittenPart(earlier)));
  } finally {
    await cluster.stop();
  }
}

main().catch(exitWith);
