import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { type Recording, recordStatements } from '../testing/citus-lint.ts';
import { aBet, final } from '../testing/games.ts';
import { testWorld, type World } from '../testing/world.ts';
import { listLines } from './race-store.ts';
import { listStandings } from './standings-store.ts';
import { listMoved } from './title-store.ts';
import { listRunningRows, listWeekMembers } from './weeks-store.ts';

// Without statistics Postgres expects few rows, and joins sums by comparing each with each: a league of 10,000 then
// takes hours. A list may compare rows by their keys alone, whatever Postgres expects.

type Plan = { 'Rows Removed by Join Filter'?: number; 'Actual Loops': number; Plans?: Plan[] };

const memberCount = 12;

let world: World;
let recording: Recording;
let league: Group;
let userIds: string[];

beforeAll(async () => {
  world = await testWorld();
  await forbidStatistics();
  recording = recordStatements(world.database.pool);
  const owner = await world.signUp();
  league = await world.league(owner);
  const players = [owner];
  while (players.length < memberCount) players.push(await world.member(league));
  userIds = players.map(({ user }) => user.id);
  const games = [await world.addGame(), await world.addGame()];
  for (const player of players)
    for (const game of games) await player.call(placeBet, { body: aBet(league, game, '10') });
  await world.finish(...games.map((game) => final(game, 30, 0)));
});
afterAll(() => world.drop());

async function forbidStatistics(): Promise<void> {
  const owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
  for (const table of ['members', 'tickets', 'settlements', 'ledger', 'users'])
    await owner.query(`alter table ${table} set (autovacuum_enabled = off)`);
  await owner.end();
}

/** The pairs of rows that the recorded statements compare and find not to belong together. */
async function pairsInVain(): Promise<number> {
  const inVain = (plan: Plan): number =>
    (plan['Rows Removed by Join Filter'] ?? 0) * plan['Actual Loops'] +
    (plan.Plans ?? []).reduce((sum, part) => sum + inVain(part), 0);
  let pairs = 0;
  for (const { text, values } of recording.flat()) {
    const { rows } = await world.database.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${text}`,
      [...values],
    );
    pairs += inVain(rows[0]?.['QUERY PLAN'][0].Plan as Plan);
  }
  return pairs;
}

const sinceEver = { from: null, until: new Date('2020-01-01T00:00:00Z') };

test.each<[string, () => Promise<{ length: number }>]>([
  ['members of a week', () => listWeekMembers(world.database.db, league.id, sinceEver)],
  ['members of the running week', () => listRunningRows(world.database.db, league.id, { from: null })],
  ['the standings', () => listStandings(world.database.db, league.id)],
  ['the lines of a race', () => listLines(world.database.db, league.id, userIds, [new Date()])],
  ['what moved by weeks', () => listMoved(world.database.db, league.id, userIds, [new Date(0)])],
])('%s compares no rows in vain', async (_words, list) => {
  recording.length = 0;
  expect((await list()).length).toBeGreaterThanOrEqual(memberCount);
  expect(await pairsInVain()).toBe(0);
});
