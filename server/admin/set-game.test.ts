import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  findAdminGames,
  previewGameResult,
  setGameResult,
  type WantedOutcome,
  waitingGames,
} from '#shared/api/admin-games.ts';
import { listBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, leaderboard } from '#shared/api/groups.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { setResult } from '../settlement/set-result.ts';
import { aBet, aLeg, aParlay, final, live } from '../testing/games.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { anAdmin } from '../testing/manual-odds.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let ada: Player;
let ann: Player;
let bob: Player;
let league: Group;
let game: FeedGame;
let other: FeedGame;

beforeAll(async () => {
  world = await testWorld();
  ada = await anAdmin(world, 'Ada');
});
afterAll(() => world.drop());
beforeEach(async () => {
  [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
  league = await world.league(ann);
  await world.join(bob, league);
  [game, other] = [await world.addGame(), await world.addGame()];
  await ann.call(placeBet, { body: aBet(league, game, '100') });
  await bob.call(placeBet, { body: aBet(league, game, '200', 'moneyline', 'away') });
  await bob.call(placeParlay, { body: aParlay(league, '50', [aLeg(game), aLeg(other)]) });
});

const hourMs = 3_600_000;
const score = (home: number, away: number): WantedOutcome => ({ isVoid: false, home, away });
const nothing: WantedOutcome = { isVoid: true };
const params = () => ({ gameId: game.id });
const preview = async (outcome: WantedOutcome) =>
  (await ada.call(previewGameResult, { params: params(), body: { outcome } })).reply;
const set = (outcome: WantedOutcome, { rev, digest }: { rev: number; digest: string }, reason = 'The feed is wrong') =>
  ada.call(setGameResult, { params: params(), body: { outcome, reason, rev, digest } });

/** Balances and ranks of the leaderboard, by name. */
async function standings() {
  const { reply } = await ann.call(leaderboard, { params: { id: league.id } });
  return new Map(reply.map(({ user, balance, rank }) => [user.firstName, { balance, rank }]));
}

test('a correction moves what its preview said, to the hundredth, and players read the reason', async () => {
  await world.finish(final(game, 30, 0));
  for (const outcome of [score(0, 30), nothing, score(24, 20)]) {
    const before = await standings();
    const shown = await preview(outcome);
    expect(await standings()).toEqual(before);
    const [moves] = shown.leagues;
    expect(moves?.members.map(({ name }) => name).sort()).toEqual(['Ann', 'Bob']);
    expect((await set(outcome, shown)).status).toBe(200);
    const after = await standings();
    for (const { name, before: was, change, after: is, rank, tickets } of moves?.members ?? []) {
      expect({ balance: was, rank: rank?.before }).toEqual(before.get(name));
      expect({ balance: is, rank: rank?.after }).toEqual(after.get(name));
      expect(tickets.reduce((sum, ticket) => sum + ticket.change, 0)).toBe(change);
    }
    await expectLedgerBalances(world.database.db);
  }
  const { reply: bets } = await ann.call(listBets);
  expect(bets[0]?.settlement).toMatchObject({ source: 'admin', reason: 'The feed is wrong' });
  const { rows } = await world.database.db.execute(
    sql`select action, actor_id from audit_log where detail ->> 'gameId' = ${game.id} order by id`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['result-set', 'game-voided', 'result-set']);
  expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([ada.user.id]));
});

test('a preview names each ticket on the game, also one that waits for other legs, and who takes the lead', async () => {
  await world.poll(live(game));
  const { leagues, isHidden, rev } = await preview(score(30, 0));
  expect([isHidden, rev]).toEqual([false, 0]);
  expect(leagues).toMatchObject([
    {
      name: league.name,
      isFinal: false,
      leaders: { before: ['Ann', 'Bob'], after: ['Ann'] },
      members: [
        { name: 'Ann', before: 100_000, change: 9_091, after: 109_091, rank: { before: 1, after: 1 } },
        { name: 'Bob', before: 100_000, change: -20_000, after: 80_000, rank: { before: 1, after: 2 } },
      ],
    },
  ]);
  const ofBob = leagues[0]?.members[1]?.tickets.map(({ legs, after, change }) => [legs, after, change]);
  expect(ofBob).toEqual([
    [1, 'lost', -20_000],
    [2, null, 0],
  ]);
});

test('the write is refused once bets, balances or the result differ from the preview, and then nothing moves', async () => {
  await world.poll(live(game));
  const shown = await preview(score(30, 0));
  await world.finish(final(other, 0, 30)); // Bob's parlay is lost, and so his balance is another
  const before = await standings();
  const late = await set(score(30, 0), shown);
  expect([late.status, late.refusal?.code]).toEqual([409, 'moves-changed']);
  expect(await standings()).toEqual(before);
  expect((await set(score(3, 0), await preview(score(30, 0)))).refusal?.code).toBe('moves-changed');

  const again = await preview(score(30, 0));
  const byAnother = { gameId: game.id, outcome: { isVoid: true }, reason: 'Fog', setById: null } as const;
  await setResult(world.database, byAnother, 0);
  expect((await set(score(30, 0), again)).refusal?.code).toBe('result-changed');
});

test('a game that still takes bets shows none of them, and can be voided but not scored', async () => {
  const { digest, isHidden, rev, ...shown } = await preview(nothing);
  expect(isHidden).toBe(true);
  expect(shown).toEqual({ isNew: true, leagues: [], more: { leagues: 0, tickets: 0 }, pastTime: 0, isWhole: true });
  const scored = await ada.call(previewGameResult, { params: params(), body: { outcome: score(1, 0) } });
  expect([scored.status, scored.refusal?.code]).toEqual([409, 'not-started']);
  await ann.call(placeBet, { body: aBet(league, game, '10') }); // a bet that the preview hides changes no digest
  expect((await set(nothing, { digest, rev })).status).toBe(200);
  expect((await standings()).get('Ann')).toEqual({ balance: 100_000, rank: 1 });
});

describe('a preview shows an admin no bet that could still be copied', () => {
  const later = ({ startsAt }: FeedGame, ms: number) => ({ startsAt: new Date(startsAt.getTime() + ms) });
  const copies = async () =>
    (await ada.call(placeBet, { body: aBet(league, game, '10', 'moneyline', 'away') })).status === 201;
  const isShown = async () => {
    const { isHidden, leagues } = await preview(nothing);
    if (isHidden) expect(leagues).toEqual([]);
    return !isHidden;
  };

  beforeEach(async () => {
    await world.join(ada, league);
    game = await world.addGame({ sport: 'Soccer', startsAt: new Date(Date.now() + 6 * hourMs) });
    await ann.call(placeBet, { body: aBet(league, game, '100', 'moneyline', 'away') });
  });

  test('on a game that one poll has closed and the next one opens again', async () => {
    await world.poll({ ...game, ...later(game, -3 * hourMs) });
    expect([await copies(), await isShown()]).toEqual([false, false]);
    await world.poll(game);
    expect(await copies()).toBe(true);
  });

  test('on a game that is postponed, and takes bets again on another day', async () => {
    await world.poll({ ...game, status: 'postponed', statusWord: 'STATUS_POSTPONED' });
    expect([await copies(), await isShown()]).toEqual([false, false]);
    const moved = { ...game, ...later(game, 40 * hourMs) };
    await world.poll(moved);
    await world.poll(moved);
    expect(await copies()).toBe(true);
  });

  test('on a match that is delayed past its start, and may still be postponed', async () => {
    const delayed = { ...live(game, 0, 0), awaitsFirstPlay: true };
    await world.poll(delayed);
    await world.database.pool.query("update games set starts_at = now() - interval '1 second' where id = $1", [
      game.id,
    ]);
    expect([await copies(), await isShown()]).toEqual([false, false]);
  });

  test('but it shows those on a game that has begun, and on one that has a result', async () => {
    await world.poll(live(game));
    expect([await copies(), await isShown()]).toEqual([false, true]);
    game = other;
    expect(await isShown()).toBe(false);
    const byAnother = { gameId: game.id, outcome: { isVoid: true }, reason: 'Fog', setById: null } as const;
    await setResult(world.database, byAnother, 0);
    expect(await isShown()).toBe(true);
  });
});

test('a reason is required', async () => {
  await world.poll(live(game));
  const shown = await preview(nothing);
  for (const reason of ['', '  ', 'x'.repeat(301)]) expect((await set(nothing, shown, reason)).status).toBe(400);
  expect((await preview(nothing)).rev).toBe(0);
});

test('a final game is found by a team or by its id, and waits if the feed disputes its result', async () => {
  await world.finish(final(game, 24, 27));
  const find = async (words?: string) =>
    (await ada.call(findAdminGames, { params: { words } })).reply.map((found) => found.game.id);
  expect(await find()).toContain(game.id);
  expect(await find(game.id)).toEqual([game.id]);
  expect(await find(game.home.name.toUpperCase())).toContain(game.id);
  expect(await find('no such team')).toEqual([]);

  await ingest(world.database, 'NFL', answerOf([final(game, 0, 0)]), new Date());
  const { reply } = await ada.call(waitingGames);
  expect(reply.find((one) => one.game.id === game.id)).toMatchObject({
    waits: { why: 'unconfirmed' },
    result: { home: 24, away: 27, source: 'feed' },
    correction: { home: 0, away: 0 },
  });
});
