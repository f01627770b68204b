import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type LocalCitus, startCitus } from '../db/local-citus.ts';
import { discardData } from '../db/postgres-server.ts';
import { readEnv } from '../env.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';

/** `npm run citus:dev`: a Citus of three servers on this machine, until Ctrl-C. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', default: join(readEnv().DATA_DIR, 'citus') },
      port: { type: 'string' },
      durable: { type: 'boolean' },
      fresh: { type: 'boolean' },
    },
  });
  const { folder, port, durable, fresh } = values;
  const firstPort = port === undefined ? null : Number(port);
  if (firstPort !== null && !(Number.isInteger(firstPort) && firstPort > 0 && firstPort <= 65_533)) {
    throw new StartupError(`Not a port with two more after it: ${port}`);
  }
  let citus: LocalCitus | null = null;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, async () => {
      await citus?.stop();
      process.exit(0);
    });
  }
  if (fresh && existsSync(folder)) await discardData(realpathSync(folder));
  citus = await startCitus(folder, { durable, firstPort });
  for (const machine of citus.machines) {
    process.stdout.write(`${machine.name.padEnd(11)}  127.0.0.1:${machine.port}  process ${machine.pid()}\n`);
  }
  process.stdout.write(`CITUS_URL=${citus.url}\n`);
}

main().catch(exitWith);
