import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBetsPage } from '#shared/api/bet-pages.ts';
import { gameBets, listBets } from '#shared/api/bets.ts';
import { unreachableHeader } from '#shared/api/endpoint.ts';
import { type Group, listGroups } from '#shared/api/groups.ts';
import { rowsRead } from '../bench/plans.ts';
import type { Database } from '../db/connection.ts';
import { type Recording, recordStatements } from '../testing/citus-lint.ts';
import { testDatabase } from '../testing/database.ts';
import { aLeg, final } from '../testing/games.ts';
import { copyTickets, parlay, single } from '../testing/tickets.ts';
import { testWorld, type World } from '../testing/world.ts';

let world: World;
let recording: Recording;

beforeAll(async () => {
  const database = await testDatabase();
  recording = recordStatements(database.pool); // before a connection is open
  world = await testWorld({}, undefined, {}, database);
});
afterAll(() => world.drop());

// On a Citus each league's part is a statement of its own. Source: docs/scale.md#10-million-players.
test.runIf(!process.env.CITUS_URL)(
  'a page of bets in five leagues is one statement, and so are its grades',
  async () => {
    const [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
    const [game, open] = [await world.addGame(), await world.addGame()];
    const placed: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const league = await world.league(ann);
      await world.join(bob, league);
      for (const bets of [
        await single(ann, league, game),
        await parlay(ann, league, aLeg(game), aLeg(open)),
        await single(bob, league, game),
      ]) {
        placed.unshift(...bets.map(({ id }) => id));
      }
    }
    await world.finish(final(game, 24, 10));
    for (const [list, bets] of [
      [() => ann.call(listBets), 15],
      [() => ann.call(gameBets, { params: { gameId: game.id } }), 20],
    ] as const) {
      recording.length = 0;
      const { reply } = await list();
      expect(reply.map(({ id }) => id)).toEqual(placed.filter((id) => reply.some((bet) => bet.id === id)));
      expect([reply.length, new Set(reply.map(({ group }) => group.id)).size]).toEqual([bets, 5]);
      expect(reply.filter(({ gameId }) => gameId === game.id).every(({ settlement }) => settlement !== null)).toBe(
        true,
      );
      // The keys of all tickets, the legs of the page and their grades.
      const sent = recording.flat().filter(({ sql }) => /\b(?:from|join) (?:tickets|legs|leg_grades)\b/.test(sql));
      expect(sent.map(({ sql }) => /\bas page\(id|\bfrom leg_grades\b|$/.exec(sql)?.[0])).toEqual([
        '',
        'as page(id',
        'from leg_grades',
      ]);
    }
  },
);

test.runIf(!process.env.CITUS_URL)('open tickets are not read again for a page, nor the legs of others', async () => {
  const ann = await world.signUp();
  const leagues = [await world.league(ann), await world.league(ann)];
  const [game, open] = [await world.addGame(), await world.addGame()];
  for (const league of leagues) await single(ann, league, game);
  await world.finish(final(game, 24, 10));
  const old: string[] = [];
  for (const league of leagues) old.push(...(await single(ann, league, open)).map(({ id }) => id));
  await copyTickets(world, ann, 400);
  const { db, pool } = world.database;
  // Two open tickets are of before tickets had their games. As in any history, most settled ones have none either.
  await db.execute(sql`
    update tickets set games = null
    where grade is not null or id in (select ticket_id from legs where id in (${sql.join(old, sql`, `)}))`);
  await pool.query('analyze');
  recording.length = 0;
  const { reply } = await ann.call(listBetsPage, { params: { status: 'open' } });
  expect(reply.counts).toMatchObject({ all: 4 * 401, open: 2 * 401, pending: 2 * 401 });
  const [statement, ...others] = recording.flat().filter(({ sql }) => sql.includes('with sets as materialized'));
  if (!statement) throw new Error('open tickets were not counted');
  expect(others).toEqual([]);
  expect(await rowsRead(pool, statement, 'legs')).toBe(2);
  // Once for those with their games and once for those without, and not again for the page.
  expect(await rowsRead(pool, statement, 'tickets')).toBeLessThanOrEqual(2 * 2 * 401);
});

test('while a machine is lost, the lists are of the other leagues, in their order, and say how many are missing', async () => {
  const lost: string[] = [];
  const { machines } = world.database;
  const watched: Database['machines'] = {
    ...machines,
    unreachable: (ids) => ids.filter((id) => lost.includes(id)),
    reachable: (ids) => ids.filter((id) => !lost.includes(id)),
    get isWhole() {
      return lost.length === 0;
    },
  };
  const parted = await testWorld({}, undefined, {}, { ...world.database, machines: watched, drop: async () => {} });
  const dan = await parted.signUp('Dan');
  const game = await parted.addGame();
  const leagues = [];
  for (let count = 0; count < 4; count += 1) leagues.push(await parted.league(dan));
  const inOrder = [...leagues, ...leagues];
  for (const league of inOrder) await single(dan, league, game);
  const lists = async () => {
    const answers = [
      await dan.call(listGroups).then(({ reply, headers }) => ({ ids: reply.map(({ group }) => group.id), headers })),
      await dan.call(listBets).then(({ reply, headers }) => ({ ids: reply.map(({ groupId }) => groupId), headers })),
      await dan.call(listBetsPage, { params: { limit: '100' } }).then(({ reply, headers }) => {
        const ids = reply.bets.map(({ groupId }) => groupId);
        expect([reply.counts.pending, reply.groups.map(({ id }) => id).sort()]).toEqual([
          ids.length,
          [...new Set(ids)].sort(),
        ]);
        return { ids, headers };
      }),
    ];
    return answers.map(({ ids, headers }) => ({ ids, left: headers.get(unreachableHeader) }));
  };
  const idsOf = (some: readonly Group[]) => some.map(({ id }) => id);
  const all = [
    { ids: idsOf(leagues), left: null },
    { ids: idsOf(inOrder).reverse(), left: null },
    { ids: idsOf(inOrder).reverse(), left: null },
  ];
  expect(await lists()).toEqual(all);
  lost.push(...idsOf(leagues.slice(1, 3)));
  const present = (ids: readonly string[]) => ids.filter((id) => !lost.includes(id));
  expect(await lists()).toEqual(all.map(({ ids }) => ({ ids: present(ids), left: '2' })));
  lost.length = 0;
  expect(await lists()).toEqual(all);
  lost.push(...idsOf(leagues));
  expect(await lists()).toEqual(all.map(() => ({ ids: [], left: '4' })));
  await parted.drop();
});
