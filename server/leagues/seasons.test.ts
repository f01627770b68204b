import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BodyInput } from '#shared/api/endpoint.ts';
import {
  createGroup,
  deleteGroup,
  type Group,
  joinGroup,
  listGroups,
  type NextSeason,
  removeMember,
} from '#shared/api/groups.ts';
import { countNotices, listNotices } from '#shared/api/notifications.ts';
import { playAgain } from '#shared/api/seasons.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { connect, type Database } from '../db/connection.ts';
import { addLeagues, fillLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { aWriter } from '../testing/notices.ts';
import { endForGood, finalSince } from '../testing/standings.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { requireMember } from './access.ts';
import { startNextSeason } from './seasons.ts';

let world: World;
let owner: Player;
let friend: Player;
let removed: Player;
let league: Group;

beforeAll(async () => {
  world = await testWorld();
  return () => world.drop();
});
beforeEach(async () => {
  await world.clear();
  owner = await world.signUp('Olive');
  league = await world.league(owner);
  friend = await world.member(league, 'Fred');
  removed = await world.member(league, 'Rob');
  await owner.call(removeMember, { params: { id: league.id, userId: removed.user.id } });
});

const day = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

/** The settings of a next season that the dialog sends. */
function settings(part: Partial<BodyInput<typeof playAgain>> = {}): BodyInput<typeof playAgain> {
  return { name: 'Sunday League 2', description: null, joinDeadline: inDays(7), endDate: inDays(90), ...part };
}

const again = (player: Player, part: Partial<BodyInput<typeof playAgain>> = {}, of = league) =>
  player.call(playAgain, { params: { id: of.id }, body: settings(part) });

const listed = async (player: Player, id = league.id) =>
  (await player.call(listGroups)).reply.find(({ group }) => group.id === id);

/** Locks the account, so that a creation by it waits after its claim has been committed. */
const lockAccount = ({ user }: Player) =>
  lockElsewhere(world.database, 'select pg_advisory_xact_lock(9, hashtext($1))', [user.id]);

async function countLeagues(): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: number }>('select count(*)::int as count from leagues');
  return rows[0]?.count ?? Number.NaN;
}

describe('the next season', () => {
  beforeEach(() => endForGood(world.database, league));

  test('belongs to who starts it, with the rules of the call, and each season leads to the other', async () => {
    const fairPlay = { ...presets.fairPlay, rescue: '250' };
    const { reply: next } = await again(owner, { fairPlay, allowedSports: 'NBA', reveal: 'started' });
    expect(next).toMatchObject({ name: 'Sunday League 2', isMember: true });
    const made = await listed(owner, next.id);
    expect(made).toMatchObject({
      group: { ownerId: owner.user.id, season: 2, allowedSports: 'NBA', reveal: 'started', state: 'open' },
      memberCount: 1,
      previousId: league.id,
      next: null,
    });
    expect(made?.group.joinCode).toBe(next.joinCode);
    expect(await listed(owner)).toMatchObject({ group: { season: 1, state: 'final' }, previousId: null, next });
    expect((await listed(friend))?.next).toEqual({ ...next, isMember: false });
    await friend.call(joinGroup, { body: { joinCode: next.joinCode } });
    expect((await listed(friend))?.next).toEqual({ ...next, isMember: true });
    await expectLedgerBalances(world.database.db);

    const stranger = await world.signUp('Sue');
    await stranger.call(joinGroup, { body: { joinCode: next.joinCode } });
    expect(await listed(stranger, next.id)).toMatchObject({ previousId: null }); // who was not in the first season
  });

  test('has the options of the season before it where the call names none, and those that it names', async () => {
    const options = {
      allowedSports: 'NBA' as const,
      reveal: 'started' as const,
      remarks: false,
      approvesJoins: true,
    };
    const fairPlay = { ...presets.fairPlay, rescue: '250' };
    const { reply: first } = await owner.call(createGroup, { body: { ...settings(), ...options, fairPlay } });
    await endForGood(world.database, first);
    const { reply: second } = await again(owner, {}, first);
    const made = (await listed(owner, second.id))?.group;
    expect(made).toMatchObject({ ...options, fairPlay: first.fairPlay });
    expect(made?.fairPlay.rescue).toBe(25_000);
    await endForGood(world.database, second);
    const other = { allowedSports: 'ALL' as const, reveal: 'settled' as const, remarks: true, approvesJoins: false };
    const { reply: third } = await again(owner, { ...other, fairPlay: presets.classic }, { ...league, id: second.id });
    expect((await listed(owner, third.id))?.group).toMatchObject({ ...other, fairPlay: presets.classic });
  });

  test('is created by one of ten calls at once, and found by all others', async () => {
    await finalSince(world.database, league, 15 * day);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => again(at % 2 ? owner : friend)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(9).fill(200), 201]);
    expect(new Set(answers.map(({ reply }) => reply.id)).size).toBe(1);
    expect((await again(friend)).status).toBe(200);
    expect(await countLeagues()).toBe(2);
  });

  test('has a season after it, of the same series', async () => {
    const { reply: second } = await again(owner);
    await endForGood(world.database, second);
    const { reply: third } = await again(owner, { name: 'Sunday League 3' }, { ...league, id: second.id });
    const { rows } = await world.database.pool.query(
      'select season, previous_id as previous, series_id as series from leagues order by season',
    );
    expect(rows).toEqual([
      { season: 1, previous: null, series: null },
      { season: 2, previous: league.id, series: league.id },
      { season: 3, previous: second.id, series: league.id },
    ]);
    expect((await listed(owner, third.id))?.group.season).toBe(3);
  });

  test('is for the owner alone until 14 days after the end, by the clock of the database', async () => {
    world.clock.now = new Date(Date.now() + 15 * day);
    const { status, refusal } = await again(friend);
    expect([status, refusal?.code]).toEqual([403, 'too-early']);
    expect(refusal?.message).toMatch(/^Until .+ ET only the owner may start the next season$/);
    await finalSince(world.database, league, 14 * day - 60_000);
    expect((await again(friend)).status).toBe(403);
    await finalSince(world.database, league, 14 * day);
    world.clock.now = new Date();
    const { reply: next } = await again(friend);
    expect((await listed(friend, next.id))?.group.ownerId).toBe(friend.user.id);
    expect((await again(owner)).reply).toEqual({ ...next, isMember: false });
  });

  test('is started once, by ten members on ten connections at once', async () => {
    await finalSince(world.database, league, 15 * day);
    const userIds = [owner.user.id, friend.user.id, ...(await fillLeague(world.database.db, league, 8))];
    const databases = Array.from({ length: 10 }, () => connect(world.database.url, pino({ level: 'silent' })));
    const taps = await Promise.all(
      databases.map(async (database, at) => {
        const member = await requireMember(database.db, userIds[at] ?? '', league.id);
        const body = playAgain.body.parse(settings({ name: `By tap ${at}` }));
        return startNextSeason(database, member, body);
      }),
    );
    await Promise.all(databases.map((database) => database.end()));
    expect(new Set(taps.map(({ season }) => season.id)).size).toBe(1);
    expect(taps.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await countLeagues()).toBe(2);
    await expectLedgerBalances(world.database.db);
  });

  test('is made by the next call when a process dies after its claim', async () => {
    const doomed = connect(world.database.url, pino({ level: 'silent' }));
    const killer = connect(world.database.url, pino({ level: 'silent' }), { role: null });
    const account = await lockAccount(owner);
    const member = await requireMember(doomed.db, owner.user.id, league.id);
    const starting = startNextSeason(doomed, member, playAgain.body.parse(settings()));
    const died = expect(starting).rejects.toThrow();
    const pids = await untilWaiting(world.database);
    await killer.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids]);
    await died;
    await account.release();
    await Promise.all([doomed.end(), killer.end()]);
    expect(await countLeagues()).toBe(1);
    expect(await listed(owner)).toMatchObject({ next: null });
    await aWriter(world.database).run();
    expect((await friend.call(listNotices)).reply.notices.map(({ kind }) => kind)).toEqual(['final']);

    const { reply: next } = await again(owner);
    expect((await listed(owner))?.next).toEqual(next);
    expect(await countLeagues()).toBe(2);
    await expectLedgerBalances(world.database.db);
  });

  test('that was deleted is started anew, as another league', async () => {
    const { reply: first } = await again(owner);
    await owner.call(deleteGroup, { params: { id: first.id } });
    expect((await listed(owner))?.next).toBeNull();
    const { reply: second } = await again(owner);
    expect(second.id).not.toBe(first.id);
    expect((await listed(friend))?.next?.id).toBe(second.id);
  });

  test('is that of the first call, also to a call that waits for its creation', async () => {
    await finalSince(world.database, league, 15 * day);
    const account = await lockAccount(owner);
    const first = again(owner, { name: 'First' });
    await untilWaiting(world.database);
    const second = again(friend, { name: 'Second' });
    await untilWaiting(world.database, 2);
    await account.release();
    const answers = await Promise.all([first, second]);
    const [made, found] = answers.map(({ reply }) => reply);
    expect(made).toMatchObject({ name: 'First', isMember: true });
    expect(found).toEqual({ ...made, isMember: false });
    expect(await countLeagues()).toBe(2);
  });

  test('is not created by a call that stood still between its claim and the creation while others went on', async () => {
    await finalSince(world.database, league, 15 * day);
    let transactions = 0;
    let anew: NextSeason | null = null;
    const slow: Database = {
      ...world.database,
      withTx: async (work, options) => {
        transactions += 1;
        if (transactions === 2) {
          const { reply: quick } = await again(friend, { name: 'Quick' });
          await friend.call(deleteGroup, { params: { id: quick.id } });
          anew = (await again(friend, { name: 'Anew' })).reply;
        }
        return world.database.withTx(work, options);
      },
    };
    const member = await requireMember(slow.db, owner.user.id, league.id);
    const answer = await startNextSeason(slow, member, playAgain.body.parse(settings({ name: 'Slow' })));
    expect(answer).toEqual({ season: { ...(anew as NextSeason | null), name: 'Anew', isMember: false }, isNew: false });
    expect(await countLeagues()).toBe(2);
    await expectLedgerBalances(world.database.db);
  });

  test('is one or none, however often it is started and deleted at once', async () => {
    await finalSince(world.database, league, 15 * day);
    for (let round = 0; round < 4; round += 1) {
      const { reply: next } = await again(owner);
      const taps = Array.from({ length: 4 }, (_, at) => again(at % 2 ? owner : friend));
      const starter = (await listed(owner, next.id))?.group.ownerId === owner.user.id ? owner : friend;
      await Promise.all([...taps, starter.call(deleteGroup, { params: { id: next.id } })]);
      const { rows } = await world.database.pool.query(
        'select id from leagues where previous_id = $1 union select next_id from leagues where leagues.id = $1',
        [league.id],
      );
      expect(rows.filter(({ id }) => id !== null).length).toBeLessThanOrEqual(1);
      expect(rows).not.toContainEqual({ id: next.id });
    }
    await expectLedgerBalances(world.database.db);
  });

  test('outlives the season before it', async () => {
    const { reply: next } = await again(owner);
    await owner.call(deleteGroup, { params: { id: league.id } });
    expect(await listed(owner, next.id)).toMatchObject({ group: { season: 2 }, previousId: null });
  });

  test('refuses what the creation of any league refuses, and can then be started', async () => {
    expect((await again(owner, { name: ' ' })).status).toBe(400);
    expect((await again(owner, { endDate: inDays(-1) })).refusal?.message).toBe('The end date must be in the future');
    await addLeagues(world.database.db, owner, 49);
    expect((await again(owner)).refusal?.code).toBe('too-many-leagues');
    expect(await listed(friend)).toMatchObject({ next: null });
    await finalSince(world.database, league, 15 * day);
    expect((await again(friend)).status).toBe(201);
  });

  test('is nothing to who was removed from either', async () => {
    const { reply: next } = await again(owner);
    expect((await again(removed)).status).toBe(404);
    await friend.call(joinGroup, { body: { joinCode: next.joinCode } });
    await owner.call(removeMember, { params: { id: next.id, userId: friend.user.id } });
    expect((await listed(friend))?.next).toBeNull();
    expect((await again(friend)).refusal?.code).toBe('removed');
  });

  test('invites every present member of the season before but who started it, once', async () => {
    const early = await world.signUp('Eve');
    await finalSince(world.database, league, 15 * day);
    const writer = aWriter(world.database);
    await writer.run();
    const { reply: next } = await again(friend);
    expect([await writer.run(), await writer.run(), await aWriter(world.database).run()]).toEqual([1, 0, 0]);
    const invited = async (player: Player) =>
      (await player.call(listNotices)).reply.notices
        .filter(({ kind }) => kind === 'season')
        .map(({ title, line, path }) => [title, line, path]);
    const title = 'Fred invites you to the next season of Sunday League';
    expect(await invited(owner)).toEqual([[title, 'Sunday League 2', `/league/${league.id}`]]);
    for (const player of [friend, removed, early]) expect(await invited(player)).toEqual([]);
    const closed = (at: string) =>
      world.database.pool.query(`update leagues set join_deadline = ${at} where leagues.id = $1`, [next.id]);
    await closed("now() - interval '1 minute'");
    const words = 'Sunday League 2 · it cannot be joined any more';
    expect(await invited(owner)).toEqual([[title, words, `/league/${league.id}`]]);
    await closed("now() + interval '1 minute'");
    await owner.call(joinGroup, { body: { joinCode: next.joinCode } });
    expect(await invited(owner)).toEqual([[title, 'Sunday League 2 · you are in', `/league/${next.id}`]]);
    await friend.call(removeMember, { params: { id: next.id, userId: owner.user.id } });
    expect(await invited(owner)).toEqual([[title, 'It cannot be joined now', `/league/${league.id}`]]);
    await friend.call(deleteGroup, { params: { id: next.id } });
    expect(await invited(owner)).toEqual([[title, 'It cannot be joined now', `/league/${league.id}`]]);

    const { reply: other } = await again(owner, { name: 'Sunday League, again' });
    expect(other.id).not.toBe(next.id);
    expect(await writer.run()).toBe(1);
    expect(await invited(friend)).toEqual([
      ['Olive invites you to the next season of Sunday League', 'Sunday League, again', `/league/${league.id}`],
    ]);
    await owner.call(deleteGroup, { params: { id: league.id } });
    expect((await friend.call(countNotices)).reply).toEqual({ unread: 0 });
  });
});

test('a league has no next season before it is final', async () => {
  expect((await again(owner)).refusal?.code).toBe('not-final');
  expect((await again(friend)).refusal?.code).toBe('not-final');
  await world.database.pool.query(`update leagues set end_date = now() where id = $1`, [league.id]);
  expect((await again(owner)).refusal?.code).toBe('not-final');
  expect(await listed(owner)).toMatchObject({ next: null, group: { finalizedAt: null } });
  const created = await owner.call(createGroup, { body: settings() });
  expect(created.reply).toMatchObject({ season: 1 });
});
