import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentUser, login } from '#shared/api/auth.ts';
import { groupBetsPage, listBetsPage, listBetsSince, memberBetsPage } from '#shared/api/bet-pages.ts';
import { gameBets, listBets, memberBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { memberForm } from '#shared/api/form.ts';
import { slateCalls } from '#shared/api/games.ts';
import {
  groupBetsLastSevenDays,
  joinGroup,
  leaderboard,
  leagueTitle,
  listGroups,
  rescue,
  setDisplayName,
  updateGroup,
} from '#shared/api/groups.ts';
import { leagueIfEnded } from '#shared/api/if-ended.ts';
import { invite } from '#shared/api/invite.ts';
import { memberLuck } from '#shared/api/luck.ts';
import { countNotices, listNotices, readNotice, readNotices } from '#shared/api/notifications.ts';
import { oddsHistory } from '#shared/api/odds-history.ts';
import {
  auditLog,
  failedDeliveries,
  failedMail,
  grantAdminRight,
  listAdmins,
  revokeAdminRight,
  searchPeople,
  tryMailAgain,
} from '#shared/api/oversight.ts';
import {
  changeNames,
  deleteAccount,
  endOtherSessions,
  endOwnSession,
  exportAccount,
  listSessions,
} from '#shared/api/own-account.ts';
import { leagueHistory } from '#shared/api/race.ts';
import { ownRecord } from '#shared/api/record.ts';
import { removeNote, removeReaction, setReaction, ticketRemarks } from '#shared/api/remark-calls.ts';
import { leagueSeries, playAgain } from '#shared/api/seasons.ts';
import { memberRivalry, memberShelf } from '#shared/api/shelf.ts';
import { leagueStatement, leagueStatementFile } from '#shared/api/statement.ts';
import { leagueWeeks } from '#shared/api/weeks.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { rowsRead, wholeReads } from '../../bench/plans.ts';
import { ingest } from '../../feed/ingest.ts';
import { answerOf } from '../../games/feed-answer.ts';
import { listLeagueIdsOf } from '../../leagues/memberships-store.ts';
import { findClosings } from '../../quotes/closing-store.ts';
import { listGameLegs, listMemberLegs, listOwnLegs, listRecentLegs } from '../../tickets/store.ts';
import { closeQuotes } from '../../worker/jobs/close-quotes.ts';
import { type Bulk, placeInBulk } from '../bulk.ts';
import { calendarPathOf, readCalendar } from '../calendar.ts';
import { type Recording, recordStatements } from '../citus-lint.ts';
import { aBet, aGame, aLeg, aParlay, final } from '../games.ts';
import { anAdmin } from '../manual-odds.ts';
import { aNotice, aWriter, write } from '../notices.ts';
import { runALeague } from '../run-a-league.ts';
import { endForGood } from '../standings.ts';
import { testWorld, type World } from '../world.ts';

let world: World;
let recording: Recording;
let bulk: Bulk;

beforeAll(async () => {
  world = await testWorld();
  await stopAutovacuum();
  recording = recordStatements(world.database.pool);
  bulk = await placeInBulk(world.database, { leagues: 50, singles: 2_000, parlays: 400, seed: 20_261_121 });
});
afterAll(() => world.drop());

/** Statistics that autovacuum renews between the requests and their plans would change the plans now and then. */
async function stopAutovacuum(): Promise<void> {
  const owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
  const { rows } = await owner.query("select tablename from pg_tables where schemaname = 'public'");
  for (const { tablename } of rows) await owner.query(`alter table ${tablename} set (autovacuum_enabled = off)`);
  await owner.end();
}

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('an empty list');
  return first;
}

/** The usual requests of an admin. */
async function runTheSite(): Promise<void> {
  const { leagueId } = firstOf(bulk.tickets);
  const [ada, eve] = [await anAdmin(world, 'Ada'), await world.signUp('Eve')];
  await ada.call(grantAdminRight, { body: { who: eve.user.email } });
  await ada.call(revokeAdminRight, { body: { id: eve.user.id } });
  await ada.call(listAdmins);
  for (const query of [eve.user.email, leagueId]) await ada.call(searchPeople, { body: { query } });
  for (const after of [undefined, leagueId]) await ada.call(failedMail, { params: { after } });
  await ada.call(tryMailAgain, { body: { ids: [leagueId] } });
  await ada.call(failedDeliveries);
  for (const params of [
    {},
    { actor: ada.user.id },
    { actor: 'command' },
    { act: 'admin-granted' as const, since: '2026-11-21T00:00:00Z' },
    { after: leagueId },
  ]) {
    await ada.call(auditLog, { params });
  }
}

/** The usual requests of a member and of an owner. */
async function askEverything(): Promise<void> {
  const [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
  const fairPlay = { ...presets.classic, activeWeeksPct: 75, rescue: '250' };
  const league = await world.league(ann, { reveal: 'started', fairPlay });
  await world.league(ann, { name: 'Tuesday League' });
  await world.join(bob, league);
  const [first, second] = [await world.addGame(), await world.addGame()];
  const params = { id: league.id };
  await bob.call(joinGroup, { body: { joinCode: 'ZZZZZZ' } });
  for (const code of ['ZZZZZZ', league.joinCode]) await bob.call(invite, { params: { code } });
  await ann.call(updateGroup, { params, body: { name: 'Monday League' } });
  await bob.call(setDisplayName, { params, body: { displayName: 'Bobby' } });
  const { reply: bet } = await bob.call(placeBet, { body: aBet(league, first, '100') });
  await bob.call(placeParlay, { body: aParlay(league, '50', [aLeg(first), aLeg(second)]) });
  for (const endpoint of [currentUser, listGroups, listBets, slateCalls.NFL.currentWeek, slateCalls.Soccer.games])
    await ann.call(endpoint);
  await ann.call(slateCalls.NFL.games, { params: { week: '12', season: '2026' } });
  await ann.call(leaderboard, { params });
  await ann.call(leagueWeeks, { params });
  await ann.call(leagueHistory, { params });
  await ann.call(leagueIfEnded, { params });
  await ann.call(leagueTitle, { params });
  for (const endpoint of [leagueStatement, leagueStatementFile]) await ann.call(endpoint, { params });
  await runALeague(world, ann, bob, league);
  await ann.call(rescue, { params });
  await ann.call(groupBetsLastSevenDays, { params });
  await ann.call(gameBets, { params: { gameId: first.id } });
  await ann.call(oddsHistory, { params: { gameId: first.id, after: league.id } });
  await ann.call(oddsHistory, { params: { gameId: first.id } });
  await ann.call(memberForm, { params: { userId: ann.user.id } });
  await ann.call(memberForm, { params: { userId: bob.user.id } });
  await ann.call(memberForm, { params: { userId: bob.user.id, groupId: league.id } });
  await ann.call(memberLuck, { params: { userId: ann.user.id } });
  await ann.call(memberLuck, { params: { userId: bob.user.id, groupId: league.id } });
  await ann.call(memberBets, { params: { userId: bob.user.id, groupId: league.id } });
  await readCalendar(world.visitor(), await calendarPathOf(ann));
  const asked = recording.length;
  await world.finish(final(first, 30, 0)); // what settling reads is no request, and what follows from it
  await write(world, aNotice(ann.user.id, league.id));
  recording.length = asked;
  const ofTicket = { id: league.id, ticketId: bet.remarks?.ticketId ?? '' };
  await ann.call(setReaction, { params: ofTicket, body: { reaction: 'fire' } });
  await bob.call(ticketRemarks, { params: ofTicket });
  await ann.call(removeReaction, { params: ofTicket });
  await ann.call(removeNote, { params: ofTicket });
  const past = await world.league(ann, { name: 'Monday League' });
  await world.join(bob, past);
  const joined = recording.length;
  await endForGood(world.database, past); // the worker's
  recording.length = joined;
  const day = 24 * 3_600_000;
  const [joinDeadline, endDate] = [1, 2].map((days) => new Date(Date.now() + days * day).toISOString());
  const body = { name: 'Monday League 2', joinDeadline: joinDeadline ?? '', endDate: endDate ?? '' };
  await ann.call(playAgain, { params: { id: past.id }, body });
  await bob.call(listGroups);
  await bob.call(leagueSeries, { params: { id: past.id } });
  for (const groupId of [undefined, past.id]) {
    await bob.call(memberShelf, { params: { userId: ann.user.id, groupId } });
    await bob.call(memberRivalry, { params: { userId: ann.user.id, groupId } });
  }
  const phone = world.visitor();
  await phone.call(login, { body: { email: ann.user.email, password: ann.password } });
  const { sessions } = (await ann.call(listSessions)).reply;
  await ann.call(endOwnSession, { params: { id: sessions.find(({ isThis }) => !isThis)?.id ?? '' } });
  await ann.call(endOtherSessions);
  await ann.call(changeNames, { body: { firstName: 'Anna', lastName: 'Tester' } });
  const before = `0.${Date.now() * 1_000}.${league.id}`;
  await bob.call(listBetsPage, { params: { before } });
  await bob.call(ownRecord);
  await ann.call(countNotices);
  const { notices, newest } = (await ann.call(listNotices)).reply;
  await ann.call(listNotices, { params: { before: newest ?? '' } });
  await ann.call(readNotice, { params: { id: firstOf(notices).id } });
  await ann.call(readNotices, { body: { until: newest ?? '' } });
  await bob.call(listBetsSince, { params: { since: new Date(0).toISOString() } });
  await ann.call(groupBetsPage, { params: { ...params, before } });
  await ann.call(memberBetsPage, { params: { userId: bob.user.id, groupId: league.id, before } });
  await bob.call(exportAccount);
  await bob.call(deleteAccount, { body: { password: bob.password } });
  await world.idle();
}

test('no request reads the whole of a table that grows with players and games', async () => {
  await world.database.pool.query('analyze');
  recording.length = 0;
  await askEverything();
  expect(recording.flat().length).toBeGreaterThan(80);
  expect(await wholeReads(world.database.pool, recording, 'forced')).toEqual([]);
});

test('no request of an admin reads the whole of such a table', async () => {
  await world.database.pool.query('analyze');
  recording.length = 0;
  await runTheSite();
  expect(recording.flat().some(({ sql }) => sql.includes('audit_log'))).toBe(true);
  expect(await wholeReads(world.database.pool, recording, 'forced')).toEqual([]);
});

test('storing closing quotes, at every tick, reads neither all games nor all closing quotes', async () => {
  const { database, clock } = world;
  const job = closeQuotes(database, async () => clock.now, pino({ level: 'silent' }));
  await job.run(); // the first run goes through all games
  await database.pool.query('analyze');
  recording.length = 0;
  await job.run();
  expect(recording.flat().filter(({ sql }) => sql.includes('closing_quotes'))).toHaveLength(1);
  expect(await wholeReads(database.pool, recording, 'forced')).toEqual([]);
});

test('writing the notices of a league that changed reads no whole table', async () => {
  const { database } = world;
  const writer = aWriter(database);
  await writer.run(); // the first run goes through all leagues
  const { leagueId } = firstOf(bulk.tickets);
  await database.pool.query('analyze');
  await database.pool.query('insert into changes (topic) values ($1)', [`league:${leagueId}`]);
  recording.length = 0;
  await writer.run();
  expect(recording.flat().some(({ sql }) => sql.includes('settlements'))).toBe(true);
  expect(await wholeReads(database.pool, recording, 'forced')).toEqual([]);
});

// Those that are skipped on a Citus read what the coordinator's plan does not show.
test.skipIf(process.env.CITUS_URL)('a page of a list of bets reads each of its tickets once and no other', async () => {
  const { db, pool } = world.database;
  const [{ leagueId, userId }, { id: gameId }] = [firstOf(bulk.tickets), firstOf(bulk.games)];
  const viewer = { leagueId, userId };
  const leagueIds = await listLeagueIdsOf(db, userId);
  expect(leagueIds.length).toBeGreaterThan(1);
  const lists = [
    listOwnLegs(world.database, leagueIds, userId),
    listMemberLegs(world.database, viewer, userId),
    listGameLegs(world.database, leagueIds, userId, gameId),
    listRecentLegs(world.database, viewer, new Date(0)),
  ];
  for (const list of lists) {
    recording.length = 0;
    for await (const _page of list);
    const pages = recording.flat().filter(({ sql }) => sql.includes('as page(id'));
    const idsOf = pages.map(({ sql, values }) => values[Number(/unnest\(\$(\d+)/.exec(sql)?.[1]) - 1] as string[]);
    const ids = idsOf.flat();
    expect([ids.length > 0, new Set(ids).size]).toEqual([true, ids.length]);
    for (const [at, page] of pages.entries()) expect(await rowsRead(pool, page, 'tickets')).toBe(idsOf[at]?.length);
  }
});

test('the closing quotes of many games are looked up one by one', async () => {
  const { db, pool } = world.database;
  const games = Array.from({ length: 1_000 }, () => aGame());
  await ingest(world.database, 'NFL', answerOf(games, {}), new Date());
  const owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
  await owner.query(
    `insert into closing_quotes (game_id, home_team_id, away_team_id, locked_at, origins)
     select id, home_team_id, away_team_id, starts_at, '{}' from games where id = any ($1)`,
    [games.map(({ id }) => id)],
  );
  await owner.query('analyze closing_quotes');
  await owner.end();
  const asked = games.slice(0, 400).map(({ id }) => id);
  recording.length = 0;
  expect((await findClosings(db, asked)).size).toBe(400);
  expect(await wholeReads(pool, recording, 'honest')).toEqual([]);
});

test.skipIf(process.env.CITUS_URL)('a statement that no index serves is found', async () => {
  const asked = (sql: string) => [[{ text: sql, sql, values: [] }]];
  const read = (sql: string) => wholeReads(world.database.pool, asked(sql), 'forced');
  expect(await read('select * from tickets where stake_cents = 100')).toHaveLength(1);
  expect(await read("select * from games where id = 'espn:1'")).toEqual([]);
});
