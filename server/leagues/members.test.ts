import { describe, expect, test } from 'vitest';
import { listBets, placeBet } from '#shared/api/bets.ts';
import {
  createGroup,
  deleteGroup,
  type Group,
  groupBets,
  joinGroup,
  leaderboard,
  listGroups,
  removeMember,
  setDisplayName,
} from '#shared/api/groups.ts';
import { aBet, final } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { addLeagues, fillLeague } from '../testing/leagues.ts';
import { expectLedgerBalances, fundsOf, ledgerCounts } from '../testing/ledger-asserts.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import type { Player, World } from '../testing/world.ts';

let world: World;
let owner: Player;
let friend: Player;
let league: Group;

leagueBeforeEach(async (made) => {
  ({ world, player: owner, league } = made);
  friend = await world.member(league);
});

const rename = (player: Player, displayName: string) =>
  player.call(setDisplayName, { params: { id: league.id }, body: { displayName } });
const remove = (by: Player, userId: string) => by.call(removeMember, { params: { id: league.id, userId } });

async function names(): Promise<Record<string, string | null>> {
  const { reply } = await owner.call(leaderboard, { params: { id: league.id } });
  return Object.fromEntries(reply.map((row) => [row.user.id, row.displayName]));
}

describe('a display name', () => {
  test('is set by its member alone, trimmed and composed, and shows at once', async () => {
    const { status, reply } = await rename(friend, '  Zoe\u0308 the Great \n');
    expect([status, reply]).toEqual([200, { displayName: 'Zo\u00eb the Great' }]);
    expect(await names()).toEqual({ [owner.user.id]: null, [friend.user.id]: 'Zo\u00eb the Great' });
  });

  test('need not be unique', async () => {
    await rename(owner, 'Champ');
    expect((await rename(friend, 'Champ')).status).toBe(200);
  });

  test('applies in one league only', async () => {
    const other = await world.league(friend);
    await rename(friend, 'Here');
    const { reply } = await friend.call(leaderboard, { params: { id: other.id } });
    expect(reply[0]?.displayName).toBeNull();
  });

  test('of somebody else cannot be set, whoever is named', async () => {
    const body = { displayName: 'Mine', userId: friend.user.id, memberId: friend.user.id };
    const response = await owner.raw('PATCH', `/api/groups/${league.id}/display-name?userId=${friend.user.id}`, {
      body,
    });
    expect(response.status).toBe(200);
    expect(await names()).toEqual({ [owner.user.id]: 'Mine', [friend.user.id]: null });
  });

  test.each([
    ['', 'Please enter a display name'],
    [' \t\n', 'Please enter a display name'],
    ['\u202e\u200b\u3164', 'Please enter a display name'],
    ['n'.repeat(41), 'displayName: must be at most 40 characters'],
    ['a\u0000b', 'displayName: contains characters that cannot be stored'],
    ['\ud83c', 'displayName: contains characters that cannot be stored'],
    [null, /^displayName: /],
    [undefined, /^displayName: /],
    [7, /^displayName: /],
    [['Zoe'], /^displayName: /],
    [{ $ne: '' }, /^displayName: /],
  ])('is refused as %j', async (displayName, message) => {
    await rename(friend, 'Before');
    const response = await friend.raw('PATCH', `/api/groups/${league.id}/display-name`, { body: { displayName } });
    expect([response.status, (await response.json()).message]).toEqual([
      400,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
    expect((await names())[friend.user.id]).toBe('Before');
  });

  test.each(['<img src=x onerror=alert(1)>', "'); drop table members;--", '🏈 Élan', '0', 'null'])(
    'is stored as sent: %j',
    async (displayName) => {
      expect((await rename(friend, displayName)).reply).toEqual({ displayName });
      expect((await names())[friend.user.id]).toBe(displayName);
    },
  );

  test('needs membership', async () => {
    await remove(owner, friend.user.id);
    for (const player of [friend, await world.signUp()]) {
      const { status, refusal } = await rename(player, 'Ghost');
      expect([status, refusal?.code]).toEqual([404, 'league-not-found']);
    }
    const response = await world.visitor().raw('PATCH', `/api/groups/${league.id}/display-name`, { body: {} });
    expect(response.status).toBe(401);
  });
});

describe('removing a member', () => {
  test('takes them off the rows and out of everything of the league in the same moment', async () => {
    const game = await world.addGame();
    const { status, reply } = await remove(owner, friend.user.id);
    expect([status, reply]).toEqual([200, { message: 'The member has been removed from the league.' }]);
    expect(Object.keys(await names())).toEqual([owner.user.id]);

    const before = await ledgerCounts(world.database.db);
    const id = league.id;
    const groupId = id;
    for (const [method, path, body] of [
      ['GET', `/api/groups/${id}/leaderboard`],
      ['GET', `/api/groups/${id}/bets`],
      ['GET', `/api/groups/${id}/bets/last-7-days`],
      ['GET', `/api/users/${owner.user.id}/bets?groupId=${id}`],
      ['PATCH', `/api/groups/${id}`, { name: 'Taken over' }],
      ['PATCH', `/api/groups/${id}/display-name`, { displayName: 'Ghost' }],
      ['PATCH', `/api/groups/${id}/regenerate-code`],
      ['DELETE', `/api/groups/${id}`],
      ['DELETE', `/api/groups/${id}/members/${owner.user.id}`],
      ['POST', '/api/bets', aBet(league, game, '10')],
      ['POST', '/api/bets/parlay', { groupId, totalAmount: '10', bets: [] }],
    ] as const) {
      const response = await friend.raw(method, path, { body });
      expect([path, response.status, (await response.json()).code]).toEqual([path, 404, 'league-not-found']);
    }
    const joining = await friend.call(joinGroup, { body: { joinCode: league.joinCode } });
    expect([joining.status, joining.refusal?.code]).toEqual([403, 'removed']);
    expect(await ledgerCounts(world.database.db)).toEqual(before);
    await expectLedgerBalances(world.database.db);
  });

  test('lets open tickets settle, and leaves every bet under the last name', async () => {
    const game = await world.addGame();
    await rename(friend, 'The Late Friend');
    await friend.call(placeBet, { body: aBet(league, game, '100') });
    await remove(owner, friend.user.id);
    expect(await fundsOf(world.database.db, league.id, friend.user.id)).toEqual({ available: 90_000, pending: 10_000 });
    await world.finish(final(game, 30, 0));
    expect(await fundsOf(world.database.db, league.id, friend.user.id)).toEqual({ available: 109_091, pending: 0 });
    const { reply } = await owner.call(groupBets, { params: { id: league.id } });
    expect(reply.map((bet) => [bet.userId, bet.displayName, bet.status])).toEqual([
      [friend.user.id, 'The Late Friend', 'won'],
    ]);
    expect((await friend.call(listBets)).reply).toHaveLength(1);
    await expectLedgerBalances(world.database.db);
  });

  test('is recorded in the audit log', async () => {
    await friend.call(placeBet, { body: aBet(league, await world.addGame(), '100') });
    await remove(owner, friend.user.id);
    const { rows } = await world.database.pool.query(
      'select actor_id, action, detail from audit_log where league_id = $1',
      [league.id],
    );
    expect(rows).toEqual([
      {
        actor_id: owner.user.id,
        action: 'member-removed',
        detail: { userId: friend.user.id, available: 90_000, pending: 10_000 },
      },
    ]);
  });

  test('is refused for oneself, for strangers, and a second time', async () => {
    const stranger = await world.signUp();
    const self = await remove(owner, owner.user.id);
    expect([self.status, self.refusal?.message]).toEqual([400, 'You cannot remove yourself from your own league']);
    await remove(owner, friend.user.id);
    for (const userId of [stranger.user.id, friend.user.id, '0197f0a0-0000-7000-8000-000000000000']) {
      const { status, refusal } = await remove(owner, userId);
      expect([status, refusal?.code]).toEqual([404, 'member-not-found']);
    }
    const nonsense = await owner.raw('DELETE', `/api/groups/${league.id}/members/everybody`);
    expect(nonsense.status).toBe(400);
    expect(Object.keys(await names())).toEqual([owner.user.id]);
  });

  test('reaches no other league', async () => {
    const other = await world.league(friend);
    const foreign = await owner.raw('DELETE', `/api/groups/${other.id}/members/${friend.user.id}`);
    expect(foreign.status).toBe(404);
    await remove(owner, friend.user.id);
    expect((await friend.call(leaderboard, { params: { id: other.id } })).reply).toHaveLength(1);
  });

  test('twenty times at once does it once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => remove(owner, friend.user.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)]);
  });

  test('while they bet takes no stake afterwards and breaks no books', async () => {
    const game = await world.addGame();
    const bets = Array.from({ length: 60 }, () => friend.call(placeBet, { body: aBet(league, game, '10') }));
    const removing = remove(owner, friend.user.id);
    const answers = await Promise.all(bets);
    expect((await removing).status).toBe(200);
    expect(answers.filter(({ status }) => ![201, 404].includes(status))).toEqual([]);
    const accepted = answers.filter(({ status }) => status === 201).length;
    expect(await fundsOf(world.database.db, league.id, friend.user.id)).toEqual({
      available: 100_000 - accepted * 1_000,
      pending: accepted * 1_000,
    });
    expect((await friend.call(placeBet, { body: aBet(league, game, '10') })).status).toBe(404);
    await expectLedgerBalances(world.database.db);
  });

  test('between a bet’s check of membership and its stake refuses the bet like a stranger’s', async () => {
    const game = await world.addGame();
    const key = [league.id, friend.user.id];
    const removal = await lockElsewhere(
      world.database,
      'select 1 from members where league_id = $1 and user_id = $2 for update',
      key,
    );
    const betting = friend.call(placeBet, { body: aBet(league, game, '10') });
    await untilWaiting(world.database);
    await removal.run('update members set removed_at = now() where league_id = $1 and user_id = $2', key);
    await removal.release();
    expect((await betting).refusal).toMatchObject({ code: 'league-not-found' });
    expect(await fundsOf(world.database.db, league.id, friend.user.id)).toEqual({ available: 100_000, pending: 0 });
    await expectLedgerBalances(world.database.db);
  });
});

describe('so many and no more, also when they come at once:', () => {
  const later = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
  const wish = { body: { name: 'Another', joinDeadline: later(1), endDate: later(2) } };
  const atOnce = async (acts: (() => Promise<{ status: number; refusal: { code: string } | null }>)[]) => {
    const answers = await Promise.all(acts.map((act) => act()));
    return answers.map(({ status, refusal }) => [status, refusal?.code]).sort();
  };

  test('fifty leagues that one owns; one more when one is deleted', async () => {
    const [first] = [await world.league(friend)];
    await addLeagues(world.database.db, friend, 48);
    const create = () => friend.call(createGroup, wish);
    const tooMany = [409, 'too-many-leagues'];
    expect(await atOnce([create, create, create, create])).toEqual([[201, undefined], tooMany, tooMany, tooMany]);
    expect((await create()).refusal?.message).toMatch(/^You own 50 leagues/);
    expect((await friend.call(deleteGroup, { params: { id: first.id } })).status).toBe(200);
    expect((await create()).status).toBe(201);
    await expectLedgerBalances(world.database.db);
  });

  test('two hundred leagues that one is in, own ones with them', async () => {
    // With the owner's league they are in 199. An account that is over the limit of owned leagues stays as it is.
    await addLeagues(world.database.db, friend, 198);
    const leagues = await Promise.all(Array.from({ length: 3 }, () => world.league(owner)));
    const joins = leagues.map(
      ({ joinCode }) =>
        () =>
          friend.call(joinGroup, { body: { joinCode } }),
    );
    const tooMany = [409, 'too-many-leagues'];
    expect(await atOnce(joins)).toEqual([[200, undefined], tooMany, tooMany]);
    expect((await friend.call(listGroups)).reply).toHaveLength(200);
    await expectLedgerBalances(world.database.db);
  });

  test('ten thousand members of a league, bets or not', async () => {
    await fillLeague(world.database.db, league, 9_997); // besides the owner and the friend
    const strangers = await Promise.all(Array.from({ length: 3 }, () => world.signUp()));
    const joins = strangers.map((one) => () => one.call(joinGroup, { body: { joinCode: league.joinCode } }));
    const full = [409, 'league-full'];
    expect(await atOnce(joins)).toEqual([[200, undefined], full, full]);
    await remove(owner, friend.user.id);
    expect(await atOnce(joins)).toEqual([[200, undefined], [409, 'already-member'], full]);
  });
});
