import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { counted } from '#shared/domain/count.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';
import { wholeNumber } from '../lib/whole-number.ts';
import { startCluster } from '../testing/cluster.ts';
import { type Plan, playSeason } from './play.ts';

/** A season of a hundred leagues. Chosen: three weeks take a minute. */
const seasonOf = (weeks: number): Plan => {
  return { leagues: 100, people: 200, weeks, games: 36, acts: weeks * 850, cutting: 0.01 };
};

/** `npm run simulate`: plays seasons; a broken law is printed with its seed, and exits with 1. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string', default: '1' },
      weeks: { type: 'string', default: '3' },
      forever: { type: 'boolean', default: false },
      trace: { type: 'string' },
    },
  });
  const count = values.forever ? Number.POSITIVE_INFINITY : wholeNumber('seeds', values.seeds);
  const weeks = wholeNumber('weeks', values.weeks);
  if (weeks === 0) throw new StartupError('--weeks must be at least 1');
  const season = seasonOf(weeks);
  const first = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : wholeNumber('seed', values.seed);
  const file = values.trace === undefined ? null : createWriteStream(values.trace);
  const cluster = await startCluster();
  try {
    for (let seed = first; seed < first + count; seed += 1) {
      const begunAt = performance.now();
      const report = await playSeason(
        cluster.url,
        seed,
        season,
        file ? { write: (line) => file.write(`${line}\n`) } : {},
      ).catch((error: unknown) => {
        print(`seed ${seed} could not be played to its end`);
        throw error;
      });
      const seconds = Math.round((performance.now() - begunAt) / 1_000);
      const {
        requests,
        refused,
        jobs,
        cuts,
        tickets,
        entries,
        letters,
        pushes,
        posts,
        topics,
        addresses,
        finalLeagues,
        digest,
      } = report;
      print(
        `seed ${seed}, ${counted(weeks, 'week')}: ${counted(requests, 'request')} (${refused} refused), ${counted(jobs, 'job')}, ${counted(cuts, 'cut')}, ${counted(tickets, 'ticket')}, ${counted(entries, 'ledger row')}, ${counted(letters, 'letter')}, ${counted(pushes, 'pushed notice')}, ${counted(posts, 'post')} to chats, ${counted(topics, 'topic')} heard by open pages, ${counted(addresses, 'change')} of addresses, ${counted(finalLeagues, 'league')} final, trace ${digest}, ${seconds} s`,
      );
      if (report.broken === null) continue;
      print(`seed ${seed} broke a law: ${report.broken}`);
      process.exitCode = 1;
      break;
    }
  } finally {
    await cluster.stop();
    if (file) await finished(file.end());
  }
}

function print(words: string): void {
  process.stdout.write(`${words}\n`);
}

main().catch(exitWith);
