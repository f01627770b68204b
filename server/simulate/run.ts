import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { counted } from '#shared/domain/count.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';
import { wholeNumber } from '../lib/whole-number.ts';
import { startCluster } from '../testing/cluster.ts';
import { type Plan, playSeason, type Report } from './play.ts';
import { firstDifference } from './trace.ts';

/** A season of a hundred leagues. Chosen: three weeks take a minute. */
const seasonOf = (weeks: number): Plan => {
  return { leagues: 100, people: 200, weeks, games: 36, acts: weeks * 850, cutting: 0.01 };
};

/**
 * `npm run simulate`: plays seasons. A broken law is printed with its seed, and exits with 1. With `--twice` each season in
 * which no law breaks is played again: then a trace that differs is printed and exits with 1 as well.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string', default: '1' },
      weeks: { type: 'string', default: '3' },
      forever: { type: 'boolean', default: false },
      twice: { type: 'boolean', default: false },
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
      const lines: string[] = [];
      const report = await play(cluster.url, seed, season, (line) => {
        file?.write(`${line}\n`);
        if (values.twice) lines.push(line);
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
      const failure = report.broken ?? (values.twice ? await differenceOf(cluster.url, seed, season, lines) : null);
      if (failure === null) {
        if (values.twice) print(`seed ${seed} was the same twice`);
        continue;
      }
      print(`seed ${seed} broke a law: ${failure}`);
      process.exitCode = 1;
      break;
    }
  } finally {
    await cluster.stop();
    if (file) await finished(file.end());
  }
}

async function play(url: string, seed: number, season: Plan, write: (line: string) => void): Promise<Report> {
  try {
    return await playSeason(url, seed, season, { write });
  } catch (error) {
    print(`seed ${seed} could not be played to its end`);
    throw error;
  }
}

/** Plays a season again, and says how it differs from the lines of its trace; null if it does not. */
async function differenceOf(url: string, seed: number, season: Plan, lines: readonly string[]): Promise<string | null> {
  const again: string[] = [];
  const { broken } = await play(url, seed, season, (line) => again.push(line));
  const difference = firstDifference(lines, again);
  if (!difference) return broken;
  const { line, one, other } = difference;
  const step = lines.slice(0, line).findLast((before) => !before.startsWith(' ')) ?? '';
  return `played again, it differs from line ${line} on, in the step ${step}\n  ${apart(one, other)}\n  ${apart(other, one)}`;
}

/** The part of a line that begins shortly before it differs from the other one: a line may have 30,000 characters. */
function apart(line: string | null, other: string | null): string {
  if (line === null) return 'the end';
  const at = [...line].findIndex((letter, index) => letter !== other?.[index]);
  return line.slice(Math.max(0, at - 80), at + 200);
}

function print(words: string): void {
  process.stdout.write(`${words}\n`);
}

main().catch(exitWith);
