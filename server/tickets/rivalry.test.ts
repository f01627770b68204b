import { expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, joinGroup, listGroups, removeMember } from '#shared/api/groups.ts';
import { playAgain } from '#shared/api/seasons.ts';
import { memberRivalry, memberShelf } from '#shared/api/shelf.ts';
import type { Market, Side } from '#shared/domain/side.ts';
import { aBet, aLeg, aParlay, final } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { endForGood } from '../testing/standings.ts';
import type { Player, World } from '../testing/world.ts';

let world: World;
let ann: Player;
let bob: Player;
let first: Group;

leagueBeforeEach(
  async (made) => {
    ({ world, player: ann, league: first } = made);
    bob = await world.member(first, 'Bob');
  },
  { firstName: 'Ann' },
);

const bet = (player: Player, league: Group, game: Parameters<typeof aBet>[1], side: Side, market: Market = 'spread') =>
  player.call(placeBet, { body: aBet(league, game, '50', market, side) });

const rivalry = async (viewer: Player, rival: Player, groupId?: string) =>
  (await viewer.call(memberRivalry, { params: { userId: rival.user.id, groupId } })).reply;

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

/** The next season of a league, which Ann starts and Bob joins. */
async function nextSeason(of: Group): Promise<Group> {
  const body = { name: 'Sunday League 2', joinDeadline: inDays(7), endDate: inDays(90) };
  const { reply } = await ann.call(playAgain, { params: { id: of.id }, body });
  await bob.call(joinGroup, { body: { joinCode: reply.joinCode } });
  const made = (await ann.call(listGroups)).reply.find(({ group }) => group.id === reply.id);
  if (!made) throw new Error('the next season is not listed');
  return made.group;
}

/** Ann on home and Bob on away, in a game that home wins. */
async function annIsRight(league: Group): Promise<void> {
  const game = await world.addGame();
  await bet(ann, league, game, 'home');
  await bet(bob, league, game, 'away');
  await world.finish(final(game, 30, 0));
}

const nothing = { weeks: { own: 0, others: 0, even: 0 }, sides: { own: 0, others: 0 } };

test('opposite sides count once settled, also on parlays; weeks once frozen, over the seasons of a series', async () => {
  const [game, other] = [await world.addGame(), await world.addGame()];
  await bet(ann, first, game, 'over', 'total');
  await bob.call(placeParlay, { body: aParlay(first, '50', [aLeg(game, 'total', 'under'), aLeg(other)]) });
  expect(await rivalry(ann, bob)).toEqual(nothing);
  await world.finish(final(game, 30, 30));
  expect(await rivalry(ann, bob)).toEqual({ ...nothing, sides: { own: 1, others: 0 } });
  expect(await rivalry(bob, ann)).toEqual({ ...nothing, sides: { own: 0, others: 1 } });
  await world.finish(final(other, 30, 0));
  await endForGood(world.database, first);
  const second = await nextSeason(first);
  await annIsRight(second);
  await endForGood(world.database, second);
  const both = { weeks: { own: 2, others: 0, even: 0 }, sides: { own: 2, others: 0 } };
  expect(await rivalry(ann, bob)).toEqual(both);
  expect(await rivalry(ann, bob, second.id)).toEqual(both);
  const elsewhere = await world.league(ann);
  await world.join(bob, elsewhere);
  expect(await rivalry(ann, bob, elsewhere.id)).toEqual(nothing);
});

test('the same side, both sides, a push and a void are nobody’s', async () => {
  const [same, both, push] = [await world.addGame(), await world.addGame(), await world.addGame()];
  for (const player of [ann, bob]) await bet(player, first, same, 'home');
  for (const side of ['home', 'away'] as const) await bet(ann, first, both, side);
  await bet(bob, first, both, 'away');
  for (const [player, side] of [
    [ann, 'home'],
    [bob, 'away'],
  ] as const)
    await bet(player, first, push, side, 'moneyline');
  await world.finish(final(same, 30, 0), final(both, 30, 0), final(push, 20, 20));
  expect((await rivalry(ann, bob)).sides).toEqual({ own: 0, others: 0 });
});

test('an open bet of the other one is not told by any count', async () => {
  const game = await world.addGame();
  await bet(ann, first, game, 'home');
  const [open] = [await world.addGame()];
  await bob.call(placeParlay, { body: aParlay(first, '50', [aLeg(game, 'spread', 'away'), aLeg(open)]) });
  const parlay = await world.addGame();
  await bet(bob, first, parlay, 'away');
  expect(await rivalry(ann, bob)).toEqual(nothing);
});

test('leagues count of which one is a member now, whoever left them; who shares none now gets 404', async () => {
  await annIsRight(first);
  const other = await world.league(ann);
  await world.join(bob, other);
  await ann.call(removeMember, { params: { id: first.id, userId: bob.user.id } });
  expect((await rivalry(ann, bob)).sides).toEqual({ own: 1, others: 0 });
  expect((await rivalry(bob, ann)).sides).toEqual({ own: 0, others: 0 });
  const stranger = await world.signUp('Sue');
  for (const endpoint of [memberRivalry, memberShelf]) {
    const asked = { userId: bob.user.id, groupId: first.id };
    expect((await ann.call(endpoint, { params: asked })).refusal?.code).toBe('member-not-found');
    expect((await bob.call(endpoint, { params: { ...asked, userId: ann.user.id } })).refusal?.code).toBe(
      'league-not-found',
    );
    expect((await stranger.call(endpoint, { params: { userId: ann.user.id } })).refusal?.code).toBe('member-not-found');
    expect((await ann.call(endpoint, { params: { userId: first.id } })).refusal?.code).toBe('member-not-found');
  }
  expect((await ann.call(memberRivalry, { params: { userId: ann.user.id } })).refusal?.code).toBe('member-not-found');
});
