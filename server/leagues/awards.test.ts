import { pino } from 'pino';
import { expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { memberShelf } from '#shared/api/shelf.ts';
import { freezeAfterMs, weekNumbered } from '#shared/domain/week.ts';
import { aPrice } from '#shared/testing/examples.ts';
import { connect } from '../db/connection.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { settleGames } from '../settlement/settle.ts';
import { atTime } from '../testing/at-time.ts';
import { aBet, aLeg, aParlay, final, plainQuote } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { ageLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { endForGood } from '../testing/standings.ts';
import type { Player, World } from '../testing/world.ts';
import { finalizeLeagues } from './standings.ts';
import { freezeWeeks } from './weeks.ts';

const hourMs = 3_600_000;

let world: World;
let league: Group;
let beganAt: Date;
let ann: Player;
let bob: Player;
let cleo: Player;
let dan: Player;

leagueBeforeEach(
  async (made) => {
    ({ world, player: ann, league } = made);
    bob = await world.member(league, 'Bob');
    cleo = await world.member(league, 'Cleo');
    dan = await world.member(league, 'Dan');
    const { rows } = await world.database.pool.query('select created_at from leagues where leagues.id = $1', [
      league.id,
    ]);
    beganAt = rows[0].created_at;
  },
  { firstName: 'Ann' },
);

/** Settles the results of these games in the middle of a week, which may be before their start. */
async function settleIn(week: number, ...games: FeedGame[]): Promise<void> {
  const at = new Date(weekNumbered(week, beganAt).startsAt.getTime() + 84 * hourMs);
  await world.confirm(...games);
  await settleGames(atTime(world.database, at), at, -1_000 * hourMs);
}

/** The database when this week is an hour old: all weeks before it can be frozen. */
const asOf = (week: number) =>
  atTime(world.database, new Date(weekNumbered(week, beganAt).startsAt.getTime() + freezeAfterMs));

const bet = (player: Player, game: FeedGame, amount: string, side: 'home' | 'away' = 'home') =>
  player.call(placeBet, { body: aBet(league, game, amount, 'spread', side) });

/** A game whose away side wins at +340. */
const upset = () =>
  world.addGame({ quote: { ...plainQuote, moneyline: { home: aPrice(-450), away: aPrice(340), draw: null } } });

async function awards(): Promise<string[]> {
  const { rows } = await world.database.pool.query(
    `select u.first_name as name, a.kind, a.week from awards a join users u on u.id = a.user_id
     where a.league_id = $1 order by a.week, a.kind, u.first_name`,
    [league.id],
  );
  return rows.map(({ name, kind, week }) => `${name} ${kind} ${week}`);
}

const shelfOf = async (member: Player, viewer = ann) =>
  (await viewer.call(memberShelf, { params: { userId: member.user.id, groupId: league.id } })).reply;

const timesOf = ({ kinds }: Awaited<ReturnType<typeof shelfOf>>) =>
  Object.fromEntries(kinds.filter(({ times }) => times > 0).map(({ kind, times }) => [kind, times]));

/** A week in which Cleo beats +340 and Bob gets four legs in, with the most for Bob. */
async function aRichWeek(): Promise<FeedGame> {
  const games = [await world.addGame(), await world.addGame(), await world.addGame(), await world.addGame()];
  const shot = await upset();
  await bob.call(placeParlay, {
    body: aParlay(
      league,
      '50',
      games.map((game) => aLeg(game)),
    ),
  });
  await cleo.call(placeBet, { body: aBet(league, shot, '20', 'moneyline', 'away') });
  await settleIn(1, final(shot, 3, 30), ...games.map((game) => final(game, 30, 0)));
  return shot;
}

const richWeek = ['Bob week-won 1', 'Cleo beat-300 1', 'Bob four-legs 1'];

test('a frozen week awards its winner, a long shot and a parlay, and a shelf says what, never how much', async () => {
  await aRichWeek();
  expect(await awards()).toEqual([]);
  await freezeWeeks(asOf(2));
  expect(await awards()).toEqual(richWeek);
  const shelf = await shelfOf(cleo);
  expect(timesOf(shelf)).toEqual({ 'beat-300': 1 });
  expect(shelf.kinds.filter(({ isEarned }) => isEarned).map(({ kind }) => kind)).toEqual([
    'week-won',
    'beat-300',
    'four-legs',
  ]);
  const [award] = shelf.awards;
  expect(award).toMatchObject({ kind: 'beat-300', groupId: league.id, week: 1, leg: { odds: 340, betSide: 'away' } });
  expect((await shelfOf(bob)).awards).toEqual([
    { kind: 'week-won', groupId: league.id, week: 1 },
    { kind: 'four-legs', groupId: league.id, week: 1, legsWon: 4 },
  ]);
  expect(shelf.seasons).toMatchObject([{ groupId: league.id, season: 1, weeksWon: 0, final: null }]);
});

test('a correction after the freeze neither gives an award nor takes one', async () => {
  const shot = await aRichWeek();
  await freezeWeeks(asOf(2));
  await settleIn(2, final(shot, 30, 3));
  await freezeWeeks(asOf(3));
  expect(await awards()).toEqual(richWeek);
  await expectLedgerBalances(world.database.db);
});

/** Ann wins the smallest bet in five weeks in a row; Dan loses much in the first, and climbs from last to first in the third. */
async function playSeason(): Promise<void> {
  for (let week = 1; week <= 5; week += 1) {
    const game = await world.addGame();
    await bet(ann, game, '10');
    if (week === 1) await bet(dan, game, '500', 'away');
    if (week === 2)
      for (const [player, stake] of [
        [bob, '50'],
        [cleo, '40'],
      ] as const)
        await bet(player, game, stake);
    if (week === 3) await bet(dan, game, '500');
    await settleIn(week, final(game, 30, 0));
    if (week === 3) {
      const more = await world.addGame();
      await bet(dan, more, '900');
      await settleIn(week, final(more, 30, 0));
    }
    await freezeWeeks(asOf(week + 1));
  }
  await ageLeague(world.database, league, 6);
  await endForGood(world.database, league);
}

const season = [
  'Ann week-won 1',
  'Bob week-won 2',
  'Dan week-won 3',
  'Dan best-week 3',
  'Dan biggest-climb 3',
  'Ann week-won 4',
  'Ann week-won 5',
  'Ann five-weeks 5',
];

test('a final league awards its title, its best week and its biggest climb', async () => {
  await playSeason();
  const last = (await awards()).find((award) => award.includes('title'));
  expect(await awards()).toEqual([...season, last]);
  expect(last).toMatch(/^Dan title [67]$/);
  const shelf = await shelfOf(dan, bob);
  expect(timesOf(shelf)).toEqual({ title: 1, 'week-won': 1, 'best-week': 1, 'biggest-climb': 1 });
  expect(shelf.awards.find(({ kind }) => kind === 'biggest-climb')).toMatchObject({ week: 3, from: 4, to: 1 });
  expect(shelf.seasons).toMatchObject([
    { weeksWon: 1, final: { rank: 1, members: 4, isChampion: true, isEligible: null } },
  ]);
  expect((await shelfOf(ann)).seasons).toMatchObject([{ weeksWon: 3, final: { rank: 2, isChampion: false } }]);
});

test('two workers at once award what is frozen once, and so do weeks that were frozen before there were awards', async () => {
  await playSeason();
  const before = await awards();
  const workers = Array.from({ length: 2 }, () => connect(world.database.url, pino({ level: 'silent' })));
  const { pool } = world.database;
  await pool.query(`begin; set local role none; delete from awards where league_id = '${league.id}';
    update leagues set awarded_until = null where leagues.id = '${league.id}'; commit`);
  expect(await awards()).toEqual([]);
  await Promise.all(workers.map((worker) => freezeWeeks(worker)));
  expect(await awards()).toEqual(before);
  await Promise.all(workers.map((worker) => freezeWeeks(worker)));
  expect(await awards()).toEqual(before);
  await Promise.all(workers.map((worker) => worker.end()));
});

test('a league that ends while awards of old weeks are missing gets them with its standings', async () => {
  await aRichWeek();
  await freezeWeeks(asOf(2));
  await world.database.pool.query(`begin; set local role none; delete from awards where league_id = '${league.id}';
    update leagues set awarded_until = null where leagues.id = '${league.id}'; commit`);
  await ageLeague(world.database, league, 2);
  await endForGood(world.database, league);
  expect((await awards()).slice(0, 3)).toEqual(richWeek);
  expect(await awards()).toHaveLength(4); // and the title
  await finalizeLeagues(world.database);
  expect(await awards()).toHaveLength(4);
});

test('awards can be added, and nothing of them changed', async () => {
  await aRichWeek();
  await freezeWeeks(asOf(2));
  for (const change of [`update awards set week = 9`, 'delete from awards'])
    await expect(world.database.pool.query(`${change} where league_id = $1`, [league.id])).rejects.toThrow(
      'permission',
    );
});
