import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveManualOdds } from '#shared/api/admin.ts';
import { forgotPassword, login, resetPassword } from '#shared/api/auth.ts';
import { groupBetsPage, listBetsPage, listBetsSince, memberBetsPage } from '#shared/api/bet-pages.ts';
import { gameBets, listBets, memberBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { confirmChatPost, leagueChat, removeChat, saveChat } from '#shared/api/chat.ts';
import { memberForm } from '#shared/api/form.ts';
import {
  deleteGroup,
  groupBetsLastSevenDays,
  joinGroup,
  leaderboard,
  leagueTitle,
  listGroups,
  regenerateCode,
  removeMember,
  rescue,
  setDisplayName,
  updateGroup,
} from '#shared/api/groups.ts';
import { leagueIfEnded } from '#shared/api/if-ended.ts';
import { invite } from '#shared/api/invite.ts';
import { memberLuck } from '#shared/api/luck.ts';
import { countNotices, listNotices, readNotice, readNotices } from '#shared/api/notifications.ts';
import { oddsHistory } from '#shared/api/odds-history.ts';
import { deleteAccount, exportAccount } from '#shared/api/own-account.ts';
import { leagueHistory } from '#shared/api/race.ts';
import { ownRecord } from '#shared/api/record.ts';
import { removeNote, removeReaction, setReaction, ticketRemarks } from '#shared/api/remark-calls.ts';
import { leagueSeries, playAgain } from '#shared/api/seasons.ts';
import { memberRivalry, memberShelf } from '#shared/api/shelf.ts';
import { leagueStatement, leagueStatementFile } from '#shared/api/statement.ts';
import { leagueWeek, leagueWeeks } from '#shared/api/weeks.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { sports } from '#shared/domain/sport.ts';
import {
  beginPost,
  claimChat,
  claimDoubt,
  findNextWeek,
  listDoubts,
  listDueChats,
  recordFailed,
  recordPosted,
} from '../chat/posts-store.ts';
import { deleteLeagueless, listBettors } from '../demo/store.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { freezeWeeks } from '../leagues/weeks.ts';
import { findWeekEnd } from '../letters/store.ts';
import { insertClosingQuotes } from '../quotes/closing-store.ts';
import { listOverdueGames } from '../settlement/overdue.ts';
import { previewResult, setResult } from '../settlement/set-result.ts';
import { listCorrectableStarts, listStuck, listUnfinishedStarts } from '../settlement/watch-list.ts';
import { atTime } from '../testing/at-time.ts';
import { calendarPathOf, readCalendar } from '../testing/calendar.ts';
import {
  leaguesWritten,
  pointingAtAll,
  pretendSharded,
  type Recording,
  recordStatements,
  refusal,
} from '../testing/citus-lint.ts';
import { isOneTask } from '../testing/citus-plans.ts';
import { aBet, aLeg, aParlay, final, live } from '../testing/games.ts';
import { endLeague } from '../testing/leagues.ts';
import { resetTokensTo } from '../testing/mail.ts';
import { anAdmin, fullOdds } from '../testing/manual-odds.ts';
import { aWriter, remindOfAll } from '../testing/notices.ts';
import { runALeague } from '../testing/run-a-league.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { deleteExpiredRows } from '../worker/jobs/delete-expired.ts';
import { leagueOwned, onEveryMachine } from './distribute.ts';
import { everywhere } from './reach.ts';

let world: World;
let recording: Recording;

beforeAll(async () => {
  world = await testWorld();
  await pretendSharded(world.database);
  recording = recordStatements(world.database.pool);
});
afterAll(() => world.drop());

async function rows<T>(sql: string): Promise<T[]> {
  return (await world.database.pool.query(sql)).rows as T[];
}

const named = (tables: readonly string[]) => tables.map((table) => `'${table}'`).join(', ');
const owned = named(['leagues', ...leagueOwned]);

describe('the catalog', () => {
  test('knows as owned by a league exactly what points at one', async () => {
    const found = await rows<{ name: string }>(`
      with recursive owned(id) as (
        select 'leagues'::regclass::oid
        union select k.conrelid from pg_constraint k join owned o on k.confrelid = o.id where k.contype = 'f'
      )
      select id::regclass::text as name from owned where id <> 'leagues'::regclass order by name`);
    expect(found.map(({ name }) => name)).toEqual([...leagueOwned].sort());
  });

  test('holds the league in every key of what a league owns', async () => {
    const without = await rows(`
      select i.indexrelid::regclass::text as index from pg_index i
      where i.indrelid in (select n::regclass from unnest(array[${named(leagueOwned)}]) n) and (i.indisunique or i.indisprimary)
        and not exists (
          select 1 from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'league_id' and a.attnum = any(i.indkey))`);
    expect(without).toEqual([]);
  });

  test('joins what a league owns by the league, and lets nothing else point at it', async () => {
    const keys = await rows<{ from: string; to: string; words: string }>(`
      select conrelid::regclass::text as "from", confrelid::regclass::text as "to", pg_get_constraintdef(oid) as words
      from pg_constraint where contype = 'f' and confrelid in (select n::regclass from unnest(array[${owned}]) n)`);
    expect(keys.length).toBeGreaterThan(leagueOwned.length - 1);
    for (const { from, words } of keys) {
      expect(leagueOwned).toContain(from);
      expect(words).toMatch(/^FOREIGN KEY \(league_id\b/);
      expect(words).not.toMatch(/SET NULL/);
    }
  });

  test('knows what lies on the coordinator and points at what every machine holds', async () => {
    const found = await rows<{ name: string }>(`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid in (select n::regclass from unnest(array[${named(onEveryMachine)}]) n) order by name`);
    const others = found.filter(({ name }) => ![...onEveryMachine, 'leagues', ...leagueOwned].includes(name));
    expect(others.map(({ name }) => name)).toEqual(pointingAtAll);
  });

  test('has no trigger, sequence or other type of league id where a league may lie elsewhere', async () => {
    const odd = await rows(`
      select c.relname, 'trigger' as what from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relname in (${owned})
      union all
      select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relname in (${owned}) and c.relnamespace = 'public'::regnamespace and a.attnum > 0
        and (a.attidentity <> '' or (a.attname = 'league_id' and a.atttypid <> 'uuid'::regtype)
          or exists (select 1 from pg_attrdef d where d.adrelid = a.attrelid and d.adnum = a.attnum
            and pg_get_expr(d.adbin, d.adrelid) like 'nextval%'))`);
    expect(odd).toEqual([]);
  });
});

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

/** Begins the next post of a league's chat, which gets no answer. */
async function postInDoubt(leagueId: string): Promise<void> {
  const { db, withTx } = world.database;
  const chat = await claimChat(db, leagueId);
  const week = await findNextWeek(db, leagueId);
  const post = chat && (await withTx((tx) => beginPost(tx, chat, week)));
  if (!post) throw new Error('no recap waits for the chat');
  await withTx((tx) => recordFailed(tx, chat, post, { failure: 'silent', waitSeconds: 0 }));
}

/** Runs everything that can happen to a league, from its creation to its end. Deletes another league. */
async function runWholeLife(): Promise<void> {
  const [ann, bob, cleo] = [await world.signUp('Ann'), await world.signUp('Bob'), await world.signUp('Cleo')];
  const fairPlay = { ...presets.fairPlay, maxInPlayPct: 100, rescue: '250' };
  const [league, other] = [await world.league(ann, { fairPlay }), await world.league(bob, { reveal: 'started' })];
  const params = { id: league.id };
  for (const player of [bob, cleo]) await world.join(player, league);
  await world.join(ann, other);
  await cleo.call(joinGroup, { body: { joinCode: other.joinCode } });
  await ann.call(updateGroup, { params, body: { name: 'Monday League', announcement: 'Wings at mine' } });
  const webhook = 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX';
  for (const again of [{ address: webhook }, {}])
    await ann.call(saveChat, { params, body: { service: 'slack', ...again } });
  await bob.call(saveChat, { params: { id: other.id }, body: { service: 'slack', address: webhook } });
  const { reply: renewed } = await ann.call(regenerateCode, { params });
  await bob.call(setDisplayName, { params, body: { displayName: 'Bobby' } });
  for (const code of [league.joinCode, renewed.joinCode]) await bob.call(invite, { params: { code } });

  const [first, second, third] = [await world.addGame(), await world.addGame(), await world.addGame()];
  const admin = await anAdmin(world, 'Ada');
  await admin.call(saveManualOdds, { body: { odds: [fullOdds(first)] } });
  await admin.call(saveManualOdds, { body: { odds: [{ gameId: first.id }] } });
  const headers = { 'idempotency-key': 'one-and-the-same' };
  for (const group of [league, league, other]) {
    await ann.call(placeBet, { body: { ...aBet(group, first, '100'), note: 'Easy' }, headers });
    await bob.call(placeParlay, { body: aParlay(group, '50', [aLeg(first), aLeg(second)]) });
  }
  await cleo.call(placeBet, { body: aBet(league, third, '5000'), headers }); // more than the member has
  await cleo.call(placeBet, { body: aBet(league, third, '1000') });
  await ann.call(removeMember, { params: { id: league.id, userId: cleo.user.id } });
  await world.poll(live(first, 3, 0));
  await world.finish(final(first, 30, 0), final(second, 10, 20));
  await world.finish(final(first, 0, 30)); // corrected
  await runRemarks(ann, bob, league);
  const byHand = { gameId: third.id, outcome: { isVoid: true }, reason: 'Fog', setById: null } as const;
  const { before } = await previewResult(world.database, byHand);
  await setResult(world.database, byHand, before?.rev ?? 0);
  await world.finish();

  await runALeague(world, ann, bob, { ...league, ...renewed });
  for (const viewer of [ann, bob]) {
    await viewer.call(listGroups);
    await viewer.call(listBets);
    await viewer.call(leaderboard, { params });
    await viewer.call(leagueTitle, { params });
    for (const endpoint of [leagueStatement, leagueStatementFile]) await viewer.call(endpoint, { params });
    for (const id of [league.id, other.id]) await viewer.call(leagueIfEnded, { params: { id } });
    await viewer.call(rescue, { params });
    await viewer.call(groupBetsLastSevenDays, { params });
    await viewer.call(gameBets, { params: { gameId: first.id } });
    await viewer.call(oddsHistory, { params: { gameId: first.id } });
    await viewer.call(memberBets, { params: { userId: ann.user.id, groupId: league.id } });
    for (const groupId of [{}, { groupId: league.id }])
      await viewer.call(memberForm, { params: { userId: ann.user.id, ...groupId } });
    for (const groupId of [{}, { groupId: league.id }])
      await viewer.call(memberLuck, { params: { userId: ann.user.id, ...groupId } });
    for (const groupId of [{}, { groupId: league.id }])
      for (const endpoint of [memberShelf, memberRivalry])
        await viewer.call(endpoint, { params: { userId: ann.user.id, ...groupId } });
    await viewer.call(ownRecord);
    await viewer.call(exportAccount);
    await readCalendar(viewer, await calendarPathOf(viewer));
    await viewer.call(listBetsPage, { params: { limit: '5' } });
    await viewer.call(listBetsSince, { params: { since: '2026-11-01T00:00:00Z' } });
    await viewer.call(groupBetsPage, { params: { ...params, limit: '5' } });
    await viewer.call(memberBetsPage, { params: { userId: ann.user.id, groupId: league.id, limit: '5' } });
  }
  await freezeWeeks(atTime(world.database, new Date(Date.now() + 15 * 24 * 3_600_000)));
  await ann.call(leagueWeeks, { params });
  await ann.call(leagueHistory, { params });
  await listDueChats(world.database.db, { isWhole: true, these: everywhere });
  await postInDoubt(league.id);
  const [doubt] = await listDoubts(world.database.db, league.id);
  if (!doubt) throw new Error('no post is in doubt');
  const again = await world.database.withTx((tx) => claimDoubt(tx, league.id, doubt));
  if (!again) throw new Error('the chat is claimed');
  await world.database.withTx((tx) => recordPosted(tx, again, doubt));
  await postInDoubt(other.id);
  for (const { id } of (await bob.call(leagueChat, { params: { id: other.id } })).reply.chat?.doubts ?? [])
    await bob.call(confirmChatPost, { params: { id: other.id, postId: id } });
  await findWeekEnd(world.database.db, league.id, 1, bob.user.id);
  await ann.call(removeChat, { params });
  await ann.call(leagueWeek, { params: { ...params, number: '1' } });
  await world.member({ ...league, ...renewed }); // late, so with the median
  const notices = aWriter(world.database);
  expect(await notices.run()).toBeGreaterThan(0);
  await endLeague(world.database.db, league);
  expect(await finalizeLeagues(world.database)).toBe(1);
  expect(await notices.run()).toBeGreaterThan(0);
  await remindOfAll(world.database);
  const [notice] = (await ann.call(listNotices)).reply.notices;
  await ann.call(readNotice, { params: { id: notice?.id ?? '' } });
  await ann.call(readNotices, { body: { until: (await ann.call(listNotices)).reply.newest ?? '' } });
  expect((await ann.call(countNotices)).reply).toEqual({ unread: 0 });
  await ann.call(leaderboard, { params });
  await ann.call(leagueWeeks, { params });
  await ann.call(listGroups);
  const season = { name: 'Monday League 2', joinDeadline: inDays(1), endDate: inDays(2) };
  const { reply: next } = await ann.call(playAgain, { params, body: season });
  expect((await bob.call(playAgain, { params, body: season })).reply.id).toBe(next.id);
  await bob.call(listGroups);
  expect(await notices.run()).toBeGreaterThan(0);
  await bob.call(listNotices);
  await bob.call(leagueSeries, { params });
  await bob.call(joinGroup, { body: { joinCode: next.joinCode } });
  expect((await ann.call(deleteGroup, { params: { id: next.id } })).status).toBe(200);
  await cleo.call(deleteAccount, { body: { password: cleo.password } });
  await world.idle(); // she leaves the other league
  expect((await bob.call(deleteGroup, { params: { id: other.id } })).status).toBe(200);
}

/** Reacts to a settled bet of Ann's, and removes what was said of it. */
async function runRemarks(ann: Player, bob: Player, { id }: { id: string }): Promise<void> {
  const { reply } = await bob.call(memberBets, { params: { userId: ann.user.id, groupId: id } });
  const params = { id, ticketId: reply[0]?.remarks?.ticketId ?? '' };
  for (const reaction of ['fire', 'wow'] as const) await bob.call(setReaction, { params, body: { reaction } });
  expect((await bob.call(ticketRemarks, { params })).status).toBe(200);
  expect((await bob.call(removeReaction, { params })).status).toBe(200);
  expect((await ann.call(removeNote, { params })).status).toBe(200);
}

/** Runs what happens outside of leagues: accounts, feeds, the demo, and the deletion of expired rows. */
async function runBesideLeagues(): Promise<void> {
  const { database, visitor } = world;
  const dan = await world.signUp('Dan');
  const { email, id } = dan.user;
  await visitor().call(forgotPassword, { body: { email } });
  const [token = ''] = await resetTokensTo(world, email);
  await visitor().call(resetPassword, { body: { token, newPassword: 'another horse' } });
  expect((await visitor().call(login, { body: { email, password: 'another horse' } })).status).toBe(200);
  const now = new Date();
  for (const sport of sports) {
    await listUnfinishedStarts(database.db, 'espn', sport, now, everywhere);
    await listCorrectableStarts(database.db, 'espn', sport, now, ['espn:seen'], everywhere);
  }
  await listStuck(database.db, now, everywhere);
  await listOverdueGames(database, now);
  await insertClosingQuotes(database.db, new Date(0), 10);
  await listBettors(database.db, now, now);
  await deleteExpiredRows(database, { name: 'espn', speed: 1 }).run();
  await database.withTx((tx) => deleteLeagueless(tx, [id]));
}

describe('the statements of a league’s whole life', () => {
  test('are such that each league may lie on a machine of its own', { timeout: 60_000 }, async () => {
    await runWholeLife();
    await runBesideLeagues();
    expect(recording.flat().length).toBeGreaterThan(200);
    const refused = recording.flat().flatMap(({ sql }) => {
      const why = refusal(sql);
      return why ? [`${why}: ${sql}`] : [];
    });
    expect([...new Set(refused)]).toEqual([]);
  });

  test('write to one league in one transaction', () => {
    const crossing = recording.filter((transaction) => leaguesWritten(transaction).size > 1);
    expect(crossing.map((transaction) => transaction.map(({ sql }) => sql))).toEqual([]);
  });

  // Only a Citus of several machines plans for machines: CONTRIBUTING.md names the command that starts one.
  test.runIf(process.env.CITUS_URL)(
    'run on one machine each, but for those that are about several leagues',
    async () => {
      const asked = new Map(recording.flat().map((statement) => [statement.sql, statement]));
      const spread: string[] = [];
      for (const [sql, statement] of asked) {
        if (!aboutLeagues.test(sql) || severalLeagues.some((expected) => expected.test(sql))) continue;
        if (!(await isOneTask(world.database.pool, statement))) spread.push(sql);
      }
      expect(spread).toEqual([]);
    },
  );
});

const aboutLeagues = new RegExp(
  `^(?:with|select|insert|update|delete)\\b.*\\b(?:${['leagues', ...leagueOwned].join('|')})\\b`,
);

/** The statements about one person's leagues, about all leagues with a game, and those of the worker. */
const severalLeagues = [
  /league_id = any/,
  /from leagues where \(?leagues\.id = any/,
  // Within reach is every league: `everywhere` of reach.ts.
  /^select .* from (?:leagues|legs|league_chats c) where \(?true and /,
  /from legs where \(?legs\.game_id/,
  /from legs inner join leagues .* where \(legs\.game_id/,
  /^select distinct (?:game_id from legs|league_id from ticket_refusals)/,
  /from (?:games|legs inner join games) /,
  /from demo_leagues/,
  /from pg_/,
  /^delete from users/,
];
