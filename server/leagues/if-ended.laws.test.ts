/*
 * Proves on a real Postgres that 'if it ended now' at the final whistle is the standings after settlement, to the
 * hundredth. fast-check draws a league of three, its tickets and the ends of five games. The test reads it once the last
 * game is over, once the results are confirmed, and after settling, and compares all with the leaderboard.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Group, leaderboard } from '#shared/api/groups.ts';
import { leagueIfEnded } from '#shared/api/if-ended.ts';
import { withOdds } from '#shared/testing/examples.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { settleGames } from '../settlement/settle.ts';
import { anyPick, scoresOfEveryGrade } from '../testing/arbitrary-bets.ts';
import { aGame, aLeg, final, live, plainQuote } from '../testing/games.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { parlay, single } from '../testing/tickets.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let players: [Player, Player, Player];

beforeAll(async () => {
  world = await testWorld();
  players = [await world.signUp(), await world.signUp(), await world.signUp()];
});
afterAll(() => world.drop());

const quote = withOdds(plainQuote, { spreadHome: -3, spreadAway: 3, totalPoints: 43 });
/** In soccer the drawn leg is on the winner: it offers no other market. */
const sports = ['NFL', 'MLB', 'NBA', 'Hockey', 'Soccer'] as const;

const end = fc.record({
  score: fc.constantFrom(...scoresOfEveryGrade),
  /** Called early counts in baseball alone; 'after 90' has further goals that do not count. */
  how: fc.constantFrom('full', 'full', 'called early', 'after 90', 'canceled'),
});
type End = typeof end extends fc.Arbitrary<infer E> ? E : never;
const ticket = fc.record({
  owner: fc.nat(2),
  legs: fc.uniqueArray(fc.record({ game: fc.nat(sports.length - 1), pick: anyPick }), {
    selector: ({ game }) => game,
    minLength: 1,
    maxLength: 3,
  }),
});
const story = fc.record({
  reveal: fc.constantFrom('started' as const, 'settled' as const),
  ends: fc.array(end, { minLength: sports.length, maxLength: sports.length }),
  tickets: fc.array(ticket, { minLength: 1, maxLength: 6 }),
});
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;

function ended(game: FeedGame, { score: { home, away }, how }: End): FeedGame {
  if (how === 'canceled') return { ...live(game), status: 'canceled', statusWord: 'STATUS_CANCELED' };
  if (how === 'called early') return final(game, home, away, game.sport === 'MLB' ? { halfInnings: 8 } : {});
  if (how === 'after 90' && game.sport === 'Soccer') return final(game, home, away, { homeScore: home + 9 });
  return final(game, home, away);
}

function legOn(game: FeedGame, [market, side]: typeof anyPick extends fc.Arbitrary<infer P> ? P : never) {
  if (game.sport === 'Soccer') return aLeg(game, 'moneyline', side === 'home' || side === 'away' ? side : 'draw');
  return aLeg(game, market, side);
}

const ifEnded = async (player: Player, { id }: Group) =>
  (await player.call(leagueIfEnded, { params: { id } })).reply.rows.map(({ userId, rank, balance }) => ({
    userId,
    rank,
    balance,
  }));
const standings = async (player: Player, { id }: Group) =>
  (await player.call(leaderboard, { params: { id } })).reply.map(({ user, rank, balance }) => ({
    userId: user.id,
    rank,
    balance,
  }));

async function play({ reveal, ends, tickets }: Story): Promise<void> {
  const [owner, ...others] = players;
  const league = await world.league(owner, { reveal });
  for (const other of others) await world.join(other, league);
  const games = sports.map((sport) => aGame(sport === 'Soccer' ? { sport } : { sport, quote }));
  await world.poll(...games);
  for (const { owner: at, legs } of tickets) {
    const player = players[at] ?? owner;
    const sent = legs.flatMap(({ game, pick }) => (games[game] ? [legOn(games[game], pick)] : []));
    const [only] = legs;
    const on = only && games[only.game];
    const leg = sent[0];
    if (sent.length === 1 && on && leg) await single(player, league, on, leg.betType, leg.betSide);
    else await parlay(player, league, ...sent);
  }
  const before = await standings(owner, league);
  for (const player of players) expect(await ifEnded(player, league)).toEqual(before); // nothing has begun

  await world.poll(...games.map((game) => live(game, 3, 0)));
  const over = games.map((game, at) => (ends[at] ? ended(game, ends[at]) : game));
  await world.poll(...over);
  const atTheEnd = await Promise.all(players.map((player) => ifEnded(player, league)));
  await world.poll(...over); // confirms the results
  expect(await Promise.all(players.map((player) => ifEnded(player, league)))).toEqual(atTheEnd);
  await settleGames(world.database, new Date(world.clock.now.getTime() + 24 * 3_600_000), 0);
  const after = await standings(owner, league);
  for (const [at, player] of players.entries()) {
    const own = ({ userId }: { userId: string }) => userId === player.user.id;
    if (reveal === 'started') expect(atTheEnd[at]).toEqual(after);
    else expect(atTheEnd[at]?.find(own)?.balance).toBe(after.find(own)?.balance);
    expect(await ifEnded(player, league)).toEqual(after);
  }
}

test('at the final whistle it is the standings that settling leads to', { timeout: 240_000 }, async () => {
  await fc.assert(fc.asyncProperty(story, play), {
    numRuns: 24,
    interruptAfterTimeLimit: 200_000, // limits shrinking too
    markInterruptAsFailure: true,
  });
  await expectLedgerBalances(world.database.db);
});
