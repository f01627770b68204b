import { parseArgs } from 'node:util';
import { counted } from '#shared/domain/count.ts';
import { appendAuditLine } from '../audit/store.ts';
import { enableMachine } from '../db/enable-machine.ts';
import { addressOf, disableMachine, type MachineStatus, machineStatus } from '../db/machines.ts';
import { readEnv } from '../env.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';
import { onConnection } from './with-database.ts';

const usage =
  'Usage: npm run db:node -- disable|enable|status HOST:PORT. Without HOST:PORT, status shows all machines.';

/** `npm run db:node`: takes a machine of DATABASE_URL's Citus out of use, and puts it back. */
async function main(): Promise<void> {
  const [verb, address, isAgreed] = readWords();
  const { DATABASE_URL } = readEnv();
  if (!DATABASE_URL) throw new StartupError('DATABASE_URL is not set: the embedded database is one machine.');
  if (verb === 'status') {
    const machines = await machineStatus(DATABASE_URL, address ?? null);
    for (const machine of machines) say(statusReport(machine));
  } else if (!address) throw new StartupError(usage);
  else if (verb === 'disable') say(await disable(DATABASE_URL, address, isAgreed));
  else say(await enable(DATABASE_URL, address));
}

function readWords(): [verb: string, address: string | undefined, isAgreed: boolean] {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { yes: { type: 'boolean' } } });
    const [verb = '', address] = positionals;
    if (positionals.length <= 2 && /^(disable|enable|status)$/.test(verb)) return [verb, address, values.yes ?? false];
  } catch (cause) {
    throw new StartupError(usage, { cause });
  }
  throw new StartupError(usage);
}

async function disable(url: string, address: string, isAgreed: boolean): Promise<string> {
  if (!(await disableMachine(url, address, isAgreed))) return `${address} was disabled already`;
  await record(url, 'machine-disabled', address);
  return `${address} is disabled: its leagues cannot be reached until it is enabled\nOnce it answers: npm run db:node -- enable ${address}`;
}

async function enable(url: string, address: string): Promise<string> {
  const enabled = await enableMachine(url, address);
  if (!enabled) return `${address} is active already`;
  await record(url, 'machine-enabled', address);
  const { preparedTransactions, rows, writersWaitedMs } = enabled;
  return [
    `${counted(preparedTransactions, 'prepared transaction')} resolved`,
    ...[...rows].map(([table, count]) => `${table}: ${counted(count, 'row')} brought up to date`),
    `${address} is active; writers waited ${writersWaitedMs} ms`,
  ].join('\n');
}

/** Records the act in a transaction of its own: the machine's state must not depend on it. */
function record(url: string, action: 'machine-disabled' | 'machine-enabled', address: string): Promise<void> {
  return onConnection(url, ({ db }) =>
    appendAuditLine(db, { actorId: null, action, leagueId: null, detail: { address } }),
  );
}

function statusReport(machine: MachineStatus): string {
  const { isActive, shards, allShards, foreignKeys, answer } = machine;
  const where = `in ${shards} of ${counted(allShards, 'shard')}`;
  const first = `${addressOf(machine)}: ${isActive ? 'active' : 'disabled'}, ${answer ? 'answers' : 'no answer'}`;
  if (!answer) return `${first}\n  leagues ${where}`;
  return [
    first,
    `  ${counted(answer.leagues, 'league')} ${where}`,
    `  ${answer.foreignKeys} of ${counted(foreignKeys, 'foreign key')}`,
    `  ${counted(answer.prepared, 'prepared transaction')} older than a minute`,
  ].join('\n');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().catch(exitWith);
