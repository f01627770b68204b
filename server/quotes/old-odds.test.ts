import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveManualOdds } from '#shared/api/admin.ts';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { slateCalls } from '#shared/api/games.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { aBet, aGame, aLeg, aParlay } from '../testing/games.ts';
import { expectLedgerBalances, ledgerCounts } from '../testing/ledger-asserts.ts';
import { anAdmin } from '../testing/manual-odds.ts';
import { aFeed, down, pullJobs } from '../testing/pull-jobs.ts';
import { testWorld, type World } from '../testing/world.ts';

const minute = 60_000;

let world: World;
const { pull, poll } = pullJobs(() => ({ world, log: [] }));

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(() => world.clear());
afterAll(() => world.drop());

/** Sets the clock of polls and pages that many minutes before the clock of the database, which judges bets. */
function goBack(minutes: number): void {
  world.clock.now = new Date(Date.now() - minutes * minute);
}

async function shown({ id }: FeedGame) {
  const { reply } = await world.visitor().call(slateCalls.NFL.games, { params: { week: '12', season: '2026' } });
  return reply.find((game) => game.id === id);
}

/** A slate is due every five minutes: odds close 20 minutes after the last one. */
async function pulledOnce(minutesAgo: number, ...games: FeedGame[]) {
  const feed = aFeed();
  feed.says = () => answerOf(games);
  goBack(minutesAgo);
  const job = pull(feed);
  await poll(job);
  return { feed, job };
}

test('odds close once their feed has not answered for ten minutes and two intervals of its slate', async () => {
  const [game, other] = [aGame(), aGame()];
  const { feed, job } = await pulledOnce(22, game, other);
  const player = await world.signUp();
  goBack(0);
  const league = await world.league(player);
  const before = await ledgerCounts(world.database.db);
  goBack(21);
  feed.says = down();
  await poll(job, 41);

  const single = await player.call(placeBet, { body: aBet(league, game, '100') });
  expect([single.status, single.refusal]).toEqual([
    409,
    {
      code: 'price-moved',
      message: 'Waiting For Odds Makers (KC @ BUF)',
      current: [{ gameId: game.id, betType: 'spread', betSide: 'home', odds: null, line: null }],
    },
  ]);
  const body = aParlay(league, '100', [aLeg(game), aLeg(other)]);
  expect((await player.call(placeParlay, { body })).refusal).toMatchObject({
    message: expect.stringMatching(/^Waiting For Odds Makers \(.+ @ .+, .+ @ .+\)$/),
  });
  expect(await ledgerCounts(world.database.db)).toEqual(before);
  goBack(0);
  expect(await shown(game)).toMatchObject({ spreadHome: null, moneylineHome: null, overOdds: null, quoteSource: null });

  feed.says = () => answerOf([game, other]);
  await poll(job, 40);
  expect(await shown(game)).toMatchObject({ spreadHome: -3.5, quoteSource: 'feed' });
  expect((await player.call(placeBet, { body: aBet(league, game, '100') })).status).toBe(201);
  await expectLedgerBalances(world.database.db);
});

test('odds of a feed that answered less than 20 minutes ago are taken, and the slate says when they close', async () => {
  const game = aGame();
  await pulledOnce(19, game);
  const pulledAt = world.clock.now;
  goBack(0);
  const player = await world.signUp();
  const league = await world.league(player);
  expect(await shown(game)).toMatchObject({
    spreadHome: -3.5,
    oddsCloseAt: new Date(pulledAt.getTime() + 20 * minute).toISOString(),
  });
  expect((await player.call(placeBet, { body: aBet(league, game, '100') })).status).toBe(201);
});

test('odds of an admin stay open, however long the feed is silent', async () => {
  const game = aGame();
  await pulledOnce(120, game);
  goBack(0);
  const admin = await anAdmin(world, 'Ada');
  const league = await world.league(admin);
  const odds = [{ gameId: game.id, spreadHome: '-7', spreadHomeOdds: -105, spreadAwayOdds: -105 }];
  await admin.call(saveManualOdds, { body: { odds } });
  expect(await shown(game)).toMatchObject({ spreadHome: -7, quoteSource: 'manual', oddsCloseAt: null });
  const body = { ...aBet(league, game, '100'), line: '-7', odds: -105 };
  expect((await admin.call(placeBet, { body })).status).toBe(201);
});

test('a silent feed closes neither the odds of another sport nor those of another feed', async () => {
  const [game, foreign] = [aGame(), aGame({ id: 'season:nfl-60-1-7' })];
  const baseball = aGame({ sport: 'MLB' });
  await world.poll(foreign, baseball);
  await pulledOnce(120, game);
  goBack(0);
  const player = await world.signUp();
  const league = await world.league(player);
  for (const [one, status] of [
    [game, 409],
    [foreign, 201],
    [baseball, 201],
  ] as const) {
    expect((await player.call(placeBet, { body: aBet(league, one, '10') })).status).toBe(status);
  }
});

test('a slate that ends a silence reaches cached lists at once, and lists tell of later slates halfway to the end', async () => {
  const game = aGame({ startsAt: new Date(Date.now() + 30 * minute) });
  const feed = aFeed();
  feed.says = () => answerOf([game]);
  const job = pull(feed);
  goBack(30);
  await poll(job);
  goBack(5);
  expect(await shown(game)).toMatchObject({ quoteSource: null });
  await poll(job);
  const first = new Date(world.clock.now.getTime() + 20 * minute);
  expect(await shown(game)).toMatchObject({ quoteSource: 'feed', oddsCloseAt: first.toISOString() });
  await poll(job, 10);
  world.clock.now = new Date(world.clock.now.getTime() + 6 * minute);
  expect(await shown(game)).toMatchObject({ oddsCloseAt: new Date(first.getTime() + 5 * minute).toISOString() });
});
