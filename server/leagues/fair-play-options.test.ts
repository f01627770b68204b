import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { type Group, listGroups } from '#shared/api/groups.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { aBet, aGame } from '../testing/games.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let owner: Player;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  owner = await world.signUp();
});

const fairPlay = { ...presets.fairPlay, rescue: '250' };
const inDays = (days: number) => new Date(world.clock.now.getTime() + days * 24 * 3_600_000).toISOString();

async function shown(league: Group): Promise<Group | undefined> {
  const { reply } = await owner.call(listGroups);
  return reply.find(({ group }) => group.id === league.id)?.group;
}

async function patch(league: Group, body: unknown) {
  const response = await owner.raw('PATCH', `/api/groups/${league.id}`, { body });
  return { status: response.status, code: (await response.json()).code };
}

describe('the options of fair play', () => {
  test('are Classic if nothing is wished for', async () => {
    const league = await world.league(owner);
    expect(league.fairPlay).toEqual(presets.classic);
    expect((await shown(league))?.fairPlay).toEqual(presets.classic);
  });

  test('are chosen when the league is made', async () => {
    const wanted = { activeWeeksPct: 60, maxInPlayPct: 40, lateStart: 'guest', rescue: '1000', maxLegs: 3 } as const;
    const league = await world.league(owner, { fairPlay: wanted });
    expect((await shown(league))?.fairPlay).toEqual({ ...wanted, rescue: fromWhole(1000) });
  });

  test.each([
    { activeWeeksPct: 0 },
    { activeWeeksPct: 101 },
    { activeWeeksPct: 7.5 },
    { maxInPlayPct: 0 },
    { maxInPlayPct: 101 },
    { maxInPlayPct: null },
    { lateStart: 'late' },
    { rescue: '0' },
    { rescue: '10.5' },
    { rescue: '1001' },
    { rescue: 250 },
    { maxLegs: 1 },
    { maxLegs: 13 },
    { maxLegs: '6' },
    { maxLegs: undefined },
  ])('are refused with %j', async (wrong) => {
    const league = await world.league(owner);
    expect(await patch(league, { fairPlay: { ...fairPlay, ...wrong } })).toEqual({ status: 400, code: 'bad-input' });
    expect((await shown(league))?.fairPlay).toEqual(presets.classic);
  });

  test('change until the first bet, and are fixed from it on', async () => {
    const league = await world.league(owner);
    expect((await patch(league, { fairPlay })).status).toBe(200);
    expect((await shown(league))?.fairPlay).toEqual(presets.fairPlay);

    const game = aGame();
    await world.poll(game);
    expect((await owner.call(placeBet, { body: aBet(league, game, '10') })).status).toBe(201);
    expect(await patch(league, { fairPlay: { ...fairPlay, activeWeeksPct: null } })).toEqual({
      status: 409,
      code: 'fair-play-fixed',
    });
    expect((await patch(league, { fairPlay, name: 'Renamed' })).status).toBe(200);
    expect(await shown(league)).toMatchObject({ name: 'Renamed', fairPlay: presets.fairPlay });
  });

  test('are fixed by a bet that was in flight when they were to change', async () => {
    const league = await world.league(owner, { fairPlay });
    const game = aGame();
    await world.poll(game);
    const ofOwner = 'select 1 from members where league_id = $1 and user_id = $2 for update';
    const lock = await lockElsewhere(world.database, ofOwner, [league.id, owner.user.id]);
    const inFlight = owner.call(placeBet, { body: aBet(league, game, '10') });
    await untilWaiting(world.database);
    const changing = patch(league, { fairPlay: { ...fairPlay, rescue: null } });
    await untilWaiting(world.database, 2);
    await lock.release();
    expect([(await inFlight).status, (await changing).code]).toEqual([201, 'fair-play-fixed']);
    expect((await shown(league))?.fairPlay).toEqual(presets.fairPlay);
  });

  test('fix the sports too where weeks count, with the first bet: they decide which weeks do', async () => {
    const [league, classic] = [await world.league(owner, { fairPlay }), await world.league(owner)];
    expect((await patch(league, { allowedSports: 'NFL' })).status).toBe(200);
    const game = aGame();
    await world.poll(game);
    for (const each of [league, classic]) await owner.call(placeBet, { body: aBet(each, game, '10') });
    expect(await patch(league, { allowedSports: 'MLB' })).toEqual({ status: 409, code: 'sports-fixed' });
    expect((await patch(league, { allowedSports: 'NFL', name: 'Renamed' })).status).toBe(200);
    expect((await patch(classic, { allowedSports: 'MLB' })).status).toBe(200);
  });

  test('let an end date move only later', async () => {
    const league = await world.league(owner, { fairPlay, joinDeadline: inDays(1), endDate: inDays(30) });
    for (const endDate of [inDays(29), null]) expect((await patch(league, { endDate })).status).toBe(400);
    expect((await patch(league, { endDate: inDays(31) })).status).toBe(200);
    expect((await shown(league))?.endDate).toBe(inDays(31));
  });
});
