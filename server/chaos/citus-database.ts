import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '../db/data-location.ts';
import { distribute } from '../db/distribute.ts';
import { type CitusMachine, startCitus } from '../db/local-citus.ts';
import { discardData } from '../db/postgres-server.ts';
import { cutConnections, makeRoundFolder, type RoundDatabase } from './database.ts';

/** Three servers with the leagues sharded over two of them. `restart` and `cutConnections` concern the coordinator. */
export async function startCitusDatabase(): Promise<RoundDatabase> {
  const folder = await makeRoundFolder();
  const citus = await startCitus(folder, { durable: true });
  const discard = async () => {
    await citus.stop();
    await discardData(folder);
  };
  try {
    await distribute(citus.url);
  } catch (error) {
    await discard();
    throw error;
  }
  const [coordinator, ...machines] = citus.machines;
  if (!coordinator) throw new Error('a Citus has a coordinator');
  return {
    url: citus.url,
    folder,
    machines: machines.map((machine) => ({
      address: `127.0.0.1:${machine.port}`,
      cut: () => endServer(machine, 'SIGQUIT'), // Postgres: immediate shutdown, then recovery
      start: () => machine.start(),
      freeze: () => machine.freeze(),
      thaw: () => machine.thaw(),
    })),
    cutConnections: () => cutConnections(citus.url),
    restart: async (signal) => {
      await endServer(coordinator, signal);
      await coordinator.start();
    },
    discard,
  };
}

async function endServer(machine: CitusMachine, signal: NodeJS.Signals): Promise<void> {
  const pid = machine.pid();
  if (pid === null) throw new Error(`${machine.name} does not run`);
  process.kill(pid, signal);
  while (isAlive(pid)) await pause(20);
}
