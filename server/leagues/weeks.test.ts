import { describe, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, removeMember, setDisplayName } from '#shared/api/groups.ts';
import { leagueWeek, leagueWeeks } from '#shared/api/weeks.ts';
import { freezeAfterMs, weekNumbered } from '#shared/domain/week.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { settleGames } from '../settlement/settle.ts';
import { atTime } from '../testing/at-time.ts';
import { aBet, aLeg, aParlay, final } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { endLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import type { Player, World } from '../testing/world.ts';
import { finalizeLeagues } from './standings.ts';
import { freezeWeeks } from './weeks.ts';

const hourMs = 3_600_000;

let world: World;
let league: Group;
/** The creation of the league. */
let beganAt: Date;
let [ann, bob, cleo] = [] as unknown as [Player, Player, Player];

leagueBeforeEach(
  async (made) => {
    ({ world, player: ann, league } = made);
    [bob, cleo] = [await world.member(league, 'Bob'), await world.member(league, 'Cleo')];
    const { rows } = await world.database.pool.query('select created_at from leagues where leagues.id = $1', [
      league.id,
    ]);
    beganAt = rows[0].created_at;
  },
  { firstName: 'Ann' },
);

/** A time in the middle of a week. */
const inWeek = (number: number) => new Date(weekNumbered(number, beganAt).startsAt.getTime() + 84 * hourMs);

/** Settles the results of these games at a time, which may be before their start. */
async function settleAt(at: Date, ...games: FeedGame[]): Promise<void> {
  await world.confirm(...games);
  await settleGames(atTime(world.database, at), at, -1_000 * hourMs);
}

/** Freezes all weeks before this one. */
async function freezeUntil(number: number): Promise<void> {
  const { startsAt } = weekNumbered(number, beganAt);
  await freezeWeeks(atTime(world.database, new Date(startsAt.getTime() + freezeAfterMs)));
}

const weeks = async (player = ann) => (await player.call(leagueWeeks, { params: { id: league.id } })).reply;
const recap = async (number: number, player = ann) =>
  (await player.call(leagueWeek, { params: { id: league.id, number: String(number) } })).reply;
const bet = (player: Player, game: FeedGame, amount: string, side: 'home' | 'away' = 'home') =>
  player.call(placeBet, { body: aBet(league, game, amount, 'spread', side) });

describe('a running week', () => {
  test('has the nets of settled tickets alone, and who leads', async () => {
    const [game, open] = [await world.addGame(), await world.addGame()];
    await bet(ann, game, '100');
    await bet(bob, game, '50', 'away');
    await bet(bob, open, '900');
    expect((await weeks()).running).toMatchObject({ number: 1, bets: 0, leaders: [], leadersNet: null });
    await settleAt(inWeek(1), final(game, 30, 0));
    const { running, members, frozen } = await weeks(cleo);
    expect(running).toMatchObject({ number: 1, isLast: false, bets: 2, leadersNet: 9_091 });
    expect(running?.leaders).toEqual([{ userId: ann.user.id, name: 'Ann' }]);
    expect(members.map(({ name, net, wins, losses, form }) => [name, net, wins, losses, form])).toEqual([
      ['Ann', 9_091, 1, 0, ['won']],
      ['Cleo', 0, 0, 0, []],
      ['Bob', -5_000, 0, 1, ['lost']],
    ]);
    expect(frozen).toEqual([]);
  });

  test('compares ranks with those at its start, also of who left meanwhile', async () => {
    const [first, second] = [await world.addGame(), await world.addGame()];
    await bet(ann, first, '100');
    await bet(cleo, first, '50');
    await bet(bob, second, '300');
    await settleAt(inWeek(1), final(first, 30, 0));
    expect((await weeks()).members.map(({ rankBefore }) => rankBefore)).toEqual([null, null, null]);
    await freezeUntil(2);
    await settleAt(inWeek(2), final(second, 30, 0));
    await ann.call(setDisplayName, { params: { id: league.id }, body: { displayName: 'Ace' } });
    const { members } = await weeks();
    expect(members.map(({ name, rank, rankBefore, weeksWon }) => [name, rank, rankBefore, weeksWon])).toEqual([
      ['Bob', 1, 3, 0],
      ['Ace', 2, 1, 1],
      ['Cleo', 3, 2, 0],
    ]);
  });
});

describe('a frozen week', () => {
  test('names its winner and tells its stories, with the names of today', async () => {
    const games = [await world.addGame(), await world.addGame(), await world.addGame()] as const;
    const [first, second, third] = games;
    await bet(ann, first, '100');
    await bob.call(placeParlay, { body: aParlay(league, '20', [aLeg(first), aLeg(second), aLeg(third)]) });
    await cleo.call(placeBet, { body: aBet(league, second, '10', 'moneyline', 'away') });
    await settleAt(inWeek(1), final(first, 30, 0), final(second, 20, 23), final(third, 30, 0));
    await freezeUntil(2);
    await bob.call(setDisplayName, { params: { id: league.id }, body: { displayName: 'Parlay Bob' } });
    const shown = await recap(1, cleo);
    expect(shown).toMatchObject({
      number: 1,
      winners: [{ name: 'Ann' }],
      net: 9_091,
      bets: 3,
      bestHit: {
        name: 'Cleo',
        stake: 1_000,
        back: 2_520,
        odds: 152,
        picks: [{ betType: 'moneyline', betSide: 'away' }],
      },
      biggestSingle: { name: 'Ann', stake: 10_000, back: 19_091, status: 'won' },
      nearestMiss: { name: 'Parlay Bob', stake: 2_000, missed: 1, margin: 6.5 },
      longestStreak: null,
      tookTheLead: null,
      footnotes: [],
    });
    expect(shown.rows.map(({ name, net, rank, balance }) => [name, net, rank, balance])).toEqual([
      ['Ann', 9_091, 1, 109_091],
      ['Cleo', 1_520, 2, 101_520],
      ['Parlay Bob', -2_000, 3, 98_000],
    ]);
    expect((await weeks()).frozen).toMatchObject([{ number: 1, winners: [{ name: 'Ann' }], net: 9_091, bets: 3 }]);
  });

  test('is the house’s when nobody is above zero, and is left out when nothing was settled', async () => {
    const game = await world.addGame();
    for (const player of [ann, bob]) await bet(player, game, '100');
    await freezeUntil(3);
    expect(await weeks()).toMatchObject({ frozen: [], running: { number: 3 } });
    expect((await ann.call(leagueWeek, { params: { id: league.id, number: '1' } })).refusal?.code).toBe(
      'week-not-found',
    );
    await settleAt(inWeek(3), final(game, 0, 30));
    await freezeUntil(4);
    expect((await weeks()).frozen).toMatchObject([{ number: 3, winners: [], net: -20_000, bets: 2 }]);
  });

  test('is shared by three with equal nets', async () => {
    const game = await world.addGame();
    for (const player of [ann, bob, cleo]) await bet(player, game, '100');
    await settleAt(inWeek(1), final(game, 30, 0));
    await freezeUntil(2);
    expect((await weeks()).frozen).toMatchObject([
      { winners: [{ name: 'Ann' }, { name: 'Bob' }, { name: 'Cleo' }], net: 9_091 },
    ]);
  });

  test('stays true when somebody is removed later, and is not won by somebody who left within it', async () => {
    const [first, second] = [await world.addGame(), await world.addGame()];
    await bet(bob, first, '100');
    await bet(cleo, second, '100');
    await settleAt(inWeek(1), final(first, 30, 0));
    await freezeUntil(2);
    const before = await recap(1);
    for (const { user } of [bob, cleo]) {
      await ann.call(removeMember, { params: { id: league.id, userId: user.id } });
    }
    expect(await recap(1)).toEqual(before);
    await settleAt(inWeek(2), final(second, 30, 0));
    await freezeUntil(3);
    const second2 = await recap(2);
    expect(second2).toMatchObject({ winners: [], net: 9_091 });
    expect(second2.rows).toMatchObject([
      { name: 'Cleo', net: 9_091, rank: null },
      { name: 'Ann', net: 0, rank: 1 },
    ]);
  });

  test('gets a footnote from a correction in a later week, which counts there', async () => {
    const game = await world.addGame();
    await bet(ann, game, '100');
    await bet(bob, game, '50', 'away');
    await settleAt(inWeek(1), final(game, 30, 0));
    await freezeUntil(2);
    const before = await recap(1);
    await settleAt(inWeek(2), final(game, 0, 30));
    await freezeUntil(3);
    const { footnotes, ...figures } = await recap(1);
    expect({ ...figures, footnotes: [] }).toEqual(before);
    const people = [
      { userId: ann.user.id, name: 'Ann', net: -19_091 },
      { userId: bob.user.id, name: 'Bob', net: 9_545 },
    ];
    const note = { games: ['KC @ BUF'], at: inWeek(2).toISOString(), people, more: 0 };
    expect(footnotes).toEqual([{ kind: 'counts-later', other: 2, ...note }]);
    const after = await recap(2);
    expect(after.footnotes).toEqual([{ kind: 'came-from-earlier', other: 1, ...note }]);
    expect(after).toMatchObject({ winners: [], bets: 0, bestHit: null });
    expect(after.rows.map(({ name, net }) => [name, net])).toEqual([
      ['Bob', 9_545],
      ['Cleo', 0],
      ['Ann', -19_091],
    ]);
    await expectLedgerBalances(world.database.db);
  });
});

test('a parlay that one week opens again and the next settles has the corrected game in its footnotes', async () => {
  const [first, second] = [await world.addGame(), await world.addGame()];
  await ann.call(placeParlay, { body: aParlay(league, '100', [aLeg(first), aLeg(second)]) });
  await settleAt(inWeek(1), final(first, 0, 30));
  await freezeUntil(2);
  await settleAt(inWeek(2), final(first, 30, 0));
  await freezeUntil(3);
  await settleAt(inWeek(3), final(second, 30, 0));
  await freezeUntil(4);
  expect((await recap(1)).footnotes).toMatchObject([
    { kind: 'counts-later', other: 2, games: ['KC @ BUF'] },
    { kind: 'counts-later', other: 3, games: ['KC @ BUF'] },
  ]);
  expect((await recap(3)).footnotes).toMatchObject([{ kind: 'came-from-earlier', other: 1, games: ['KC @ BUF'] }]);
});

describe('the last week', () => {
  test('is frozen with the league, also what is settled after its end', async () => {
    const game = await world.addGame();
    await bet(bob, game, '100');
    await endLeague(world.database.db, league);
    await freezeUntil(5);
    expect(await weeks()).toMatchObject({ frozen: [], running: { number: 1, isLast: true } });
    await world.finish(final(game, 30, 0));
    expect(await finalizeLeagues(world.database)).toBe(1);
    const { running, frozen, members } = await weeks();
    expect(running).toBeNull();
    expect(frozen).toMatchObject([{ number: 1, winners: [{ name: 'Bob' }], net: 9_091 }]);
    expect(members.map(({ name, rank, rankBefore, weeksWon, net }) => [name, rank, rankBefore, weeksWon, net])).toEqual(
      [
        ['Bob', 1, null, 1, 0],
        ['Ann', 2, null, 0, 0],
        ['Cleo', 2, null, 0, 0],
      ],
    );
    await freezeUntil(9);
    expect((await weeks()).frozen).toEqual(frozen);
  });

  test('of a league that became final before weeks were counted is frozen later, once', async () => {
    const game = await world.addGame();
    await bet(bob, game, '100');
    await world.finish(final(game, 30, 0));
    await endLeague(world.database.db, league);
    await world.database.pool.query(
      'update leagues set finalized_at = now(), frozen_until = null where leagues.id = $1',
      [league.id],
    );
    await freezeUntil(2);
    const frozen = await recap(1);
    expect(frozen.winners).toMatchObject([{ name: 'Bob' }]);
    await freezeUntil(3);
    expect(await recap(1)).toEqual(frozen);
  });
});
