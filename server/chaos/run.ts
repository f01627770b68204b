import { parseArgs } from 'node:util';
import { counted } from '#shared/domain/count.ts';
import { findCitus } from '../db/installed-citus.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';
import { wholeNumber } from '../lib/whole-number.ts';
import { randomFrom } from '../testing/bulk.ts';
import { citusFaultNames, type FaultName, faultNames } from './faults.ts';
import { playRound, type RoundPlan, type RoundReport } from './round.ts';

/** A kind of database, its faults, and how the games of a round are spread over them. */
type Contest = Pick<RoundPlan, 'onCitus' | 'kickOffSpanMs' | 'games' | 'rate'> & { faults: readonly FaultName[] };

const contests = {
  postgres: { onCitus: false, faults: faultNames, kickOffSpanMs: 24_000, games: 12, rate: 25 },
  // Machines are away for longer, and three servers share the processors: more visits would only measure these.
  citus: { onCitus: true, faults: citusFaultNames, kickOffSpanMs: 75_000, games: 15, rate: 10 },
} satisfies Record<string, Contest>;

/**
 * `npm run chaos`: rounds of real processes under load and faults; a broken promise ends it with status 1. Where a Citus
 * is installed, each round is followed by one on three servers; `--on postgres` or `--on citus` plays one kind alone.
 *
 * Each recovery is printed with the load factor of the machine (1: idle). The time limit of a recovery is multiplied by
 * that factor. The seed alone determines the faults, their order and the games.
 */
async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '1' }, seed: { type: 'string' }, on: { type: 'string' } },
  });
  const rounds = wholeNumber('rounds', values.rounds);
  const first = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : wholeNumber('seed', values.seed);
  const wanted = await contestsOn(values.on);
  for (let seed = first; seed < first + rounds; seed += 1) {
    for (const [name, { faults, ...contest }] of wanted) {
      log(`round ${seed - first + 1} of ${rounds} on ${name}, seed ${seed}`);
      const begunAt = Date.now();
      const report = await playRound({ ...contest, seed, faults: shuffled(faults, seed), isTimed: true, log });
      log(wordsOf(report, Date.now() - begunAt));
      if (report.violations.length > 0) {
        process.exitCode = 1;
        return;
      }
    }
  }
}

/** The contests to play. Throws StartupError for an unknown name, and for Citus if none is installed. */
async function contestsOn(name: string | undefined): Promise<[string, Contest][]> {
  if (name !== undefined && !Object.hasOwn(contests, name)) {
    throw new StartupError(`--on is neither postgres nor citus: ${name}`);
  }
  const wanted = Object.entries(contests).filter(([each]) => name === undefined || each === name);
  if ((await findCitus()) !== null) return wanted;
  if (name === 'citus') throw new StartupError('No installed Postgres has Citus: docs/scale.md#a-citus-on-one-machine');
  if (name === undefined) log('no installed Postgres has Citus: rounds on three servers are left out');
  return wanted.filter(([, { onCitus }]) => !onCitus);
}

function log(words: string): void {
  process.stdout.write(`${words}\n`);
}

function shuffled(names: readonly FaultName[], seed: number): FaultName[] {
  const random = randomFrom(seed);
  return names
    .map((name) => ({ name, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

function wordsOf(report: RoundReport, tookMs: number): string {
  const { requests, acked, retried, skipped, streams, reconnects, reads, violations } = report;
  return [
    `  ${counted(requests, 'request')}, ${counted(acked, 'ticket')} acknowledged, ${retried} retried, ${counted(skipped, 'visit')} skipped`,
    `  ${counted(streams, 'event stream')}, ${counted(reconnects, 'reconnect')}`,
    `  bets refused: ${tally(report.refused)}; tries without an answer: ${tally(report.unserved)}`,
    `  ledger checked ${counted(reads, 'time')}; ${counted(violations.length, 'violation')}; ${Math.round(tookMs / 1_000)} s`,
    ...violations.map((words) => `  VIOLATION ${words}`),
    ...(violations.length > 0 ? report.output : []),
  ].join('\n');
}

function tally(counts: Record<string, number>): string {
  const words = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  return words.join(', ') || 'none';
}

main().catch(exitWith);
