import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { type Group, leaderboard, updateGroup } from '#shared/api/groups.ts';
import { leagueIfEnded } from '#shared/api/if-ended.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { settleGames } from '../settlement/settle.ts';
import { aBet, aLeg, final, live } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { endLeague, fillLeague, removeFrom } from '../testing/leagues.ts';
import { parlay } from '../testing/tickets.ts';
import type { Player, World } from '../testing/world.ts';
import { finalizeLeagues } from './standings.ts';

let world: World;
let league: Group;
let [ann, bob, cleo] = [] as unknown as [Player, Player, Player];

leagueBeforeEach(
  async (made) => {
    ({ world, player: ann, league } = made);
    bob = await world.member(league, 'Bob');
    cleo = await world.member(league, 'Cleo');
  },
  { firstName: 'Ann' },
);

const path = ({ id }: Group) => `/api/groups/${id}/now`;
const textFor = async (player: Player, of = league) => (await player.raw('GET', path(of))).text();
const rowsFor = async (player: Player, of = league) =>
  (await player.call(leagueIfEnded, { params: { id: of.id } })).reply.rows;
/** The names, ranks and balances in whole Ching, best first. */
const tableFor = async (player: Player, of = league) =>
  (await rowsFor(player, of)).map(({ name, rank, balance }) => [name, rank, Math.floor(balance / 100)]);
const bet = (player: Player, game: FeedGame, amount: string, side: 'home' | 'away' = 'home', of = league) =>
  player.call(placeBet, { body: aBet(of, game, amount, 'moneyline', side) });
const settle = () => settleGames(world.database, new Date(world.clock.now.getTime() + 24 * 3_600_000), 0);

/** A league of the same three that reveals bets once their games start. */
async function openLeague(): Promise<Group> {
  const open = await world.league(ann, { reveal: 'started' });
  await world.join(bob, open);
  await world.join(cleo, open);
  return open;
}

describe('if it ended now', () => {
  test('the table turns with the score, with ties of rank, and says where everybody stands', async () => {
    const open = await openLeague();
    const game = await world.addGame();
    await bet(ann, game, '100', 'home', open);
    await bet(bob, game, '100', 'away', open);
    const before = [
      ['Ann', 1, 1_000],
      ['Bob', 1, 1_000],
      ['Cleo', 1, 1_000],
    ];
    expect(await tableFor(cleo, open)).toEqual(before);
    await world.poll(live(game, 7, 0));
    const turned = [
      ['Ann', 1, 1_055],
      ['Cleo', 2, 1_000],
      ['Bob', 3, 900],
    ];
    expect(await tableFor(cleo, open)).toEqual(turned);
    await world.poll(live(game, 7, 14));
    expect(await tableFor(cleo, open)).toEqual([
      ['Bob', 1, 1_152],
      ['Cleo', 2, 1_000],
      ['Ann', 3, 900],
    ]);
    await world.poll(live(game, 14, 14));
    expect(await tableFor(cleo, open)).toEqual(before);
    for (const { before: place } of await rowsFor(bob, open)) expect(place).toEqual({ rank: 1, balance: 100_000 });
  });

  test('a parlay is lost by one leg, and open while one of its games has not begun', async () => {
    const [first, second] = [await world.addGame(), await world.addGame()];
    await parlay(ann, league, aLeg(first, 'moneyline'), aLeg(second, 'moneyline'));
    await world.poll(live(first, 7, 0));
    expect((await tableFor(ann))[0]).toEqual(['Ann', 1, 1_000]);
    await world.poll(live(first, 0, 7));
    expect((await tableFor(ann)).at(-1)).toEqual(['Ann', 3, 990]);
    await world.poll(live(first, 7, 0), live(second, 7, 0));
    expect((await tableFor(ann))[0]).toEqual(['Ann', 1, 1_014]);
  });

  test('a bet that was placed after the real start counts as void', async () => {
    const game = await world.addGame();
    await bet(ann, game, '100');
    await world.poll(live(game, 0, 7));
    expect((await tableFor(ann)).at(-1)).toEqual(['Ann', 3, 900]);
    await world.database.db.execute(sql`update games set starts_at = now() - interval '1 hour' where id = ${game.id}`);
    expect(await tableFor(ann)).toEqual([
      ['Ann', 1, 1_000],
      ['Bob', 1, 1_000],
      ['Cleo', 1, 1_000],
    ]);
  });

  test('the result in force counts until a correction is confirmed', async () => {
    const game = await world.addGame();
    await bet(ann, game, '100');
    await world.confirm(final(game, 30, 0));
    await world.poll(final(game, 0, 30));
    expect((await tableFor(ann))[0]).toEqual(['Ann', 1, 1_055]);
    await settle();
    expect((await tableFor(ann))[0]).toEqual(['Ann', 1, 1_055]);
  });

  test('between final and settled no answer is without the bet', async () => {
    const game = await world.addGame();
    for (const player of [ann, bob]) await bet(player, game, '100');
    await world.confirm(final(game, 30, 0));
    const expected = (await rowsFor(ann)).find(({ name }) => name === 'Ann')?.balance;
    expect(expected).toBeGreaterThan(100_000);
    const seen: (number | undefined)[] = [];
    let isSettled = false;
    const settling = settle().finally(() => {
      isSettled = true;
    });
    do seen.push((await rowsFor(ann)).find(({ name }) => name === 'Ann')?.balance);
    while (!isSettled);
    await settling;
    expect(new Set(seen)).toEqual(new Set([expected]));
    expect((await rowsFor(ann)).map(({ before, balance }) => before.balance - balance)).toEqual([0, 0, 0]);
  });

  test('a final league has its frozen standings', async () => {
    const game = await world.addGame();
    await bet(ann, game, '100');
    await world.finish(final(game, 0, 30));
    await endLeague(world.database.db, league);
    await finalizeLeagues(world.database);
    await removeFrom(world.database.db, league, cleo);
    const { reply } = await bob.call(leaderboard, { params: { id: league.id } });
    expect((await rowsFor(bob)).map(({ userId, rank, balance }) => [userId, rank, balance])).toEqual(
      reply.map(({ user, rank, balance }) => [user.id, rank, balance]),
    );
  });

  test('of more than 200 members shows the first 200 and the caller', async () => {
    await fillLeague(world.database.db, league, 300);
    const game = await world.addGame();
    await bet(cleo, game, '100');
    await world.poll(live(game, 0, 7));
    const { reply } = await cleo.call(leagueIfEnded, { params: { id: league.id } });
    expect([reply.members, reply.rows.length, reply.rows.at(-1)?.name, reply.rows.at(-1)?.rank]).toEqual([
      303,
      201,
      'Cleo',
      303,
    ]);
    expect((await rowsFor(ann)).length).toBe(200);
  });
});

describe('what it tells of bets that the viewer may not see', () => {
  test('nothing: until they are settled the answer is the same to the byte, with them and without', async () => {
    const [game, other] = [await world.addGame(), await world.addGame()];
    await bet(ann, game, '50');
    await bet(cleo, game, '20', 'away');
    await world.poll(live(game, 7, 0));
    const owner = await textFor(ann);
    const member = await textFor(cleo);
    expect(owner).not.toBe(member); // each sees the own bet
    await bet(bob, other, '300');
    expect([await textFor(ann), await textFor(cleo)]).toEqual([owner, member]);
    for (const [home, away] of [
      [7, 0],
      [0, 7],
      [7, 7],
    ] as const) {
      await world.poll(live(other, home, away));
      expect([await textFor(ann), await textFor(cleo)]).toEqual([owner, member]);
    }
    await world.poll(final(other, 30, 0));
    expect([await textFor(ann), await textFor(cleo)]).toEqual([owner, member]);
    expect(await textFor(bob)).not.toContain('"balance":"1000.00"},"before"');
    await world.poll(final(other, 30, 0));
    await settle();
    expect(await textFor(cleo)).not.toBe(member);
  });

  test('where bets show from the start, nothing of those whose games have not begun', async () => {
    const open = await openLeague();
    const [begun, later] = [await world.addGame(), await world.addGame()];
    await bet(ann, begun, '50', 'home', open);
    await world.poll(live(begun, 7, 0));
    const seen = await textFor(cleo, open);
    await bet(bob, later, '300', 'home', open);
    expect(await textFor(cleo, open)).toBe(seen);
    // Called off before its start: its owner may see that the bet is void, others may not see the bet.
    await world.poll({ ...later, status: 'canceled', statusWord: 'STATUS_CANCELED', quote: null });
    expect(await textFor(cleo, open)).toBe(seen);
  });

  test('a hidden leg of a parlay counts as open for others, also if it is void already', async () => {
    const open = await openLeague();
    const [begun, off] = [await world.addGame(), await world.addGame()];
    await parlay(bob, open, aLeg(begun, 'moneyline'), aLeg(off, 'moneyline'));
    await world.poll(live(begun, 7, 0));
    await world.finish({ ...off, status: 'canceled', statusWord: 'STATUS_CANCELED', quote: null });
    expect(await tableFor(bob, open)).toContainEqual(['Bob', 1, 1_005]);
    expect(await tableFor(cleo, open)).toContainEqual(['Bob', 1, 1_000]);
    await world.poll(live(begun, 0, 7));
    expect(await tableFor(cleo, open)).toContainEqual(['Bob', 3, 990]);
  });

  test('a league that hides its bets again hides them here at once', async () => {
    const open = await openLeague();
    const game = await world.addGame();
    await bet(bob, game, '100', 'home', open);
    await world.poll(live(game, 7, 0));
    expect(await tableFor(cleo, open)).toContainEqual(['Bob', 1, 1_055]);
    await ann.call(updateGroup, { params: { id: open.id }, body: { reveal: 'settled' } });
    expect(await tableFor(cleo, open)).toContainEqual(['Bob', 1, 1_000]);
    expect(await tableFor(bob, open)).toContainEqual(['Bob', 1, 1_055]);
    await ann.call(updateGroup, { params: { id: open.id }, body: { reveal: 'started' } });
    expect(await tableFor(cleo, open)).toContainEqual(['Bob', 1, 1_055]);
  });

  test('who is no member, or no more, is refused as for a league that does not exist', async () => {
    const outsider = await world.signUp();
    await removeFrom(world.database.db, league, bob);
    for (const player of [outsider, bob]) {
      const { status, refusal } = await player.call(leagueIfEnded, { params: { id: league.id } });
      expect([status, refusal?.code]).toEqual([404, 'league-not-found']);
    }
    expect((await tableFor(ann)).map(([name]) => name)).toEqual(['Ann', 'Cleo']);
  });
});
