import { expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { everywhere } from '../db/reach.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { atTime } from '../testing/at-time.ts';
import { aBet, aGame, final, live } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { expectLedgerBalances, fundsOf } from '../testing/ledger-asserts.ts';
import type { Player, World } from '../testing/world.ts';
import { listOverdueGames } from './overdue.ts';
import { previewResult } from './set-result.ts';
import { settleGames } from './settle.ts';
import { listStuck } from './watch-list.ts';

// The ids of these games say that they are played sixty times as fast, so an hour of the house rules takes a minute.

const second = 1_000;
const minute = 60 * second;

let world: World;
let player: Player;
let league: Group;

leagueBeforeEach((made) => {
  ({ world, player, league } = made);
});

/** Polls once, so many minutes after `from`, and settles. */
async function pollAt(minutes: number, game: FeedGame, from = game.startsAt): Promise<void> {
  const at = new Date(from.getTime() + minutes * minute);
  await ingest(world.database, game.sport, answerOf([game]), at);
  await settleGames(world.database, at, 45 * minute);
}

async function pollTwiceAt(minutes: number, game: FeedGame): Promise<void> {
  await pollAt(minutes - 1 / 60, game);
  await pollAt(minutes, game);
}

let made = 0;

/** A fast game with a bet of 100 Ching on its home team. */
async function aGameWithABet(sport: Sport): Promise<FeedGame> {
  made += 1;
  const game = await world.addGame({ sport, id: `season:${sport.toLowerCase()}-60-1-${made}` });
  expect(await bet(game)).toBe(201);
  return game;
}

async function bet(game: FeedGame): Promise<number> {
  return (await player.call(placeBet, { body: aBet(league, game, '100', 'moneyline', 'home') })).status;
}

async function grades(): Promise<(string | null)[]> {
  await expectLedgerBalances(world.database.db);
  const { rows } = await world.database.pool.query<{ grade: string | null }>(
    `select l.grade from legs l join tickets t on t.league_id = l.league_id and t.id = l.ticket_id
     where l.league_id = $1 order by placed_at`,
    [league.id],
  );
  return rows.map(({ grade }) => grade);
}

const postponed = (game: FeedGame): FeedGame => ({ ...game, status: 'postponed' });
const suspended = (game: FeedGame): FeedGame => ({ ...live(game, 3, 1), status: 'suspended' });

test.each<[Sport, string, (game: FeedGame) => FeedGame, number]>([
  ['NFL', 'postponed', postponed, 83],
  ['CFB', 'suspended', suspended, 83],
  ['NBA', 'postponed', postponed, 48],
  ['Hockey', 'still going on', (game) => live(game, 3, 1), 48],
  ['Soccer', 'postponed', postponed, 48],
  ['MLB', 'postponed', postponed, 11],
  ['MLB', 'suspended', suspended, 48],
])('a game of %s that is %s is void in its own time, and not before', async (sport, _what, seen, minutes) => {
  const game = await aGameWithABet(sport);
  await pollAt(1, seen(game));
  await pollAt(minutes, seen(game));
  expect(await grades()).toEqual([null]);
  await pollAt(minutes + 1 / 60, seen(game));
  expect(await grades()).toEqual(['void']);
  expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual({ available: 100_000, pending: 0 });
});

test('a suspended game that is finished in its own time stands', async () => {
  const game = await aGameWithABet('MLB');
  await pollAt(1, live(game, 3, 1));
  await pollAt(2, suspended(game));
  await pollAt(12, suspended(game));
  await pollTwiceAt(47, final(game, 5, 1));
  expect(await grades()).toEqual(['won']);
});

test('a corrected score is settled again for as long as 72 hours of the season, whoever corrects it', async () => {
  const game = await aGameWithABet('NBA');
  await pollTwiceAt(3, final(game, 100, 90));
  expect(await grades()).toEqual(['won']);
  await pollAt(73, final(game, 100, 102));
  await pollTwiceAt(74, final(game, 100, 102));
  expect(await grades()).toEqual(['lost']);
  await pollAt(74.5, final(game, 104, 102));
  await pollTwiceAt(76, final(game, 104, 102));
  expect(await grades()).toEqual(['lost']);

  const wanted = { gameId: game.id, outcome: { isVoid: true } as const, reason: 'wrong', setById: null };
  const at = (minutes: number) => atTime(world.database, new Date(game.startsAt.getTime() + minutes * minute));
  await expect(previewResult(at(76), wanted)).rejects.toMatchObject({
    message: 'Its result has stood for more than 72 hours of the season: nothing changes any more.',
  });
  expect(await previewResult(at(74), wanted)).toMatchObject({ isNew: true });
});

test('a soccer game put off by a day of the season takes bets again, and settles what was placed before and after', async () => {
  const game = await aGameWithABet('Soccer');
  const again: FeedGame = { ...game, startsAt: new Date(game.startsAt.getTime() + 24 * minute) };
  await pollAt(1, postponed(game));
  await pollAt(2, again, game.startsAt);
  expect(await bet(again)).toBe(409);
  await pollAt(3, again, game.startsAt);
  expect(await bet(again)).toBe(201);
  await pollTwiceAt(2, final(again, 2, 0));
  expect(await grades()).toEqual(['won', 'won']);
});

test('what waits too long is reported after hours of the season', async () => {
  const game = await aGameWithABet('Hockey');
  const isListed = async (minutes: number) => {
    const now = new Date(game.startsAt.getTime() + minutes * minute);
    const [overdue, stuck] = await Promise.all([
      listOverdueGames(world.database, now),
      listStuck(world.database.db, now, everywhere),
    ]);
    return [overdue, stuck].map((list) => list.some((each) => each.game.id === game.id));
  };
  expect(await isListed(11.9)).toEqual([false, false]);
  expect(await isListed(12.1)).toEqual([true, false]);
  expect(await isListed(24.1)).toEqual([true, true]);
});

test('real games keep their ordinary time beside all this', async () => {
  const game = aGame({ sport: 'NBA' });
  await world.poll(game);
  await bet(game);
  const at = new Date(game.startsAt.getTime() + 47 * 60 * minute);
  await ingest(world.database, 'NBA', answerOf([postponed(game)]), at);
  await settleGames(world.database, at, 45 * minute);
  expect(await grades()).toEqual([null]);
});
