import { parseArgs } from 'node:util';
import { counted } from '#shared/domain/count.ts';
import { exitWith } from '../lib/startup-error.ts';
import { wholeNumber } from '../lib/whole-number.ts';
import { startCluster } from '../testing/cluster.ts';
import { playSchedule } from './play.ts';

/**
 * `npm run oracle`: plays random schedules against the reference model of the house rules; a difference exits with 1.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seeds: { type: 'string', default: '1' }, seed: { type: 'string' } } });
  const count = wholeNumber('seeds', values.seeds);
  const first = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : wholeNumber('seed', values.seed);
  const cluster = await startCluster();
  try {
    for (let seed = first; seed < first + count; seed += 1) {
      const begunAt = performance.now();
      const { differences, polls, tickets, refused, final } = await playSchedule(cluster.url, {
        seed,
        games: 12,
        leagues: 4,
        members: 4,
      });
      const seconds = Math.round((performance.now() - begunAt) / 1_000);
      print(
        `seed ${seed}: ${counted(tickets, 'ticket')}, ${refused} refused, ${counted(polls, 'answer')}, ${counted(final, 'league')} final, ${seconds} s`,
      );
      for (const words of differences) print(`  ${words}`);
      if (differences.length > 0) process.exitCode = 1;
    }
  } finally {
    await cluster.stop();
  }
}

function print(words: string): void {
  process.stdout.write(`${words}\n`);
}

main().catch(exitWith);
