import { inspect } from 'node:util';
import { readEnv } from '../env.ts';
import { createLog } from '../lib/log.ts';
import { createParts, type ServerParts } from '../parts.ts';

/** An order of the parent process: to start a server with this environment, or to stop the running one. */
export type HostOrder = { start: Record<string, string> } | 'stop';
/** The answer to an order: the address of a started server, null for a stopped one, or why the order has failed. */
export type HostAnswer = { address: string | null } | { failed: string };

// Runs one server after another, each with its own environment and database, in one process: code that has run before is
// compiled already. client/e2e/server-host.ts gives the orders, one at a time.

let running: ServerParts | null = null;

async function follow(order: HostOrder): Promise<string | null> {
  if (order === 'stop') {
    await running?.stop();
    running = null;
    return null;
  }
  const env = readEnv(order.start);
  // With DATABASE_URL no embedded database is started that could be lost.
  running = createParts({ env, log: createLog(env.LOG_LEVEL), onLost: () => undefined });
  return running.start('all');
}

process.on('message', (order) => {
  follow(order as HostOrder).then(
    (address) => process.send?.({ address } satisfies HostAnswer),
    (error: unknown) => process.send?.({ failed: inspect(error) } satisfies HostAnswer),
  );
});
// A Ctrl-C reaches this process too. The parent has its server stopped, and then ends it.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined);
process.once('disconnect', () => process.exit());
