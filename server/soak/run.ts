import { parseArgs } from 'node:util';
import { loadFactor } from '../chaos/load-factor.ts';
import { exitWith } from '../lib/startup-error.ts';
import { wholeNumber } from '../lib/whole-number.ts';
import { startPostgres } from '../testing/cluster.ts';
import { ownerPool } from '../testing/owner-pool.ts';
import type { Growth } from './growth.ts';
import { soak } from './soak.ts';
import { measureWaitingGames } from './waiting-games.ts';

const hoursPerMinute = (7 * 24) / 60;
/**
 * Chosen: the longest that a run of settling may take on an idle machine, over so many games that wait after an outage of
 * weeks, with a few bets each. It is multiplied by the load factor of the machine.
 */
const waiting = { games: 7_000, tickets: 21_000, mostSeconds: 30 };

/**
 * `npm run soak`: a week in an hour. Prints how everything grew; growth that is not allowed, a broken promise and a slow
 * run of settling end it with status 1. Without `--days` the pace is that of a week in an hour.
 */
async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      days: { type: 'string' },
      members: { type: 'string', default: '20000' },
      rate: { type: 'string', default: '30' },
      seed: { type: 'string' },
    },
  });
  const minutes = Math.max(1, wholeNumber('minutes', values.minutes));
  const days = values.days === undefined ? (minutes * hoursPerMinute) / 24 : wholeNumber('days', values.days);
  const members = wholeNumber('members', values.members);
  const rate = wholeNumber('rate', values.rate);
  const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : wholeNumber('seed', values.seed);
  log(`seed ${seed}`);
  const cluster = await startPostgres();
  try {
    await quickenAutovacuum(cluster.url);
    const factor = loadFactor(); // of other work on the machine: read before this run adds to it
    const run = await measureWaitingGames(cluster.url, waiting);
    log(
      `settling ${run.tickets} tickets of ${run.games} waiting games: ${run.seconds.toFixed(1)} s of ${waiting.mostSeconds} s (machine ${factor.toFixed(1)})`,
    );
    const { growth, counts, violations } = await soak(cluster.url, { seed, minutes, days, members, rate, log });
    for (const line of tableOf(growth)) log(line);
    log(
      `${counts.visits} visits, ${counts.skipped} skipped, ${counts.bets} bets, ${counts.newcomers} newcomers, ${counts.streams} streams`,
    );
    log(
      `refused: ${
        Object.entries(counts.refused)
          .map(([what, count]) => `${count} ${what}`)
          .join(', ') || 'none'
      }`,
    );
    const wrong = [
      ...run.broken,
      ...violations,
      ...growth.filter(({ isWrong }) => isWrong).map(({ name }) => `${name} grows`),
    ];
    if (run.seconds > waiting.mostSeconds * factor) wrong.push('the run of settling took too long');
    for (const words of wrong) log(`WRONG ${words}`);
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    await cluster.stop();
  }
}

/** Has tables vacuumed at the pace of the soak: a minute, Postgres's default, is less than a second of it. */
async function quickenAutovacuum(url: string): Promise<void> {
  const owner = ownerPool(url, 1);
  await owner.query(`alter system set autovacuum_naptime = '1s'`);
  await owner.query('select pg_reload_conf()');
  await owner.end();
}

/** A line for each number that changed. */
function tableOf(growth: readonly Growth[]): string[] {
  const shown = growth.filter(({ first, second, last }) => first !== second || second !== last);
  const figure = (value: number) => (Math.abs(value) < 100 ? value.toFixed(1) : value.toFixed(0)).padStart(9);
  const rows = shown.map(
    ({ name, unit, first, second, last, perDay, verdict }) =>
      `${name.padEnd(58)} ${unit.padEnd(4)} ${figure(first)} ${figure(second)} ${figure(last)} ${figure(perDay)}  ${verdict}`,
  );
  const head = ['first', 'second', 'last', 'per day'].map((word) => word.padStart(9)).join(' ');
  const others = growth.length - shown.length;
  return [`${''.padEnd(63)} ${head}`, ...rows, `${others} more numbers stayed the same: flat`];
}

function log(words: string): void {
  process.stdout.write(`${words}\n`);
}

main().catch(exitWith);
