import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { deleteGroup, type Group } from '#shared/api/groups.ts';
import { connect } from '../db/connection.ts';
import { distribute } from '../db/distribute.ts';
import { findCitus } from '../db/installed-citus.ts';
import { type CitusMachine, type LocalCitus, startCitus } from '../db/local-citus.ts';
import { discardData } from '../db/postgres-server.ts';
import { createLog } from '../lib/log.ts';
import { type Player, testWorld, type World } from './world.ts';

/** Three servers take two cores for 11 s, so their tests run only where the tests of Citus are asked for. */
export const isCitusAskedFor = process.env.CITUS_URL !== undefined && (await findCitus()) !== null;

/** A world on a Citus of its own, with a coordinator and two machines, one of which a test takes away. */
export type WorldOfMachines = {
  world: World;
  citus: LocalCitus;
  /** The machine that tests take away, and its address. */
  lost: CitusMachine;
  address: string;
  /** Whether the league is on that machine. */
  isLost(leagueId: string): boolean;
  /** Makes a league of the owner on the machine that is lost, or on the one that stays. */
  leagueOn(which: 'lost' | 'other', owner: Player): Promise<Group>;
  /** Waits until this process takes the machine for lost, or no machine. */
  untilLost(): Promise<unknown>;
  untilFound(): Promise<unknown>;
  drop(): Promise<void>;
};

export async function worldOfMachines(settings: Record<string, string> = {}): Promise<WorldOfMachines> {
  const folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
  await chmod(folder, 0o755); // the servers may run under another account
  const citus = await startCitus(folder);
  const [, lost] = citus.machines;
  if (!lost) throw new Error('a machine is missing');
  await distribute(citus.url);
  const database = connect(citus.url, createLog('silent'));
  const { machines } = database;
  await machines.start();
  const given = { ...database, url: citus.url, clear: async () => undefined, drop: database.end };
  const world = await testWorld(settings, undefined, {}, given);

  const isLost = (leagueId: string) => {
    const { port } = machines.all().find(({ group }) => group === machines.of(leagueId)) ?? {};
    return port === lost.port;
  };
  return {
    world,
    citus,
    lost,
    address: `127.0.0.1:${lost.port}`,
    isLost,
    leagueOn: async (which, owner) => {
      for (;;) {
        const league = await world.league(owner);
        if (isLost(league.id) === (which === 'lost')) return league;
        await owner.call(deleteGroup, { params: { id: league.id } });
      }
    },
    untilLost: () => vi.waitUntil(() => !machines.isWhole, { timeout: 20_000 }),
    untilFound: () => vi.waitUntil(() => machines.isWhole, { timeout: 20_000 }),
    drop: async () => {
      await world.drop();
      await citus.stop();
      await discardData(folder);
    },
  };
}
