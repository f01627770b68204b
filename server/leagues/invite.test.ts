import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  deleteGroup,
  joinGroup,
  regenerateCode,
  removeMember,
  setDisplayName,
  updateGroup,
} from '#shared/api/groups.ts';
import { invite, mostInitials } from '#shared/api/invite.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { atTime } from '../testing/at-time.ts';
import { type Recording, recordStatements } from '../testing/citus-lint.ts';
import { endLeague, fillLeague } from '../testing/leagues.ts';
import { ledgerCounts } from '../testing/ledger-asserts.ts';
import { type Player, testWorld, type Visitor, type World } from '../testing/world.ts';
import { freezeWeeks } from './weeks.ts';

let world: World;
let owner: Player;
let recording: Recording;

beforeAll(async () => {
  world = await testWorld();
  recording = recordStatements(world.database.pool);
});
afterAll(() => world.drop());
beforeEach(async () => {
  await world.clear();
  owner = await world.signUp('Olga');
});

const inDays = (days: number) => new Date(world.clock.now.getTime() + days * 24 * 3_600_000).toISOString();
const read = (code: string, visitor: Visitor = world.visitor()) => visitor.call(invite, { params: { code } });

describe('an invitation', () => {
  test('shows a visitor the league, its owner, its rules, and of the members a number and initials', async () => {
    const fairPlay = { ...presets.fairPlay, rescue: '250' };
    const dates = { joinDeadline: inDays(10), endDate: inDays(60) };
    const league = await world.league(owner, { ...dates, description: 'Loser buys', reveal: 'started', fairPlay });
    for (const name of ['Bob', 'cleo']) await world.member(league, name);
    const gone = await world.member(league, 'Zoe');
    await owner.call(removeMember, { params: { id: league.id, userId: gone.user.id } });
    const { reply, headers } = await read(league.joinCode);
    expect(reply).toEqual({
      name: 'Sunday League',
      leagueId: null,
      waitsIn: null,
      closed: null,
      league: {
        description: 'Loser buys',
        owner: 'Olga T.',
        memberCount: 3,
        initials: ['O', 'B', 'C'],
        ...dates,
        week: 1,
        weeks: expect.any(Number),
        allowedSports: 'ALL',
        reveal: 'started',
        remarks: true,
        approvesJoins: false,
        fairPlay: league.fairPlay,
        start: 'full',
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('takes the code in small letters, and as it is read out', async () => {
    const { joinCode } = await world.league(owner);
    for (const typed of [joinCode.toLowerCase(), `${joinCode.slice(0, 3)} ${joinCode.slice(3)}`, ` ${joinCode} `]) {
      expect((await read(typed)).reply.name).toBe('Sunday League');
    }
    const bob = await world.signUp();
    const joined = await bob.call(joinGroup, { body: { joinCode: joinCode.toLowerCase().replace(/^.../, '$& - ') } });
    expect(joined.status).toBe(200);
  });

  test('names the owner as the league does, and nobody else', async () => {
    const league = await world.league(owner);
    const bob = await world.member(league, 'Bob');
    await owner.call(setDisplayName, { params: { id: league.id }, body: { displayName: 'The Boss' } });
    await bob.call(setDisplayName, { params: { id: league.id }, body: { displayName: '👨‍👩‍👧‍👦 Family' } });
    const answer = await world.visitor().raw('GET', `/api/groups/invite/${league.joinCode}`);
    const text = await answer.text();
    expect(JSON.parse(text).league).toMatchObject({ owner: 'The Boss', initials: ['T', '👨‍👩‍👧‍👦'] });
    for (const secret of [
      'Olga',
      'Bob',
      'Family',
      'Tester',
      '@',
      'olga.',
      'bob.',
      owner.user.id,
      bob.user.id,
      league.id,
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  test('has eight initials at most, the owner’s first, also where the owner joined last', async () => {
    const league = await world.league(owner);
    await fillLeague(world.database.db, league, 20, ['Bob', 'Cleo']);
    await world.database.pool.query(
      "update members set joined_at = now() + interval '1 hour' where league_id = $1 and user_id = $2",
      [league.id, owner.user.id],
    );
    const { reply } = await read(league.joinCode);
    expect(reply.league).toMatchObject({ owner: 'Olga T.', memberCount: 21 });
    expect(reply.league?.initials).toHaveLength(mostInitials);
    expect(reply.league?.initials[0]).toBe('O');
  });

  test('of a name that is only in the address has no letter', async () => {
    const league = await world.league(owner);
    await world.database.pool.query('update users set first_name = null, last_name = null');
    expect((await read(league.joinCode)).reply.league).toMatchObject({ owner: 'Player', initials: ['P'] });
  });

  test.each(['median', 'guest', 'full'] as const)('says how those start who join late: %s', async (lateStart) => {
    const fairPlay = { ...presets.classic, rescue: null, lateStart };
    const league = await world.league(owner, { endDate: inDays(60), fairPlay });
    await freezeWeeks(atTime(world.database, new Date(Date.now() + 15 * 24 * 3_600_000)));
    expect((await read(league.joinCode)).reply.league?.start).toBe(lateStart);
  });

  test('counts the weeks by the clock, and has no last one without an end date', async () => {
    const league = await world.league(owner, { endDate: inDays(60), joinDeadline: inDays(50) });
    const before = (await read(league.joinCode)).reply.league;
    world.clock.now = new Date(world.clock.now.getTime() + 21 * 24 * 3_600_000);
    expect((await read(league.joinCode)).reply.league).toMatchObject({ week: 4, weeks: before?.weeks });
    await owner.call(updateGroup, { params: { id: league.id }, body: { endDate: null } });
    expect((await read(league.joinCode)).reply.league).toMatchObject({ week: 4, weeks: null });
  });

  test('leads a member to the league, and nobody else, the removed included', async () => {
    const league = await world.league(owner);
    const [bob, gone, stranger] = [await world.member(league), await world.member(league), await world.signUp()];
    await owner.call(removeMember, { params: { id: league.id, userId: gone.user.id } });
    for (const member of [owner, bob]) expect((await read(league.joinCode, member)).reply.leagueId).toBe(league.id);
    for (const other of [gone, stranger]) expect((await read(league.joinCode, other)).reply.leagueId).toBeNull();
  });

  test('joins nobody and writes nothing', async () => {
    const league = await world.league(owner);
    const stranger = await world.signUp();
    const books = await ledgerCounts(world.database.db);
    recording.length = 0;
    for (const visitor of [world.visitor(), stranger, owner]) await read(league.joinCode, visitor);
    const written = recording.flat().filter(({ sql }) => /^(insert|update|delete)\b/.test(sql));
    expect(recording.flat().length).toBeGreaterThan(10);
    expect(written.filter(({ sql }) => !/rate_limits|sessions/.test(sql))).toEqual([]);
    expect(await ledgerCounts(world.database.db)).toEqual(books);
    expect((await read(league.joinCode)).reply.league?.memberCount).toBe(1);
  });
});

describe('a league that nobody can join any more', () => {
  const nameAlone = (closed: string) => ({
    name: 'Sunday League',
    leagueId: null,
    waitsIn: null,
    closed,
    league: null,
  });

  test('shows its name and that the join deadline has passed', async () => {
    const { joinCode } = await world.league(owner, { joinDeadline: inDays(1) });
    world.clock.now = new Date(world.clock.now.getTime() + 2 * 24 * 3_600_000);
    expect((await read(joinCode)).reply).toEqual(nameAlone('The join deadline for this league has passed'));
  });

  test('shows that it has ended, and a member the way to it', async () => {
    const league = await world.league(owner);
    await endLeague(world.database.db, league);
    await owner.call(updateGroup, { params: { id: league.id }, body: { joinDeadline: null } });
    expect((await read(league.joinCode)).reply).toEqual(nameAlone('This league has ended'));
    expect((await read(league.joinCode, owner)).reply.leagueId).toBe(league.id);
  });

  test('shows that it is full', async () => {
    const league = await world.league(owner);
    await fillLeague(world.database.db, league, 9_999);
    expect((await read(league.joinCode)).reply).toEqual(nameAlone('This league has 10,000 members, and is full.'));
  });
});

describe('a link that leads to no league', () => {
  /** Everything that tells one answer from another, and the statements that made it. */
  async function traceOf(code: string) {
    recording.length = 0;
    const answer = await world.visitor().raw('GET', `/api/groups/invite/${code}`);
    const asked = recording.flat().map(({ sql }) => sql);
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date'));
    return { status: answer.status, headers, body: await answer.text(), asked };
  }

  test('is answered alike, by the same statements, whether the code was replaced, its league deleted, or never drawn', async () => {
    const [league, other] = [await world.league(owner), await world.league(owner)];
    await owner.call(regenerateCode, { params: { id: league.id } });
    await owner.call(deleteGroup, { params: { id: other.id } });
    const unknown = await traceOf('ZZZZZZ');
    expect(unknown.asked.some((sql) => sql.includes('from join_codes'))).toBe(true);
    expect([unknown.status, JSON.parse(unknown.body)]).toEqual([
      404,
      { message: 'No league has this join code', code: 'unknown-code' },
    ]);
    expect(await traceOf(league.joinCode)).toEqual(unknown);
    expect(await traceOf(other.joinCode)).toEqual(unknown);
  });

  test.each([
    'ABC',
    'ABCDEFG',
    'ABCDE0',
    'ABC%2FEF',
    '%00%00%00%00%00%00',
    '%F0%9F%98%80',
    'X'.repeat(70),
    '..%2F..%2Fbets',
  ])('is answered alike where it can be no code: %s', async (text) => {
    const { asked, ...answer } = await traceOf(text);
    const { asked: _, ...unknown } = await traceOf('ZZZZZZ');
    expect(answer).toEqual(unknown);
    expect(asked.filter((sql) => !sql.includes('rate_limits'))).toEqual([]);
  });

  test('is dead as soon as the owner has made a new one, which leads on', async () => {
    const league = await world.league(owner);
    const { reply } = await owner.call(regenerateCode, { params: { id: league.id } });
    expect((await read(league.joinCode)).status).toBe(404);
    expect((await read(reply.joinCode)).reply.name).toBe('Sunday League');
    const bob = await world.signUp();
    expect((await bob.call(joinGroup, { body: { joinCode: league.joinCode } })).refusal?.code).toBe('unknown-code');
    expect((await bob.call(joinGroup, { body: { joinCode: reply.joinCode } })).status).toBe(200);
  });
});
