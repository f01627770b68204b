import { readEnv } from '../env.ts';
import { createLog } from '../lib/log.ts';
import { createParts, type Parts } from '../parts.ts';

/** What the process that has forked this one asks for: a server with this environment, or the stop of the last one. */
export type HostOrder = { start: Record<string, string> } | 'stop';
/** The answer to an order: the address of a started server, null for a stopped one, or why the order has failed. */
export type HostAnswer = { address: string | null } | { failed: string };

// Runs one server after another, each with its own environment and database, in one process: code that has run before is
// compiled already. client/e2e/server-host.ts gives the orders, one at a time.

let running: Parts | null = null;

async function follow(order: HostOrder): Promise<string | null> {
  if (order === 'stop') {
    await running?.stop();
    running = null;
    return null;
  }
  const env = readEnv(order.start);
  running = createParts({ env, log: createLog(env.LOG_LEVEL), onLost: () => undefined }); // the database is not its own
  return running.start('all');
}

process.on('message', (order) => {
  follow(order as HostOrder).then(
    (address) => process.send?.({ address } satisfies HostAnswer),
    (error: unknown) => process.send?.({ failed: String(error) } satisfies HostAnswer),
  );
});
process.once('disconnect', () => process.exit());
