import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { type Group, listGroups } from '#shared/api/groups.ts';
import { type Recording, recordStatements } from '../testing/citus-lint.ts';
import { aBet, final } from '../testing/games.ts';
import { endLeague } from '../testing/leagues.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { finalizeLeagues } from './standings.ts';

type Plan = { 'Relation Name'?: string; 'Actual Loops': number; Plans?: Plan[] };

let world: World;
let recording: Recording;

beforeAll(async () => {
  world = await testWorld();
  recording = recordStatements(world.database.pool);
});
afterAll(() => world.drop());

/** The number of scans of the tickets by the list of a player's leagues, and the league as the list shows it. */
async function read(player: Player, league: Group): Promise<{ times: number; openBets: number; state: string }> {
  recording.length = 0;
  const group = (await player.call(listGroups)).reply.map((each) => each.group).find(({ id }) => id === league.id);
  if (!group) throw new Error('not a member');
  const asked = recording.flat().find(({ sql }) => /from tickets/.test(sql));
  if (!asked) throw new Error('open tickets are counted by no statement');
  const { rows } = await world.database.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, format json) ${asked.text}`,
    [...asked.values],
  );
  const loops = (plan: Plan): number =>
    (plan['Relation Name'] === 'tickets' ? plan['Actual Loops'] : 0) +
    (plan.Plans ?? []).reduce((sum, part) => sum + loops(part), 0);
  const times = rows.reduce((sum, { 'QUERY PLAN': explained }) => sum + loops(explained[0].Plan), 0);
  return { times, openBets: group.openBets, state: group.state };
}

// It reads the plan of one Postgres: on a Citus the coordinator's shows no table.
test.skipIf(process.env.CITUS_URL)(
  'the open bets of a league are counted from its end until its standings, and at no other time',
  async () => {
    const owner = await world.signUp();
    const league = await world.league(owner);
    const game = await world.addGame();
    await owner.call(placeBet, { body: aBet(league, game, '100') });
    expect(await read(owner, league)).toEqual({ times: 0, openBets: 0, state: 'open' });

    await endLeague(world.database.db, league);
    expect(await read(owner, league)).toEqual({ times: 1, openBets: 1, state: 'settling' });

    await world.finish(final(game, 30, 0));
    await finalizeLeagues(world.database);
    expect(await read(owner, league)).toEqual({ times: 0, openBets: 0, state: 'final' });
  },
);
