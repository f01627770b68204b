/*
 * Proves on a real Postgres that the slip's consequence is what settling then does, and that bets which the viewer may
 * not see leave no trace in it. fast-check draws a league of five and the viewer's tickets. The test reads the standings
 * as the slip does, places the tickets, grades some legs, then all others, and compares.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, leaderboard } from '#shared/api/groups.ts';
import { consequenceOf, newTicket } from '#shared/domain/consequence.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { aPrice, withOdds } from '#shared/testing/examples.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { anyPick, scoresOfEveryGrade } from '../testing/arbitrary-bets.ts';
import { aGame, aLeg, aParlay, final, plainQuote } from '../testing/games.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { type Outcome, outcomeOf } from '../testing/reference-model.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let viewer: Player;
let others: Player[];

beforeAll(async () => {
  world = await testWorld();
  viewer = await world.signUp();
  others = [await world.signUp(), await world.signUp(), await world.signUp(), await world.signUp()];
});
afterAll(() => world.drop());

/** A leg, and its grade while the rest of its ticket is open; null if it is open itself. */
const leg = fc.record({ pick: anyPick, early: fc.constantFrom(null, 'won' as const, 'push' as const) });
const ticket = fc.record({
  ching: fc.integer({ min: 1, max: 300 }),
  legs: fc
    .array(leg, { minLength: 1, maxLength: 3 })
    .map((legs) => legs.map((one, at) => (at === 0 ? { ...one, early: null } : one))),
});
/** The side and stake that each of the others bet on a game that is over; equal bets lead to equal ranks. */
const pasts = fc.array(fc.constantFrom(['home', '50'], ['home', '400'], ['away', '50'], ['away', '400']), {
  minLength: 4,
  maxLength: 4,
}) as fc.Arbitrary<['home' | 'away', string][]>;
const story = fc.record({
  pasts,
  tickets: fc.array(ticket, { minLength: 1, maxLength: 3 }),
  hidden: fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 4, maxLength: 4 }),
  end: fc.constantFrom('wins' as const, 'loses' as const, 'returned' as const, 'called off' as const),
});
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;

const quote = withOdds(plainQuote, { spreadHome: -3, spreadAway: 3, totalPoints: 43 });
const ends = {
  wins: { outcome: 'won', place: 'wins' },
  loses: { outcome: 'lost', place: 'loses' },
  returned: { outcome: 'push', place: 'returned' },
  'called off': { outcome: 'void', place: 'returned' },
} as const;

/** The game once it is over, in a way that gives the leg this outcome. */
function ended(
  game: FeedGame,
  [market, side]: typeof anyPick extends fc.Arbitrary<infer P> ? P : never,
  wanted: Outcome,
) {
  if (wanted === 'void') return { ...game, status: 'canceled' as const, statusWord: 'STATUS_CANCELED' };
  const sent = aLeg(game, market, side);
  const placed = { sport: 'NBA', gameId: game.id, market, side, line: Number(sent.line), price: sent.odds } as const;
  const score = scoresOfEveryGrade.find((one) => outcomeOf(placed, one) === wanted);
  if (!score) throw new Error(`no score makes ${market} ${side} ${wanted}`);
  return final(game, score.home, score.away);
}

/** The standings as this member's slip reads them. */
async function standingsFor(player: Player, league: Group) {
  const { reply } = await player.call(leaderboard, { params: { id: league.id } });
  return reply.map(({ user, balance }) => ({ userId: user.id, total: balance }));
}

async function bet(player: Player, league: Group, legs: ReturnType<typeof aLeg>[], amount: string): Promise<void> {
  const [single] = legs;
  const { status } =
    legs.length === 1 && single
      ? await player.call(placeBet, { body: { ...single, groupId: league.id, amount, potentialPayout: '0' } })
      : await player.call(placeParlay, { body: aParlay(league, amount, legs) });
  expect(status).toBe(201);
}

async function play({ pasts: before, tickets, hidden, end }: Story): Promise<void> {
  const league = await world.league(viewer);
  for (const other of others) await world.join(other, league);
  const past = aGame({ sport: 'NBA', quote });
  const unseen = aGame({ sport: 'NBA', quote });
  const own = tickets.map(({ ching, legs }) => ({
    ching,
    legs: legs.map((one) => ({ ...one, game: aGame({ sport: 'NBA', quote }) })),
  }));
  const legs = own.flatMap((one) => one.legs);
  await world.poll(past, unseen, ...legs.map(({ game }) => game));
  for (const [at, [side, amount]] of before.entries()) {
    const other = others[at];
    if (other) await bet(other, league, [aLeg(past, 'moneyline', side)], amount);
  }
  await world.finish(final(past, 24, 20));

  const seen = await standingsFor(viewer, league);
  const onSlip = own.map((one) =>
    newTicket(
      fromWhole(one.ching),
      one.legs.map(({ game, pick: [market, side] }) => aPrice(aLeg(game, market, side).odds)),
    ),
  );
  const shown = consequenceOf(seen, viewer.user.id, onSlip);
  for (const one of own) {
    const sent = one.legs.map(({ game, pick: [market, side] }) => aLeg(game, market, side));
    await bet(viewer, league, sent, String(one.ching));
  }
  for (const [at, ching] of hidden.entries()) {
    const other = others[at];
    if (other) await bet(other, league, [aLeg(unseen, 'spread', 'away')], String(ching));
  }
  for (const player of [viewer, ...others]) expect(await standingsFor(player, league)).toEqual(seen);

  const early = legs.flatMap(({ game, pick: picked, early: grade }) => (grade ? [ended(game, picked, grade)] : []));
  if (early.length > 0) await world.finish(...early);
  const inPart = own.map((one, at) => ({
    stake: fromWhole(one.ching),
    legs: one.legs.map(({ early: grade }, index) => {
      const placed = onSlip[at]?.legs[index];
      if (!placed) throw new Error('a leg is missing');
      return { ...placed, grade };
    }),
  }));
  const expected = consequenceOf(await standingsFor(viewer, league), viewer.user.id, inPart);
  if (early.length === 0) expect(expected).toEqual(shown);

  const open = legs.filter(({ early: grade }) => grade === null);
  await world.finish(...open.map(({ game, pick: picked }) => ended(game, picked, ends[end].outcome)));
  const { reply } = await viewer.call(leaderboard, { params: { id: league.id } });
  const row = reply.find(({ user }) => user.id === viewer.user.id);
  expect({ total: row?.balance, rank: row?.rank, pending: row?.pending }).toEqual({
    ...expected?.[ends[end].place],
    pending: 0,
  });
}

test('the consequence on the slip is the balance and the rank that settling leads to', {
  timeout: 240_000,
}, async () => {
  await fc.assert(fc.asyncProperty(story, play), {
    numRuns: 24,
    interruptAfterTimeLimit: 200_000, // limits shrinking too
    markInterruptAsFailure: true,
  });
  await expectLedgerBalances(world.database.db);
});
