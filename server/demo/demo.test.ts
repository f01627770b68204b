import bcrypt from 'bcrypt';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { currentUser, login, type User } from '#shared/api/auth.ts';
import { listBets } from '#shared/api/bets.ts';
import { makeCalendarLink } from '#shared/api/calendar.ts';
import { groupBets, leaderboard, leagueTitle, listGroups } from '#shared/api/groups.ts';
import { memberLuck } from '#shared/api/luck.ts';
import { changeNoticeSettings } from '#shared/api/notice-settings.ts';
import { countNotices, listNotices } from '#shared/api/notifications.ts';
import { leagueSeries } from '#shared/api/seasons.ts';
import { memberRivalry, memberShelf } from '#shared/api/shelf.ts';
import { site, startDemo } from '#shared/api/site.ts';
import { leagueWeek, leagueWeeks } from '#shared/api/weeks.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { weekOf } from '#shared/domain/week.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { testSessionSecret, testWorld, type Visitor, type World } from '../testing/world.ts';
import { workerJobs } from '../worker/schedule.ts';
import { createDemo, type Demo } from './service.ts';

vi.setConfig({ testTimeout: 90_000 }); // making a league runs thousands of statements, on a machine that may be busy

const hour = 3_600_000;
const log = pino({ level: 'silent' });

async function tap(visitor: Visitor): Promise<User> {
  return (await visitor.call(startDemo)).reply;
}

/** The visitor's leagues: the season that is over is listed first, then its next one, and that under Fair play. */
async function leaguesOf(visitor: Visitor) {
  const { reply } = await visitor.call(listGroups);
  const [before, classic, fair] = reply;
  if (!before || !classic || !fair || reply.length > 3) throw new Error(`a demo member of ${reply.length} leagues`);
  return { before, classic, fair };
}

describe('with simulated games', () => {
  let world: World;
  let demo: Demo;

  beforeAll(async () => {
    world = await testWorld({ FEED: 'simulated' });
    let seeds = 0;
    const made = createDemo(world.database, world.env, log, () => ++seeds);
    if (!made) throw new Error('no demo');
    demo = made;
  });
  afterAll(() => world.drop());
  beforeEach(() => {
    world.clock.now = new Date();
  });

  const count = async (table: 'users' | 'leagues' | 'demo_leagues' | 'tickets' | 'calendars') =>
    (await world.database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n as number;

  test('the site says so, and that there is a demo', async () => {
    expect((await world.visitor().call(site)).reply).toEqual({ simulated: true, demo: true });
  });

  test('a worker that starts on nothing has a league with a past, and open bets on games that are live', async () => {
    for (const job of workerJobs({
      env: world.env,
      log,
      database: world.database,
      demo,
      sessionSecret: testSessionSecret,
    }))
      await job.run();
    const visitor = world.visitor();
    const user = await tap(visitor);
    expect((await visitor.call(currentUser)).reply).toEqual(user);
    expect(user).toMatchObject({ firstName: 'Guest', isAdmin: false });

    const { notices } = (await visitor.call(listNotices)).reply;
    expect(notices.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['settled', 'recap']));
    expect((await visitor.call(countNotices)).reply.unread).toBeGreaterThanOrEqual(3); // more on a Monday

    const { group, memberCount } = (await leaguesOf(visitor)).classic;
    expect([group.state, memberCount]).toEqual(['open', 8]);
    expect(group.fairPlay).toEqual(presets.classic);
    expect(group.announcement?.text).toContain('wings');
    const own = (await visitor.call(listBets)).reply.filter((bet) => bet.groupId === group.id);
    expect(own.filter((bet) => bet.status !== 'pending').length).toBeGreaterThanOrEqual(5);
    const isLive = (bet: (typeof own)[number]) => bet.status === 'pending' && bet.game.status === 'live';
    expect(own.filter(isLive).length).toBeGreaterThanOrEqual(1);
    const others = (await visitor.call(groupBets, { params: { id: group.id } })).reply;
    expect(others.filter((bet) => isLive(bet) && bet.userId !== user.id).length).toBeGreaterThanOrEqual(2);
    for (const bet of own) expect(new Date(bet.placedAt).getTime()).toBeLessThan(Date.now());

    const rows = (await visitor.call(leaderboard, { params: { id: group.id } })).reply;
    expect(rows).toHaveLength(8);
    expect(new Set(rows.map((row) => row.balance)).size).toBeGreaterThan(4);
    for (const row of rows) {
      expect(Number(row.balance)).toBeGreaterThan(0);
      expect(row.wins + row.losses).toBeGreaterThan(0);
    }
    await expectLedgerBalances(world.database.db);

    const luck = async ({ id }: { id: string }) => (await visitor.call(memberLuck, { params: { userId: id } })).reply;
    const all = await Promise.all(rows.map(({ user: member }) => luck(member)));
    const sumOf = (count: 'legs' | 'beat') => all.reduce((sum, one) => sum + one[count], 0);
    expect(sumOf('legs')).toBeGreaterThan(100);
    expect(sumOf('beat')).toBeGreaterThan(sumOf('legs') / 10); // unmoved odds, with the margin of a bookmaker, beat none
    expect(sumOf('beat')).toBeLessThan(sumOf('legs') / 2);
    expect((await luck(user)).outcome).not.toBeNull();

    const { running, frozen, members } = (await visitor.call(leagueWeeks, { params: { id: group.id } })).reply;
    expect(running?.number).toBe((frozen[0]?.number ?? 0) + 1);
    expect(frozen.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...members.map(({ weeksWon }) => weeksWon))).toBeGreaterThanOrEqual(2);
    const { reply: recap } = await visitor.call(leagueWeek, { params: { id: group.id, number: '2' } });
    expect([recap.winners.length, recap.rows.length]).toEqual([1, 8]);
    expect(recap.bestHit?.picks).not.toEqual([]);
  });

  test('what happened is placed and settled in the order of its times, over a month', async () => {
    const { rows } = await world.database.pool.query(
      `select
         min(m.joined_at) as joined, l.created_at as created, l.join_deadline as deadline,
         (select count(*)::int from tickets t join members m on m.league_id = t.league_id and m.user_id = t.user_id
           where t.league_id = l.id and (t.placed_at < m.joined_at or t.settled_at <= t.placed_at)) as unordered,
         (select count(*)::int from legs g join tickets t on t.league_id = g.league_id and t.id = g.ticket_id
           where g.league_id = l.id and g.original_start <= t.placed_at) as late,
         (select count(*)::int from ledger e join tickets t on t.league_id = e.league_id and t.id = e.ticket_id
           where e.league_id = l.id and e.kind = 'stake' and e.at <> t.placed_at
             and t.placed_at < now() - interval '10 minutes') as unlike,
         (select count(*)::int from members m
           join users u on u.id = m.user_id
           join ledger e on e.league_id = m.league_id and e.user_id = m.user_id and e.kind = 'grant'
           where m.league_id = l.id and (e.at <> m.joined_at or u.created_at > m.joined_at)) as unborn,
         (select count(*)::int from tickets t where t.league_id = l.id and t.settled_at is not null) as settled,
         (select count(distinct e.sport)::int from legs g join games e on e.id = g.game_id where g.league_id = l.id) as sports
       from leagues l join members m on m.league_id = l.id
       where l.id = (select league_id from demo_leagues where claimed_at is null) group by l.id`,
    );
    expect(rows[0]).toMatchObject({ unordered: 0, late: 0, unlike: 0, unborn: 0, sports: 6 });
    expect(rows[0].settled).toBeGreaterThan(60);
    expect(Date.now() - rows[0].created.getTime()).toBeGreaterThan(35 * 24 * hour);
    expect(rows[0].joined.getTime()).toBe(rows[0].created.getTime());
    expect(rows[0].deadline.getTime()).toBeLessThan(Date.now());
  });

  test('the Classic league is a second season: the visitor has a shelf, rivals and an all-time table', async () => {
    const visitor = world.visitor();
    const user = await tap(visitor);
    const { before, classic } = await leaguesOf(visitor);
    expect([before.group.state, before.next?.id, classic.group.season]).toEqual(['final', classic.group.id, 2]);
    const params = { userId: user.id, groupId: classic.group.id };
    const { seasons, awards } = (await visitor.call(memberShelf, { params })).reply;
    expect(seasons.map(({ season, final }) => [season, final?.members ?? null])).toEqual([
      [2, null],
      [1, 8],
    ]);
    expect(awards.map(({ kind }) => kind)).toContain('week-won');
    const { table } = (await visitor.call(leagueSeries, { params: { id: classic.group.id } })).reply;
    expect([table.length, table[0]?.titles]).toEqual([8, 1]);
    const rows = (await visitor.call(leaderboard, { params: { id: classic.group.id } })).reply;
    const rivals = rows.filter(({ user: { id } }) => id !== user.id);
    const rivalries = await Promise.all(
      rivals.map(async ({ user: { id } }) => (await visitor.call(memberRivalry, { params: { userId: id } })).reply),
    );
    for (const { weeks } of rivalries) expect(weeks.own + weeks.others + weeks.even).toBeGreaterThan(3);
    expect(rivalries.some(({ sides }) => sides.own + sides.others > 0)).toBe(true);
  });

  test('nothing of the past is on a slate of today', async () => {
    const { rows } = await world.database.pool.query(
      `select count(*)::int as shown from games g
       where g.id in (select game_id from legs) and g.id like 'demo:%'
         and (g.status <> 'final' and g.status <> 'canceled' or g.starts_at > now() - interval '12 minutes'
           or (g.sport, g.week, g.season) in (select sport, week, season from weeks))`,
    );
    expect(rows[0].shown).toBe(0);
  });

  test('a waiting league bets on, visitor and friends, and the visitor of a claimed one bets no more', async () => {
    await demo.open(new Date());
    const { rows } = await world.database.pool.query('select * from demo_leagues where claimed_at is null');
    const { league_id: leagueId, visitor_id: visitorId } = rows[0];
    const placed = async (isVisitor: boolean) => {
      const counted = await world.database.db.execute<{ n: number }>(sql`
        select count(*)::int as n from tickets
        where league_id = ${leagueId} and grade is null and (user_id = ${visitorId}) = ${isVisitor}`);
      return counted.rows[0]?.n ?? 0;
    };
    for (let run = 0; run < 6; run += 1) await demo.maintain(new Date());
    expect(await placed(true)).toBeGreaterThanOrEqual(2);
    expect(await placed(false)).toBeGreaterThanOrEqual(4);
    const twice = await world.database.db.execute(sql`
      select l.game_id from tickets t join legs l on l.league_id = t.league_id and l.ticket_id = t.id
      where t.league_id = ${leagueId} and t.grade is null group by t.user_id, l.game_id having count(*) > 1`);
    expect(twice.rows).toEqual([]);
    await world.database.pool.query(`update demo_leagues set claimed_at = now() where league_id = '${leagueId}'`);
    const before = await placed(true);
    await world.database.pool.query(`update games set status = 'postponed' where status in ('live', 'scheduled')`);
    await demo.maintain(new Date());
    expect(await placed(true)).toBe(before);
    await expectLedgerBalances(world.database.db);
  });

  test('two workers and many taps at once give every visitor a league of their own', async () => {
    await world.database.pool.query('delete from demo_leagues');
    await demo.maintain(new Date());
    const visitors = Array.from({ length: 3 }, () => world.visitor());
    const [users] = await Promise.all([Promise.all(visitors.map(tap)), demo.maintain(new Date())]);
    expect(new Set(users.map(({ id }) => id)).size).toBe(3);
    const leagues = (await Promise.all(visitors.map(leaguesOf))).map(({ classic }) => classic);
    expect(new Set(leagues.map(({ group }) => group.id)).size).toBe(3);
    const [first, second] = [visitors[0], leagues[1]];
    if (!first || !second) throw new Error('nobody tapped');
    expect((await first.call(leaderboard, { params: { id: second.group.id } })).status).toBe(404);
    await expectLedgerBalances(world.database.db);
  });

  test('nobody signs in to a demo account with a password', async () => {
    const { rows } = await world.database.pool.query(
      'select email from users where id in (select visitor_id from demo_leagues)',
    );
    const email: string = rows[0].email;
    expect(email).toMatch(/@demo\.invalid$/);
    for (const password of ['', ' ', '!', 'demo', 'password', email]) {
      expect((await world.visitor().call(login, { body: { email, password } })).status).not.toBe(200);
    }
  });

  test('beside the Classic league stands one under Fair play with weeks that count, weeks missed and weeks to come', async () => {
    const visitor = world.visitor();
    const user = await tap(visitor);
    const { classic, fair } = await leaguesOf(visitor);
    const { id } = fair.group;
    expect([fair.group.fairPlay, fair.memberCount, fair.group.state]).toEqual([presets.fairPlay, 5, 'open']);
    expect(new Date(fair.group.endDate ?? 0).getTime()).toBeGreaterThan(Date.now() + 60 * 24 * hour);
    const rowsOf = async ({ group }: typeof fair) =>
      (await visitor.call(leaderboard, { params: { id: group.id } })).reply.map((row) => row.user.id);
    expect(await rowsOf(classic)).toEqual(expect.arrayContaining(await rowsOf(fair)));

    const { frozen } = (await visitor.call(leagueWeeks, { params: { id } })).reply;
    expect(frozen.length).toBeGreaterThanOrEqual(4);
    const own = (await visitor.call(listBets)).reply.filter((bet) => bet.groupId === id);
    const betsIn = (week: { startsAt: Date | string; endsAt: Date | string } | undefined) => {
      const [from, to] = [new Date(week?.startsAt ?? Number.NaN), new Date(week?.endsAt ?? Number.NaN)];
      return own.filter(({ placedAt }) => new Date(placedAt) >= from && new Date(placedAt) < to).length;
    };
    expect(frozen.filter((week) => betsIn(week) > 0).length).toBeGreaterThanOrEqual(2);
    expect(betsIn(frozen.find(({ number }) => number === 3))).toBe(0);
    expect(betsIn(weekOf(new Date(), new Date()))).toBe(0);
    expect(own.map(({ userId }) => userId)).toEqual(own.map(() => user.id));

    const { reply: title } = await visitor.call(leagueTitle, { params: { id } });
    expect(title?.thisWeek).toMatchObject({ isActive: false });
    expect(title?.activeWeeks).toBeGreaterThanOrEqual(1);
    expect(title?.countedWeeks).toBeGreaterThan(title?.activeWeeks ?? 0);
    expect(title?.spareWeeks).toBeGreaterThanOrEqual(1);
    expect((await visitor.call(leagueTitle, { params: { id: classic.group.id } })).reply).toBeNull();
  });

  test('under Fair play nobody ever had more in open bets than a quarter of the balance', async () => {
    const { rows } = await world.database.pool.query(
      `select count(*)::int as placed, count(distinct t.user_id)::int as bettors,
         count(*) filter (where open.cents > 1000 and open.cents * 4 > open.cents + money.cents)::int as over
       from leagues l join tickets t on t.league_id = l.id
       cross join lateral (select sum(e.amount_cents) as cents from ledger e
         where e.league_id = l.id and e.user_id = t.user_id and e.at <= t.placed_at) as money
       cross join lateral (select sum(o.stake_cents) as cents from tickets o
         where o.league_id = l.id and o.user_id = t.user_id and o.placed_at <= t.placed_at
           and (o.settled_at is null or o.settled_at > t.placed_at)) as open
       where l.max_in_play_pct = 25 group by l.id limit 1`,
    );
    expect(rows[0]).toMatchObject({ bettors: 5, over: 0 });
    expect(rows[0].placed).toBeGreaterThan(20);
  });

  test('leagues that had their visitor are removed with everybody in them, and so are those that wait too long', async () => {
    const visitor = world.visitor();
    await tap(visitor);
    const mail = { recap: true };
    expect((await visitor.call(changeNoticeSettings, { body: { mail } })).refusal?.code).toBe('no-mail');
    const { path } = (await visitor.call(makeCalendarLink)).reply;
    expect((await visitor.raw('GET', path)).status).toBe(200);
    await demo.maintain(new Date());
    await world.database.pool.query(`update demo_leagues set claimed_at = claimed_at - interval '49 hours'`);
    await world.database.pool.query(`update demo_leagues set made_at = made_at - interval '3 hours'`);
    const { classic, fair } = await leaguesOf(visitor);
    for (let run = 0; run < 3; run += 1) await demo.maintain(new Date());
    expect((await visitor.call(currentUser)).status).toBe(401);
    const { rows } = await world.database.pool.query('select id from leagues where id = any ($1)', [
      [classic.group.id, fair.group.id],
    ]);
    expect(rows).toEqual([]);
    expect([(await visitor.raw('GET', path)).status, await count('calendars')]).toEqual([404, 0]);
    expect(await count('demo_leagues')).toBe(2);
    const { rows: lost } = await world.database.pool.query(
      'select count(*)::int as n from users where id not in (select user_id from members)',
    );
    expect(lost[0].n).toBe(0);
  });

  test('a visitor who has found another league keeps the account when the demo league goes', async () => {
    const visitor = world.visitor();
    const user = await tap(visitor);
    const friend = await world.signUp();
    const league = await world.league(friend);
    await world.join({ ...visitor, user, password: '' }, league);
    await world.database.pool.query(
      `update demo_leagues set claimed_at = now() - interval '49 hours' where visitor_id = $1`,
      [user.id],
    );
    await demo.maintain(new Date());
    const rows = (await friend.call(leaderboard, { params: { id: league.id } })).reply;
    expect(rows.map((row) => row.user.id)).toContain(user.id);
    await expectLedgerBalances(world.database.db);
  });

  test('the next season of a league is locked before its members, as by everybody else who locks both', async () => {
    const visitor = world.visitor();
    const user = await tap(visitor);
    const { before } = await leaguesOf(visitor);
    await world.database.pool.query(
      `update demo_leagues set claimed_at = now() - interval '49 hours' where visitor_id = $1`,
      [user.id],
    );
    const starting = await lockElsewhere(world.database, 'select pg_advisory_xact_lock(13, hashtext($1))', [
      before.group.id,
    ]);
    const removing = demo.maintain(new Date());
    await untilWaiting(world.database, 1, 20_000);
    const tryUser = 'select pg_try_advisory_xact_lock(9, hashtext($1)) as "isFree"';
    const { rows } = await world.database.pool.query(tryUser, [user.id]);
    await starting.release();
    await removing;
    expect(rows).toEqual([{ isFree: true }]);
    expect((await visitor.call(currentUser)).status).toBe(401);
  });

  test('leagues are made again after a hash has failed once', async () => {
    await world.database.pool.query('delete from demo_leagues');
    const demo = createDemo(world.database, world.env, log);
    const hash = vi.spyOn(bcrypt, 'hash').mockRejectedValueOnce(new Error('no memory'));
    await expect(demo?.open(new Date())).rejects.toThrow('no memory');
    hash.mockRestore();
    await demo?.open(new Date());
    expect(await count('demo_leagues')).toBe(1);
  });
});

describe('there is no demo', () => {
  test.each([
    ['real games', { FEED: 'espn' }, false],
    [
      'production',
      {
        FEED: 'simulated',
        NODE_ENV: 'production',
        APP_URL: 'http://ching.example',
        SESSION_SECRET: 'a secret of the tests, long enough',
        BCRYPT_COST: '10',
      },
      true,
    ],
  ])('with %s', async (_name, settings, simulated) => {
    const world = await testWorld(settings);
    try {
      expect((await world.visitor().call(site)).reply).toEqual({ simulated, demo: false });
      const { status, refusal } = await world.visitor().call(startDemo);
      expect([status, refusal?.code]).toEqual([404, 'no-demo']);
      const names = workerJobs({ env: world.env, log, database: world.database, sessionSecret: testSessionSecret });
      expect(names.map(({ name }) => name)).not.toContain('demo leagues');
    } finally {
      await world.drop();
    }
  });
});
