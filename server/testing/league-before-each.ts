import { beforeAll, beforeEach } from 'vitest';
import type { BodyInput } from '#shared/api/endpoint.ts';
import type { createGroup, Group } from '#shared/api/groups.ts';
import { type Player, testWorld, type World } from './world.ts';

type Wanted = { firstName?: string; settings?: Partial<BodyInput<typeof createGroup>> };

/**
 * Starts a world for the tests of a file. Before each test, sets its clock right and passes it to `take` with a new
 * player and the player's new league.
 */
export function leagueBeforeEach(
  take: (made: { world: World; player: Player; league: Group }) => void | Promise<void>,
  { firstName, settings }: Wanted = {},
): void {
  let world: World;
  beforeAll(async () => {
    world = await testWorld();
    return () => world.drop();
  });
  beforeEach(async () => {
    world.clock.now = new Date();
    const player = await world.signUp(firstName);
    await take({ world, player, league: await world.league(player, settings) });
  });
}
