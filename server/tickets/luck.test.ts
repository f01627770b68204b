import { expect, test } from 'vitest';
import { saveManualOdds } from '#shared/api/admin.ts';
import { placeBet } from '#shared/api/bets.ts';
import { type Group, leaderboard } from '#shared/api/groups.ts';
import { memberLuck } from '#shared/api/luck.ts';
import { withOdds } from '#shared/testing/examples.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { insertClosingQuotes } from '../quotes/closing-store.ts';
import { aBet, aLeg, final, live, plainQuote } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { anAdmin } from '../testing/manual-odds.ts';
import { replacing, swapped } from '../testing/scripted-feed.ts';
import { parlay, single } from '../testing/tickets.ts';
import type { Player, World } from '../testing/world.ts';

let world: World;
let league: Group;
let [ann, bob] = [] as unknown as [Player, Player];

leagueBeforeEach(
  async (made) => {
    ({ world, player: ann, league } = made);
    bob = await world.member(league, 'Bob');
  },
  { firstName: 'Ann' },
);

const luckOf = (viewer: Player, { user }: Player, where?: Group) =>
  viewer.call(memberLuck, { params: { userId: user.id, ...(where && { groupId: where.id }) } });

async function addGames(count: number): Promise<FeedGame[]> {
  const games: FeedGame[] = [];
  for (let number = 0; number < count; number += 1) games.push(await world.addGame());
  return games;
}

/** Ends the games by these scores and stores their closing quotes. */
async function end(games: readonly FeedGame[], home: number, away: number): Promise<void> {
  // After earlier polls, and the odds of admins, which have the time of the database.
  world.clock.now = new Date(Math.max(world.clock.now.getTime(), Date.now()) + 1_000);
  await world.finish(...games.map((game) => final(game, home, away)));
  await insertClosingQuotes(world.database.db, new Date(0), 200);
}

test('luck is what the closing odds say of the bets, and its net is that of the standings', async () => {
  const games = await addGames(20);
  for (const game of games) await single(ann, league, game, 'moneyline', 'home'); // 10 Ching at -180 each
  const favored = withOdds(plainQuote, { moneylineHome: -300, moneylineAway: 250 });
  await world.poll(...games.slice(0, 12).map((game) => ({ ...game, quote: favored })));
  expect((await luckOf(ann, ann)).reply).toMatchObject({ legs: 0, edge: null, outcome: null });
  await end(games, 30, 0);

  const { reply } = await luckOf(bob, ann, league);
  const factor = 1 + 100 / 180;
  const chances = { moved: 0.75 / (0.75 + 1 / 3.5), stayed: 1 / factor / (1 / factor + 1 / 2.52) };
  const meanEdge = (factor * (12 * chances.moved + 8 * chances.stayed)) / 20 - 1;
  const variance = (chance: number) => (1_000 * factor) ** 2 * chance * (1 - chance);
  expect(reply).toEqual({
    leagues: 1,
    legs: 20,
    beat: 12,
    edge: Math.round(1_000 * meanEdge) / 10,
    returned: 0,
    leftOut: { manual: 0, old: 0, moved: 0, missing: 0 },
    legsInNet: 20,
    outcome: {
      tickets: 20,
      net: 20 * 556,
      expected: Math.round(20 * 1_000 * meanEdge),
      error: Math.round(Math.sqrt(12 * variance(chances.moved) + 8 * variance(chances.stayed))),
      isBeyondLuck: true,
    },
  });
  const standings = (await bob.call(leaderboard, { params: { id: league.id } })).reply;
  expect(standings.find(({ user }) => user.id === ann.user.id)?.profit).toBe(20 * 556);
});

test('odds of an admin, other lines and void games are counted and left out, with the parlays that have them', async () => {
  const admin = await anAdmin(world, 'Ada');
  const [plain, byHand, moved, off] = await addGames(4);
  if (!plain || !byHand || !moved || !off) throw new Error('four games are expected');
  for (const game of [plain, byHand, moved, off]) await single(ann, league, game, 'spread', 'home');
  await parlay(ann, league, aLeg(plain, 'total', 'over'), aLeg(byHand, 'total', 'over'));
  const odds = [{ gameId: byHand.id, spreadHome: '-3.5', spreadHomeOdds: -105, spreadAwayOdds: -105 }];
  await admin.call(saveManualOdds, { body: { odds } });
  await world.poll({ ...moved, quote: withOdds(plainQuote, { spreadHome: -4.5, spreadAway: 4.5 }) });
  await world.finish({ ...off, status: 'canceled', statusWord: 'STATUS_CANCELED' });
  await end([plain, byHand, moved], 30, 0);
  expect((await luckOf(ann, ann)).reply).toMatchObject({
    legs: 2,
    returned: 1,
    // Without the admin's total there is no closing total.
    leftOut: { manual: 1, old: 0, moved: 1, missing: 1 },
    outcome: null,
  });
});

test('a hedge of every game leaves nothing to luck, and is no failure', async () => {
  const games = (await addGames(10)).map((game) => ({
    ...game,
    quote: withOdds(plainQuote, { moneylineHome: -150, moneylineAway: 150 }),
  }));
  await world.poll(...games);
  for (const game of games) {
    await ann.call(placeBet, { body: aBet(league, game, '33', 'moneyline', 'home') });
    await ann.call(placeBet, { body: aBet(league, game, '22', 'moneyline', 'away') });
  }
  await end(games, 30, 0);
  expect((await luckOf(ann, ann)).reply?.outcome).toMatchObject({ tickets: 20, net: 0, error: 0, isBeyondLuck: false });
});

test('a lost parlay waits for its other games, as a won one does', async () => {
  const [over, open] = await addGames(2);
  if (!over || !open) throw new Error('two games are expected');
  await parlay(ann, league, aLeg(over, 'moneyline', 'away'), aLeg(open, 'moneyline', 'home'));
  await end([over], 30, 0);
  expect((await luckOf(ann, ann)).reply).toMatchObject({ legs: 0, leftOut: { missing: 0 } });
  await end([open], 30, 0);
  expect((await luckOf(ann, ann)).reply).toMatchObject({ legs: 2, legsInNet: 2, leftOut: { missing: 0 } });
});

test('bets are compared with the odds of their own teams at their own sides', async () => {
  const games = await addGames(3);
  const [after, twice, replaced] = games;
  if (!after || !twice || !replaced) throw new Error('three games are expected');
  await single(ann, league, after, 'moneyline', 'home');
  await single(ann, league, twice, 'moneyline', 'home');
  await world.poll(after, swapped(twice), replaced);
  const begun = [live(after), live(swapped(twice)), live(replaced)];
  world.clock.now = new Date(Date.now() + 1_000);
  await world.poll(...begun);
  await insertClosingQuotes(world.database.db, new Date(0), 200);
  const next = replacing(replaced);
  for (const seconds of [2, 3, 4]) {
    world.clock.now = new Date(Date.now() + seconds * 1_000);
    await world.poll(live(swapped(after)), next);
  }
  await single(ann, league, next, 'moneyline', 'home');
  await end([after, twice, next], 30, 0);
  // All but the third, now another match, were swapped and back: the first after its lock, the second before it.
  expect((await luckOf(ann, ann)).reply).toMatchObject({ legs: 1, leftOut: { missing: 2 } });
});

test('open bets change nothing that anybody sees', async () => {
  const [past, next] = await addGames(2);
  if (!past || !next) throw new Error('two games are expected');
  await single(ann, league, past, 'moneyline', 'home');
  await end([past], 30, 0);
  const before = [(await luckOf(bob, ann)).reply, (await luckOf(ann, ann)).reply];
  expect(before).toMatchObject([{ legs: 1 }, { legs: 1 }]);
  await single(ann, league, next, 'spread', 'home');
  expect([(await luckOf(bob, ann)).reply, (await luckOf(ann, ann)).reply]).toEqual(before);
});

test('others see it of the leagues that both are in, and nobody else does', async () => {
  const own = await world.league(ann, { name: 'Own' });
  const [game] = await addGames(1);
  if (!game) throw new Error('a game is expected');
  for (const where of [league, own]) await single(ann, where, game, 'moneyline', 'home');
  await end([game], 0, 30);
  expect((await luckOf(ann, ann)).reply).toMatchObject({ leagues: 2, legs: 2 });
  expect((await luckOf(bob, ann)).reply).toMatchObject({ leagues: 1, legs: 1 });
  expect((await luckOf(bob, ann, own)).refusal?.code).toBe('league-not-found');
  expect((await luckOf(await world.signUp('Otto'), ann)).refusal?.code).toBe('member-not-found');
});
