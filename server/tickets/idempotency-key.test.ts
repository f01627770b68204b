import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { payoutTooHigh } from '#shared/domain/slip.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { aBet, aLeg, aParlay, live, plainQuote } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { expectLedgerBalances, fundsOf } from '../testing/ledger-asserts.ts';
import { refusalOf } from '../testing/refusals.ts';
import type { Player, World } from '../testing/world.ts';

let world: World;
let player: Player;
let league: Group;

leagueBeforeEach((made) => {
  ({ world, player, league } = made);
});

const funds = () => fundsOf(world.database.db, league.id, player.user.id);
const refused = (act: Parameters<typeof refusalOf>[1]) => refusalOf(world.database.db, act);

describe('an idempotency key', () => {
  const key = (value: string) => ({ 'idempotency-key': value });

  test('answers the same bet again, even when everything is staked', async () => {
    const game = await world.addGame();
    const sent = { body: aBet(league, game, '1000'), headers: key('all-in-once') };
    const first = await player.call(placeBet, sent);
    const again = await player.call(placeBet, sent);
    expect([again.status, again.reply.id]).toEqual([201, first.reply.id]);
    expect(await funds()).toEqual({ available: 0, pending: 100_000 });
    await expectLedgerBalances(world.database.db);
  });

  test('answers the same bet again after its game has started', async () => {
    const game = await world.addGame();
    const sent = { body: aBet(league, game, '10'), headers: key('before-the-start') };
    const first = await player.call(placeBet, sent);
    await world.poll(live(game));
    expect((await player.call(placeBet, sent)).reply.id).toBe(first.reply.id);
  });

  test('is refused for another bet', async () => {
    const game = await world.addGame();
    await player.call(placeBet, { body: aBet(league, game, '10'), headers: key('used-for-ten') });
    const other = { body: aBet(league, game, '11'), headers: key('used-for-ten') };
    expect(await refused(() => player.call(placeBet, other))).toMatchObject({ status: 422, code: 'key-reused' });
  });

  test('belongs to one member', async () => {
    const other = await world.signUp();
    await world.join(other, league);
    const sent = { body: aBet(league, await world.addGame(), '10'), headers: key('the-same-for-both') };
    const [mine, theirs] = [await player.call(placeBet, sent), await other.call(placeBet, sent)];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(mine.reply.id).not.toBe(theirs.reply.id);
  });

  /** A bet that was refused under the key because its odds had moved; then the odds moved back. */
  async function refusedOnce(name: string) {
    const game = await world.addGame();
    const sent = { body: aBet(league, game, '10'), headers: key(name) };
    await world.poll({ ...game, quote: withOdds(plainQuote, { spreadHomeOdds: -150 }) });
    const first = await player.call(placeBet, sent);
    expect(first).toMatchObject({ status: 409, refusal: { code: 'price-moved', current: [{ odds: -150 }] } });
    await world.poll(game);
    return { game, sent, first };
  }

  test('of a refused bet gives a late repeat the same answer, word for word', async () => {
    const { sent, first } = await refusedOnce('moved-and-back');
    const late = await player.call(placeBet, sent);
    expect([late.status, JSON.stringify(late.refusal)]).toEqual([first.status, JSON.stringify(first.refusal)]);
    expect(await funds()).toEqual({ available: 100_000, pending: 0 });
    expect((await player.call(placeBet, { ...sent, headers: key('another-key') })).status).toBe(201);
    await expectLedgerBalances(world.database.db);
  });

  test('of a refused bet is refused for another bet, and free again after ten minutes', async () => {
    const { game, sent } = await refusedOnce('refused-for-ten');
    const other = { body: aBet(league, game, '11'), headers: sent.headers };
    expect(await refused(() => player.call(placeBet, other))).toMatchObject({ status: 422, code: 'key-refused' });
    await world.database.db.execute(sql`update ticket_refusals set at = now() - interval '10 minutes'`);
    await world.poll({ ...game, quote: withOdds(plainQuote, { spreadHomeOdds: -160 }) });
    expect(await refused(() => player.call(placeBet, other))).toMatchObject({ current: [{ odds: -160 }] });
    await world.poll(game);
    expect((await player.call(placeBet, other)).status).toBe(409);
    await world.database.db.execute(sql`update ticket_refusals set at = now() - interval '10 minutes'`);
    expect((await player.call(placeBet, other)).status).toBe(201);
  });

  test('of a bet whose payout is over the limit is refused for another bet, like that of any refused bet', async () => {
    const legs = [aLeg(await world.addGame()), aLeg(await world.addGame())];
    const body = aParlay(
      league,
      '1000',
      legs.map((leg) => ({ ...leg, odds: 1_000_000 })),
    );
    const sent = { body, headers: key('over-the-limit') };
    const tooHigh = { status: 400, code: 'bad-input', message: payoutTooHigh.message };
    expect(await refused(() => player.call(placeParlay, sent))).toEqual(tooHigh);
    expect(await refused(() => player.call(placeParlay, sent))).toEqual(tooHigh);
    const other = { body: aParlay(league, '1000', legs), headers: sent.headers };
    expect(await refused(() => player.call(placeParlay, other))).toMatchObject({ status: 422, code: 'key-refused' });

    await player.call(placeParlay, { ...other, headers: key('of-a-ticket') });
    const after = { body, headers: key('of-a-ticket') };
    expect(await refused(() => player.call(placeParlay, after))).toMatchObject({ status: 422, code: 'key-reused' });
  });

  test('counts as unused after a refusal that did not judge the bet', async () => {
    const game = await world.addGame();
    const sent = { body: aBet(league, game, '10'), headers: key('not-judged-yet') };
    expect((await world.visitor().call(placeBet, sent)).status).toBe(401);
    expect((await player.raw('POST', '/api/bets', { ...sent, body: { ...sent.body, amount: '1.5' } })).status).toBe(
      400,
    );
    expect((await player.call(placeBet, sent)).status).toBe(201);
  });
});
