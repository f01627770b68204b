import { expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, removeMember, setDisplayName } from '#shared/api/groups.ts';
import { leagueStandingsFile, leagueTicketsFile } from '#shared/api/league-files.ts';
import { aBet, aLeg, aParlay, final } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let owner: Player;
let friend: Player;
let league: Group;

leagueBeforeEach(async (made) => {
  ({ world, player: owner, league } = made);
  friend = await world.member(league, 'Fay');
});

const params = () => ({ params: { id: league.id } });
const linesOf = (file: string) => file.replace('\ufeff', '').trimEnd().split('\r\n');

test('the tickets of a league are all that is settled, and nothing that is open', async () => {
  const [first, second] = [await world.addGame(), await world.addGame()];
  await friend.call(setDisplayName, { ...params(), body: { displayName: '=1+1;@SUM("A")' } });
  await friend.call(placeBet, { body: aBet(league, first, '100') });
  await owner.call(placeBet, { body: aBet(league, second, '70') });
  await owner.call(placeParlay, { body: aParlay(league, '30', [aLeg(first), aLeg(second)]) });
  await world.finish(final(first, 30, 0));
  const lines = linesOf((await owner.call(leagueTicketsFile, params())).reply);
  expect(lines[0]).toBe('placed,settled,member,bet,stake,result,back,net');
  expect(lines).toHaveLength(2);
  // No spreadsheet takes the name for a formula.
  expect(lines[1]).toContain(`"'=1+1;'@SUM(""A"")"`);
  expect(lines[1]).toMatch(/,100\.00,won,\d+\.\d\d,\d+\.\d\d$/);
  await world.finish(final(second, 0, 30));
  expect(linesOf((await owner.call(leagueTicketsFile, params())).reply)).toHaveLength(4);
});

test('the standings of a league are those of its page, without removed members', async () => {
  const rows = linesOf((await owner.call(leagueStandingsFile, params())).reply);
  expect(rows[0]).toBe('rank,member,won,lost,bets,balance,profit');
  expect(rows.slice(1)).toEqual(expect.arrayContaining([expect.stringMatching(/^1,"Fay",0,0,0,1000\.00,0\.00$/)]));
  await owner.call(removeMember, { params: { id: league.id, userId: friend.user.id } });
  expect(linesOf((await owner.call(leagueStandingsFile, params())).reply)).toHaveLength(2);
});

test('2,000 settled tickets come in one file, once each', { timeout: 60_000 }, async () => {
  const game = await world.addGame();
  await friend.call(placeBet, { body: aBet(league, game, '10') });
  await world.finish(final(game, 30, 0));
  const { pool } = world.database;
  await pool.query(
    `insert into tickets (league_id, id, user_id, stake_cents, payout_cents, grade, back_cents, round, idempotency_key, request_hash, placed_at, settled_at)
    select league_id, gen_random_uuid(), user_id, n + 1001, payout_cents + n, grade, 0, 1, 'copy-' || n, request_hash, placed_at, settled_at
    from tickets, generate_series(1, 1999) n where league_id = $1`,
    [league.id],
  );
  const lines = linesOf((await owner.call(leagueTicketsFile, params())).reply);
  expect(new Set(lines.slice(1).map((line) => line.split(',').at(-4))).size).toBe(2_000);
});

test('are limited', async () => {
  const strict = await testWorld({ RATE_LIMIT_SCALE: '1' });
  try {
    const player = await strict.signUp('Ann');
    const { id } = await strict.league(player);
    for (let at = 0; at < 20; at += 1) await player.call(leagueStandingsFile, { params: { id } });
    expect((await player.call(leagueTicketsFile, { params: { id } })).status).toBe(429);
  } finally {
    await strict.drop();
  }
});
