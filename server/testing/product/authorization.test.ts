import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeMember } from '#shared/api/groups.ts';
import { nameManager } from '#shared/api/league-roles.ts';
import { endpointsIn } from '../../cli/api-reference.ts';
import { aGame } from '../games.ts';
import { type Player, testWorld, type World } from '../world.ts';

/**
 * The callers, from fewest to most rights in a league, so that a call that deletes the league comes last. `admin` is in
 * no league.
 */
import { type Actor, actors, rows, type Scene } from './rights.ts';

const api = join(import.meta.dirname, '../../../shared/api');

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

/** A league, with one visitor for each kind of actor. */
async function aScene(): Promise<Scene> {
  const [owner, manager, member, removed, outsider, admin] = (await Promise.all(
    ['Olga', 'Max', 'Mia', 'Rob', 'Otto', 'Ada'].map((name) => world.signUp(name)),
  )) as [Player, Player, Player, Player, Player, Player];
  const league = await world.league(owner);
  await world.join(member, league);
  await world.join(manager, league);
  await owner.call(nameManager, { params: { id: league.id, userId: manager.user.id } });
  await world.join(removed, league);
  await owner.call(removeMember, { params: { id: league.id, userId: removed.user.id } });
  await world.database.pool.query('update users set is_admin = true where id = $1', [admin.user.id]);
  const [game, other] = [aGame(), aGame()];
  await world.poll(game, other);
  const who = { anonymous: world.visitor(), outsider, removed, admin, member, manager, owner };
  const ids = {
    outsider: outsider.user.id,
    member: member.user.id,
    manager: manager.user.id,
    owner: owner.user.id,
  };
  return { world, league, game, other, who, ids, ticketId: '' };
}

describe('who may call what', () => {
  test.each(
    rows.map((each) => [`${each.endpoint.method} ${each.endpoint.path}`, each.given?.name ?? '', each] as const),
  )('%s %s', async (_name, _given, each) => {
    const scene = await aScene();
    await each.given?.happens(scene);
    const statuses: Partial<Record<Actor, number>> = {};
    for (const actor of actors) {
      const sent = each.sent?.(scene) ?? {};
      const answer = await scene.who[actor].call(each.endpoint, sent as never);
      statuses[actor] = answer.status;
      if (answer.refusal)
        expect(answer.refusal).toMatchObject({ message: expect.any(String), code: expect.any(String) });
      if (answer.status === 401) expect(answer.refusal?.message).toMatch(/Unauthorized|Invalid email or password/);
    }
    expect(statuses).toEqual(Object.fromEntries(actors.map((actor, at) => [actor, each.expected[at]])));
  });

  test('is asked of every call there is', async () => {
    const files = (await readdir(api)).filter((file) => /(?<!\.test)\.ts$/.test(file));
    const rooms = await Promise.all(files.map((file) => import(pathToFileURL(join(api, file)).href)));
    expect(new Set(rooms.flatMap(endpointsIn))).toEqual(new Set(rows.map(({ endpoint }) => endpoint)));
  });
});
