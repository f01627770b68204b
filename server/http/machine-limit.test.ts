import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { gameBets, listBets, memberBets, placeBet } from '#shared/api/bets.ts';
import { unreachableHeader } from '#shared/api/endpoint.ts';
import {
  type Group,
  groupBets,
  joinGroup,
  leaderboard,
  listGroups,
  removeMember,
  updateGroup,
} from '#shared/api/groups.ts';
import { invite } from '#shared/api/invite.ts';
import type { Database } from '../db/connection.ts';
import { enableMachine } from '../db/enable-machine.ts';
import { disableMachine } from '../db/machines.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { calendarPathOf, readCalendar } from '../testing/calendar.ts';
import { aBet } from '../testing/games.ts';
import { endLeague } from '../testing/leagues.ts';
import { isCitusAskedFor, type WorldOfMachines, worldOfMachines } from '../testing/machines.ts';
import type { Player, World } from '../testing/world.ts';
import { recordHeartbeat } from '../worker/store.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // several servers, on a busy machine

const readyzToken = 'a token that only the operator knows';

describe.runIf(isCitusAskedFor)('with a lost machine', () => {
  let machines: WorldOfMachines;
  let world: World;
  let database: Database;
  let player: Player;
  let game: FeedGame;
  /** A league on the machine that stays, and one on the machine that is lost. */
  let here: Group;
  let there: Group;

  beforeAll(async () => {
    machines = await worldOfMachines({ READYZ_TOKEN: readyzToken });
    ({ world } = machines);
    ({ database } = world);
    player = await world.signUp();
    game = await world.addGame();
    [here, there] = [await machines.leagueOn('other', player), await machines.leagueOn('lost', player)];
    await recordHeartbeat(database.db, 'worker:1');
  });
  afterAll(async () => {
    await machines?.drop();
  });

  const bet = (league: Group) => player.call(placeBet, { body: aBet(league, game, '10') });

  async function readyz(): Promise<unknown> {
    const headers = { authorization: `Bearer ${readyzToken}` };
    const response = await player.raw('GET', '/readyz', { headers });
    return [response.status, await response.json()];
  }

  /** Each call of a league; a refusal names its code. */
  async function callsAbout(league: Group): Promise<unknown[]> {
    const { id } = league;
    const params = { id };
    const answers = [
      await player.call(leaderboard, { params }),
      await player.call(groupBets, { params }),
      await player.call(updateGroup, { params, body: { description: 'Still here' } }),
      await player.call(memberBets, { params: { userId: player.user.id, groupId: id } }),
      await player.call(invite, { params: { code: league.joinCode } }),
      await bet(league),
    ];
    return answers.map(({ status, refusal }) => refusal?.code ?? status);
  }

  const outages = {
    stopped: { take: () => machines.lost.stop(), giveBack: () => machines.lost.start() },
    frozen: { take: () => machines.lost.freeze(), giveBack: () => machines.lost.thaw() },
  };
  test.each(Object.entries(outages))('a %s one refuses its leagues, and others are served', async (_, does) => {
    const served = [200, 200, 200, 200, 200, 201];
    await does.take();
    try {
      // Before the machine counts as lost: requests that wait for it leave connections to those of the other league.
      const waiting = Array.from({ length: 30 }, () => player.call(leaderboard, { params: { id: there.id } }));
      const answers = await Promise.all(Array.from({ length: 12 }, () => callsAbout(here)));
      expect(answers).toEqual(Array.from({ length: 12 }, () => served));
      await Promise.all(waiting);

      await machines.untilLost();
      expect(await callsAbout(there)).toEqual(Array.from(served, () => 'league-unreachable'));
      const { status, refusal, headers } = await player.call(leaderboard, { params: { id: there.id } });
      expect([status, refusal?.message, headers.get('retry-after')]).toEqual([
        503,
        'This league cannot be reached at the moment. Nothing is lost. Try again in a minute.',
        '60',
      ]);
      expect(await callsAbout(here)).toEqual(served);
      expect(await readyz()).toMatchObject([
        200,
        { machines: { all: 2, lost: 1 }, lostMachines: [{ port: machines.lost.port }] },
      ]);
      expect(await player.raw('GET', '/readyz').then((response) => response.json())).not.toHaveProperty('lostMachines');
    } finally {
      await does.giveBack();
    }
    await machines.untilFound();
    await vi.waitUntil(async () => (await callsAbout(there)).every((answer) => typeof answer === 'number'), {
      timeout: 20_000,
    });
    expect(await readyz()).toMatchObject([200, { machines: { all: 2, lost: 0 }, lostMachines: [] }]);
  });

  test('lists over leagues leave out those of a stopped or disabled one, and say to whom they belong how many', async () => {
    const also = await machines.leagueOn('other', player);
    const [removed, outsider] = [await world.signUp(), await world.signUp()];
    for (const league of [here, also, there]) {
      await world.join(removed, league);
      await removed.call(placeBet, { body: aBet(league, game, '10') });
      await bet(league);
    }
    await world.join(outsider, here);
    await player.call(removeMember, { params: { id: there.id, userId: removed.user.id } });
    await endLeague(database.db, also); // its row says what it waits for

    /** The leagues in each list of the viewer, and how many each leaves out. */
    const lists = async (viewer: Player) => {
      const groups = await viewer.call(listGroups);
      const bets = [await viewer.call(listBets), await viewer.call(gameBets, { params: { gameId: game.id } })];
      const found = [
        groups.reply.map(({ group }) => group.id),
        ...bets.map(({ reply }) => reply.map((one) => one.groupId)),
      ];
      const left = [groups, ...bets].map(({ headers }) => headers.get(unreachableHeader));
      expect(bets.map(({ reply }) => reply.map(({ placedAt }) => placedAt))).toEqual(
        bets.map(({ reply }) =>
          reply
            .map(({ placedAt }) => placedAt)
            .sort()
            .reverse(),
        ),
      );
      const events = await readCalendar(viewer, await calendarPathOf(viewer));
      const ofDates = events.flatMap(({ uid }) => /^(.{36})-end@/.exec(uid)?.[1] ?? []);
      expect(ofDates.toSorted()).toEqual(found[0]?.toSorted());
      return { leagues: found.map((ids) => [...new Set(ids)].sort()), left };
    };
    const whole = [await lists(player), await lists(removed), await lists(outsider)];
    const [near, all] = [[here.id, also.id].sort(), [here.id, also.id, there.id].sort()];
    const none = [null, null, null];
    expect(whole).toEqual([
      { leagues: [all, all, all], left: none },
      { leagues: [near, all, near], left: none },
      { leagues: [[here.id], [], []], left: none },
    ]);

    const one = ['1', '1', '1'];
    const parted = [
      { leagues: [near, near, near], left: one },
      { leagues: [near, near, near], left: one },
      { leagues: [[here.id], [], []], left: none },
    ];
    const listed = async () => [await lists(player), await lists(removed), await lists(outsider)];
    const { citus, lost, address } = machines;
    await lost.stop();
    await machines.untilLost();
    expect(await listed()).toEqual(parted);
    await disableMachine(citus.url, address, true);
    expect(await listed()).toEqual(parted);
    const { reply } = await player.call(listGroups);
    expect(reply.find(({ group }) => group.id === also.id)?.group.waitsFor).toMatchObject([{ gameId: game.id }]);
    await lost.start();
    await enableMachine(citus.url, address);
    await machines.untilFound();
    await vi.waitFor(async () => expect(await listed()).toEqual(whole), { timeout: 20_000 });
  });

  test('a disabled one gets no new league and no new member', async () => {
    const { citus, address } = machines;
    await disableMachine(citus.url, address, true);
    await machines.untilLost();
    const newcomer = await world.signUp();
    const { refusal } = await newcomer.call(joinGroup, { body: { joinCode: there.joinCode } });
    expect(refusal?.code).toBe('league-unreachable');
    const made = [];
    while (made.length < 6) made.push(await world.league(newcomer));
    expect(made.filter(({ id }) => machines.isLost(id))).toEqual([]);
    await enableMachine(citus.url, address);
    await machines.untilFound();
    await world.join(newcomer, there);
  });

  test('a process that can reach none is not ready', async () => {
    const [, ...all] = machines.citus.machines;
    for (const machine of all) await machine.stop();
    await vi.waitFor(async () => expect(await readyz()).toMatchObject([503, { machines: { all: 2, lost: 2 } }]), {
      timeout: 20_000,
    });
    expect((await player.call(leaderboard, { params: { id: here.id } })).refusal?.code).toBe('league-unreachable');
    for (const machine of all) await machine.start();
    await vi.waitFor(async () => expect(await readyz()).toMatchObject([200, { machines: { all: 2, lost: 0 } }]), {
      timeout: 20_000,
    });
  });
});
