import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { joinGroup, removeMember } from '#shared/api/groups.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { databaseNow } from '../db/clock.ts';
import { aBet, aGame, final, plainQuote } from '../testing/games.ts';
import { expectLedgerBalances, fundsOf, ledgerCounts } from '../testing/ledger-asserts.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
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
  /** Asks again after a 503, which a busy machine gives to bets that wait too long for the player's row. */
  const placed = async (): ReturnType<typeof player.call<typeof placeBet>> => {
    const answer = await player.call(placeBet, { body });
    return answer.status === 503 ? placed() : answer;
  };
  const answers = await Promise.all(Array.from({ length: 200 }, placed));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  const others = answers.filter(({ status }) => status !== 201);
  expect(others.map(({ status, refusal }) => [status, refusal?.code])).toEqual(
    others.map(() => [409, 'insufficient-balance']),
  );
  expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual({ available: 0, pending: 100_000 });
  await expectLedgerBalances(world.database.db);
});

test('50 posts at once with one idempotency key are one ticket with one stake', async () => {
  const { player, league } = await aReadyPlayer();
  const game = aGame();
  await world.poll(game);
  const before = await ledgerCounts(world.database.db);
  const sent = { body: aBet(league, game, '1000'), headers: { 'idempotency-key': 'fifty-at-once' } };
  const answers = await Promise.all(Array.from({ length: 50 }, () => player.call(placeBet, sent)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ reply }) => reply.id)).size).toBe(1);
  const after = await ledgerCounts(world.database.db);
  expect(after).toEqual({ tickets: before.tickets + 1, legs: before.legs + 1, entries: before.entries + 1 });
  await expectLedgerBalances(world.database.db);
});

test('bets and a join that wait for a row across the deadline are judged by the database’s clock once they have it: too late', async () => {
  const { player, league } = await aReadyPlayer();
  const { league: closing } = await aReadyPlayer();
  const game = await world.addGame();

  // A settlement or another bet locks the member's row like this; a change of settings locks the league's row.
  const member = 'select from members where league_id = $1 and user_id = $2 for update';
  const memberLock = await lockElsewhere(world.database, member, [league.id, player.user.id]);
  const leagueLock = await lockElsewhere(world.database, 'select from leagues where id = $1 for update', [closing.id]);
  const bets = Array.from({ length: 4 }, () => player.call(placeBet, { body: aBet(league, game, '100') }));
  const join = player.call(joinGroup, { body: { joinCode: closing.joinCode } });
  await untilWaiting(world.database, bets.length + 1);
  // The start and the deadline come once all of them wait, however late the last one was.
  const now = await databaseNow(world.database.db);
  await memberLock.run('update games set starts_at = $2 where id = $1', [game.id, now]);
  await leagueLock.run('update leagues set join_deadline = $2 where id = $1', [closing.id, now]);
  await Promise.all([memberLock.release(), leagueLock.release()]);

  for (const bet of bets) expect([(await bet).status, (await bet).refusal?.code]).toEqual([409, 'locked']);
  expect([(await join).status, (await join).refusal?.code]).toEqual([409, 'too-late']);
  expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual({ available: 100_000, pending: 0 });
  await expectLedgerBalances(world.database.db);
});

test('no ticket is placed at or after its game’s start, however close to it the bets come', async () => {
  const players = await Promise.all(Array.from({ length: 4 }, () => aReadyPlayer()));
  const game = await world.addGame();
  const bet = async ({ player, league }: (typeof players)[number]) => {
    const { status, refusal } = await player.call(placeBet, { body: aBet(league, game, '1') });
    return refusal?.code ?? status;
  };
  // Placed before, so that some bets are placed also on a machine too busy for one within the second below.
  const placed = await Promise.all(players.map(bet));
  const startsAt = new Date(Date.now() + 1_000);
  await world.database.pool.query('update games set starts_at = $2 where id = $1', [game.id, startsAt]);
  const untilRefused = async (one: (typeof players)[number]) => {
    let outcome = await bet(one);
    while (outcome === 201) outcome = await bet(one);
    return [outcome, await bet(one)];
  };
  const refused = await Promise.all(players.map(untilRefused));
  expect(placed).toEqual(players.map(() => 201));
  expect(refused).toEqual(players.map(() => ['locked', 'locked']));
  const { rows } = await world.database.pool.query<{ late: number }>(
    'select count(*)::int as late from tickets t join legs l using (league_id) where l.ticket_id = t.id and l.game_id = $1 and t.placed_at >= $2',
    [game.id, startsAt],
  );
  expect(rows[0]?.late).toBe(0);
  await expectLedgerBalances(world.database.db);
});

test('strangers and removed members do not notice by a wait that there is such a league', async () => {
  const [{ league, player }, stranger] = [await aReadyPlayer(), await world.signUp('Stranger')];
  const removed = await world.signUp('Removed');
  await world.join(removed, league);
  await player.call(removeMember, { params: { id: league.id, userId: removed.user.id } });
  const game = await world.addGame();
  const lock = await lockElsewhere(world.database, 'select 1 from leagues where id = $1 for update', [league.id]);
  for (const one of [stranger, removed]) {
    const { status, refusal } = await one.call(placeBet, { body: aBet(league, game, '100') });
    expect([status, refusal?.code]).toEqual([404, 'league-not-found']);
  }
  await lock.release();
});

describe('a bet and its repeat under one key', () => {
  const moved = withOdds(plainQuote, { spreadHomeOdds: -150 });

  async function aKeyedBet(idempotencyKey: string) {
    const { player, league } = await aReadyPlayer();
    const game = aGame();
    await world.poll(game);
    const sent = { body: aBet(league, game, '100'), headers: { 'idempotency-key': idempotencyKey } };
    return { player, league, game, send: () => player.call(placeBet, sent) };
  }

  /** The status, and what must be equal for both requests: the ticket's id, or the refusal word for word. */
  const answered = (answer: Awaited<ReturnType<Keyed['send']>>) =>
    `${answer.status} ${answer.refusal ? JSON.stringify(answer.refusal) : answer.reply.id}`;
  type Keyed = Awaited<ReturnType<typeof aKeyedBet>>;

  async function expectOneAnswer({ player, league }: Keyed, answers: string[], outcome: 'placed' | 'refused') {
    expect(new Set(answers).size).toBe(1);
    const isPlaced = outcome === 'placed';
    expect(answers[0]).toMatch(isPlaced ? /^201 / : /^409 .*price-moved/);
    expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual(
      isPlaced ? { available: 90_000, pending: 10_000 } : { available: 100_000, pending: 0 },
    );
    const { rows } = await world.database.pool.query('select 1 from tickets where user_id = $1', [player.user.id]);
    expect(rows).toHaveLength(isPlaced ? 1 : 0);
    await expectLedgerBalances(world.database.db);
  }

  test('both arrive while the first waits for the member’s row: the repeat waits for it, also when the odds move', async () => {
    const bet = await aKeyedBet('first-holds-the-key');
    const lock = await lockElsewhere(
      world.database,
      'select 1 from members where league_id = $1 and user_id = $2 for update',
      [bet.league.id, bet.player.user.id],
    );
    const first = bet.send();
    await untilWaiting(world.database, 1);
    const repeat = bet.send();
    await untilWaiting(world.database, 2);
    await world.poll({ ...bet.game, quote: moved });
    await lock.release();
    await expectOneAnswer(bet, (await Promise.all([first, repeat])).map(answered), 'refused');
  });

  test('both arrive while the first is being placed: the repeat is answered with its ticket', async () => {
    const bet = await aKeyedBet('first-is-being-placed');
    const lock = await lockElsewhere(world.database, 'lock table legs in share mode', []);
    const first = bet.send();
    await untilWaiting(world.database, 1);
    const repeat = bet.send();
    await untilWaiting(world.database, 2);
    await lock.release();
    await expectOneAnswer(bet, (await Promise.all([first, repeat])).map(answered), 'placed');
  });

  test('the first arrives while the refusal of the repeat is being stored, and could be placed by now', async () => {
    const { player, league } = await aReadyPlayer();
    const [staked, other] = [await world.addGame(), await world.addGame()];
    await player.call(placeBet, { body: aBet(league, staked, '1000') });
    const headers = { 'idempotency-key': 'refusal-is-being-stored' };
    const send = () => player.call(placeBet, { body: aBet(league, other, '100'), headers });
    const lock = await lockElsewhere(world.database, 'lock table ticket_refusals in share mode', []); // blocks writes only
    const repeat = send();
    await untilWaiting(world.database, 1);
    const settled = world.finish(final(staked, 30, 0)); // the stake comes back doubled, once the member's row is free
    await untilWaiting(world.database, 2);
    const first = send();
    await untilWaiting(world.database, 3);
    await lock.release();
    await settled;
    const answers = (await Promise.all([first, repeat])).map(answered);
    expect(answers).toEqual([expect.stringMatching(/^409 .*insufficient-balance/), answers[0]]);
    const { rows } = await world.database.pool.query('select 1 from tickets where user_id = $1', [player.user.id]);
    expect(rows).toHaveLength(1);
    await expectLedgerBalances(world.database.db);
  });

  test('fifty at once, of which none can be placed, get the answer of one', async () => {
    const bet = await aKeyedBet('fifty-refused-at-once');
    const prices = [-130, -140, -150, -160];
    await world.poll({ ...bet.game, quote: moved });
    const sending = Array.from({ length: 50 }, async (_, at) => {
      if (at % 10 === 0)
        await world.poll({
          ...bet.game,
          quote: withOdds(plainQuote, { spreadHomeOdds: prices[(at / 10) % 4] ?? -130 }),
        });
      return answered(await bet.send());
    });
    await expectOneAnswer(bet, await Promise.all(sending), 'refused');
  });
});
