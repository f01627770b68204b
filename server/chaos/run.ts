import { parseArgs } from 'node:util';
import { counted } from '#shared/domain/count.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';
import { randomFrom } from '../testing/bulk.ts';
import { type FaultName, faultNames } from './faults.ts';
import { playRound, type RoundReport } from './round.ts';

/**
 * `npm run chaos`: rounds of real processes under load and faults; a broken promise ends it with status 1.
 *
 * Each recovery is printed with the load factor of the machine (1: idle). The time limit of a recovery is multiplied by
 * that factor. The seed alone determines the faults, their order and the games.
 */
async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1' }, seed: { type: 'string' } } });
  const rounds = wholeNumber('rounds', values.rounds);
  const first = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : wholeNumber('seed', values.seed);
  for (let seed = first; seed < first + rounds; seed += 1) {
    log(`round ${seed - first + 1} of ${rounds}, seed ${seed}`);
    const begunAt = Date.now();
    const plan = { seed, faults: shuffled(seed), kickOffSpanMs: 24_000, games: 12, isTimed: true, log };
    const report = await playRound(plan);
    log(wordsOf(report, Date.now() - begunAt));
    if (report.violations.length > 0) {
      process.exitCode = 1;
      return;
    }
  }
}

function log(words: string): void {
  process.stdout.write(`${words}\n`);
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new StartupError(`--${name} is not a whole number: ${text}`);
  return value;
}

function shuffled(seed: number): FaultName[] {
  const random = randomFrom(seed);
  return faultNames
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
  ].join('\n');
}

function tally(counts: Record<string, number>): string {
  const words = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  return words.join(', ') || 'none';
}

main().catch(exitWith);
