import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placeParlay } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { settleGames } from '../settlement/settle.ts';
import { decideGame } from '../testing/decide-game.ts';
import { aLeg, aParlay } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import type { Ending } from '../testing/reference-model.ts';
import type { Player, World } from '../testing/world.ts';

let world: World;
let player: Player;
let league: Group;

leagueBeforeEach((made) => {
  ({ world, player, league } = made);
});

const won: Ending = { home: 30, away: 0 };
const lost: Ending = { home: 0, away: 30 };

test('the migration gives every round in which a correction opened a parlay again its row', async () => {
  const { database } = world;
  const games = [await world.addGame(), await world.addGame(), await world.addGame()];
  await player.call(placeParlay, {
    body: aParlay(
      league,
      '10',
      games.map((game) => aLeg(game)),
    ),
  });
  const fromMs = Date.now();
  const results: [at: number, ending: Ending][] = [
    [0, lost],
    [1, won],
    [0, won], // open again
    [2, lost],
    [2, won], // won
    [1, lost],
  ];
  for (const [number, [at, ending]] of results.entries()) {
    const now = new Date(fromMs + number * 60_000);
    await decideGame(database, games[at]?.id ?? '', ending, now);
    await settleGames(database, now, 0);
  }
  const rounds = async () => {
    const text = 'select round, grade, back_cents, at from settlements where league_id = $1 order by round';
    return (await database.pool.query(text, [league.id])).rows;
  };
  const expected = await rounds();
  expect(expected.map(({ grade }) => grade)).toEqual(['lost', null, 'lost', 'won', 'lost']);

  const file = await readFile(join(import.meta.dirname, 'migrations', '0020_add-league-weeks.sql'), 'utf8');
  const backfill = file.slice(file.indexOf('INSERT INTO settlements'));
  await database.pool.query(
    `begin; set local role none; delete from settlements where grade is null; ${backfill} commit`,
  );
  expect(await rounds()).toEqual(expected);
});
