import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { joinGroup } from '#shared/api/groups.ts';
import { bookCounts, expectWholeBooks, fundsOf } from '../testing/books.ts';
import { aBet, aGame } from '../testing/games.ts';
import { holding, untilWaiting } from '../testing/locks.ts';
import { testWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

async function aReadyPlayer() {
  const player = await world.signUp();
  const league = await world.league(player);
  return { player, league };
}

test('of 200 bets of 100 at once on a balance of 1,000 exactly ten are accepted', async () => {
  const { player, league } = await aReadyPlayer();
  const game = aGame();
  await world.poll(game);
  const body = aBet(league, game, '100');
  const answers = await Promise.all(Array.from({ length: 200 }, () => player.call(placeBet, { body })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  const others = answers.filter(({ status }) => status !== 201);
  expect(others.map(({ status, refusal }) => [status, refusal?.code])).toEqual(
    others.map(() => [409, 'insufficient-balance']),
  );
  expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual({ available: 0, pending: 100_000 });
  await expectWholeBooks(world.database.db);
});

test('50 posts at once with one idempotency key are one ticket with one stake', async () => {
  const { player, league } = await aReadyPlayer();
  const game = aGame();
  await world.poll(game);
  const before = await bookCounts(world.database.db);
  const sent = { body: aBet(league, game, '1000'), headers: { 'idempotency-key': 'fifty-at-once' } };
  const answers = await Promise.all(Array.from({ length: 50 }, () => player.call(placeBet, sent)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ reply }) => reply.id)).size).toBe(1);
  const after = await bookCounts(world.database.db);
  expect(after).toEqual({ tickets: before.tickets + 1, legs: before.legs + 1, entries: before.entries + 1 });
  await expectWholeBooks(world.database.db);
});

test('bets and a join that wait 3 s for a row are judged by the database’s clock once they have it: too late', async () => {
  const { player, league } = await aReadyPlayer();
  const { league: closing } = await aReadyPlayer();
  const startsAt = new Date(Date.now() + 1_200);
  const game = aGame({ startsAt });
  await world.poll(game);
  await world.database.pool.query('update leagues set join_deadline = $2 where id = $1', [closing.id, startsAt]);

  // A settlement or another bet holds the member's row like this, the owner's change of settings the league's.
  const member = 'select from members where league_id = $1 and user_id = $2 for update';
  const ofMember = await holding(world.database, member, [league.id, player.user.id]);
  const ofLeague = await holding(world.database, 'select from leagues where id = $1 for update', [closing.id]);
  const bets = Array.from({ length: 4 }, () => player.call(placeBet, { body: aBet(league, game, '100') }));
  const join = player.call(joinGroup, { body: { joinCode: closing.joinCode } });
  await untilWaiting(world.database, bets.length + 1);
  await ofMember.run('select pg_sleep(3)', []);
  await Promise.all([ofMember.letGo(), ofLeague.letGo()]);

  for (const bet of bets) expect([(await bet).status, (await bet).refusal?.code]).toEqual([409, 'locked']);
  expect([(await join).status, (await join).refusal?.code]).toEqual([409, 'too-late']);
  expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual({ available: 100_000, pending: 0 });
  await expectWholeBooks(world.database.db);
});

test('no ticket is placed at or after its game’s start, however close to it the bets come', async () => {
  const players = await Promise.all(Array.from({ length: 4 }, () => aReadyPlayer()));
  const startsAt = new Date(Date.now() + 1_000);
  const game = aGame({ startsAt });
  await world.poll(game);
  const statuses: number[] = [];
  const bettors = players.map(async ({ player, league }) => {
    while (Date.now() < startsAt.getTime() + 300) {
      statuses.push((await player.call(placeBet, { body: aBet(league, game, '1') })).status);
    }
  });
  await Promise.all(bettors);
  expect(new Set(statuses)).toEqual(new Set([201, 409]));
  const { rows } = await world.database.pool.query<{ late: number }>(
    'select count(*)::int as late from tickets t join legs l using (league_id) where l.ticket_id = t.id and l.game_id = $1 and t.placed_at >= $2',
    [game.id, startsAt],
  );
  expect(rows[0]?.late).toBe(0);
  await expectWholeBooks(world.database.db);
});
