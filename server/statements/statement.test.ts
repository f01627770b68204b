import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { deleteGroup, type Group, removeMember } from '#shared/api/groups.ts';
import { leagueStatement, leagueStatementFile } from '#shared/api/statement.ts';
import { continuation } from '#shared/domain/statement.ts';
import { aBet, aGame, final } from '../testing/games.ts';
import { fundsOf } from '../testing/ledger-asserts.ts';
import { lockElsewhere } from '../testing/locks.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function fileOf(player: Player, { id }: Group): Promise<string> {
  return (await player.call(leagueStatementFile, { params: { id } })).reply;
}

/** A league in which Ann won a bet of 100 and has one of 50 open. */
async function aLeague() {
  const ann = await world.signUp('Ann');
  const league = await world.league(ann);
  const [first, second] = [await world.addGame(), await world.addGame()];
  await ann.call(placeBet, { body: aBet(league, first, '100') });
  await world.finish(final(first, 30, 0));
  await ann.call(placeBet, { body: aBet(league, second, '50') });
  return { ann, league, first, second };
}

test('a statement lists every entry with its balance, the last of which is what is available', async () => {
  const { ann, league } = await aLeague();
  const { reply } = await ann.call(leagueStatement, { params: { id: league.id } });
  expect(reply.rows.map(({ number, kind }) => [number, kind])).toEqual([
    [1, 'grant'],
    [2, 'stake'],
    [3, 'stake'],
    [4, 'payout'], // the test settles a day ahead
  ]);
  const { available } = await fundsOf(world.database.db, league.id, ann.user.id);
  expect([reply.balance, reply.rows.at(-1)?.balance]).toEqual([available, available]);
  expect(reply.rows[0]?.words).toBe('Starting balance');
});

test('a correction adds entries, and the newer statement continues the older one', async () => {
  const { ann, league, first } = await aLeague();
  const older = await fileOf(ann, league);
  await world.finish(final(first, 0, 30));
  const newer = await fileOf(ann, league);
  expect(newer.startsWith(older)).toBe(true);
  expect(newer).toContain('Taken back by a correction');
  expect(continuation(older, newer, sha256)).toMatchObject({ isContinued: true });
  expect(continuation(newer, older, sha256)).toMatchObject({ isContinued: false });
});

test('an entry that began before a statement and commits after it comes last', async () => {
  const { ann, league, second } = await aLeague();
  // Another connection of this test begins its transaction, and with it the time of its entry, before the others.
  const late = await lockElsewhere(
    world.database,
    `insert into ledger (league_id, id, user_id, kind, round, amount_cents) values ($1, gen_random_uuid(), $2, 'rescue', 0, 25000)`,
    [league.id, ann.user.id],
  );
  await ann.call(placeBet, { body: aBet(league, second, '20') });
  const older = await fileOf(ann, league);
  await late.run('update members set available_cents = available_cents + 25000 where league_id = $1 and user_id = $2', [
    league.id,
    ann.user.id,
  ]);
  await late.release();
  const newer = await fileOf(ann, league);
  expect(newer.startsWith(older)).toBe(true);
  expect(newer.trimEnd().split('\r\n').at(-1)).toMatch(/^6,.*,rescue,/);
  expect(continuation(older, newer, sha256).isContinued).toBe(true);
});

test('statements that are asked for at once, while bets are placed, all have one order', async () => {
  const { ann, league } = await aLeague();
  const games = await Promise.all(Array.from({ length: 10 }, () => aGame()));
  await world.poll(...games);
  const files = await Promise.all(
    games.flatMap((game) => [
      ann.call(placeBet, { body: aBet(league, game, '10') }).then(() => fileOf(ann, league)),
      fileOf(ann, league),
    ]),
  );
  const whole = await fileOf(ann, league);
  expect(whole.trimEnd().split('\r\n')).toHaveLength(2 + 4 + 10);
  for (const file of files) expect(continuation(file, whole, sha256)).toMatchObject({ isContinued: true });
});

test('a removed member has their statement; a deleted league has none', async () => {
  const { ann, league } = await aLeague();
  const bob = await world.member(league, 'Bob');
  const before = await fileOf(bob, league);
  await ann.call(removeMember, { params: { id: league.id, userId: bob.user.id } });
  expect(await fileOf(bob, league)).toBe(before);
  await fileOf(ann, league);
  await ann.call(deleteGroup, { params: { id: league.id } });
  expect((await bob.call(leagueStatement, { params: { id: league.id } })).status).toBe(404);
  const { rows } = await world.database.pool.query('select from statement_entries where league_id = $1', [league.id]);
  expect(rows).toEqual([]);
});

test('5,000 entries that no statement has shown are numbered by two at once, and come by sheets', {
  timeout: 60_000,
}, async () => {
  const { ann, league } = await aLeague();
  const { pool } = world.database;
  await pool.query(
    `insert into ledger (league_id, id, user_id, ticket_id, kind, round, amount_cents, at)
    select $1, gen_random_uuid(), $2, t.id, k.kind::entry_kind, r.round, k.amount, now() + r.round * interval '1 ms'
    from (select id from tickets where league_id = $1 and user_id = $2 order by id limit 1) t,
      generate_series(10, 2507) as r(round), (values ('payout', 10), ('reversal', -10)) as k(kind, amount)`,
    [league.id, ann.user.id],
  );
  const [one, other] = await Promise.all([fileOf(ann, league), fileOf(ann, league)]);
  expect(other).toBe(one);
  expect(one.trimEnd().split('\r\n')).toHaveLength(2 + 5_000);
  expect(continuation(one, other, sha256)).toMatchObject({ isContinued: true });

  const sheetOf = async (sheet: string) =>
    (await ann.call(leagueStatement, { params: { id: league.id, sheet } })).reply;
  const [first, last, beyond] = [await sheetOf('1'), await sheetOf('50'), await sheetOf('51')];
  expect(first).toMatchObject({ sheet: 1, sheets: 50, entries: 5_000 });
  expect([first.rows[0]?.number, first.rows.at(-1)?.number]).toEqual([1, 100]);
  expect([last.rows[0]?.number, last.rows.at(-1)?.number]).toEqual([4_901, 5_000]);
  expect(beyond).toEqual(last);
  const { available } = await fundsOf(world.database.db, league.id, ann.user.id);
  expect([last.balance, last.rows.at(-1)?.balance]).toEqual([available, available]);
});
