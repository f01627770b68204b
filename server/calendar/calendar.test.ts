import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { deleteGroup, type Group, removeMember } from '#shared/api/groups.ts';
import { sports } from '#shared/domain/sport.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { calendarPathOf, eventsIn, readCalendar } from '../testing/calendar.ts';
import { aBet, aLeg, aParlay } from '../testing/games.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { listEvents } from './service.ts';

let world: World;
let ann: Player;
let league: Group;

beforeAll(async () => {
  world = await testWorld({ APP_URL: 'https://ching.example' });
});
afterAll(() => world.drop());
beforeEach(async () => {
  ann = await world.signUp('Ann');
  league = await world.league(ann);
});

const read = (path: string) => readCalendar(world.visitor(), path);
const bet = (player: Player, group: Group, game: FeedGame) =>
  player.call(placeBet, { body: aBet(group, game, '100') }).then(({ reply }) => reply);
const hoursAfter = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000);
/** The only event of a game. */
async function gameEvent(path: string) {
  const [event, ...more] = (await read(path)).filter(({ title }) => title.includes(' at '));
  if (!event || more.length > 0) throw new Error('not one game');
  return event;
}

describe('a calendar', () => {
  test('has the games of own open bets and the dates of own leagues, and nothing of others', async () => {
    const bob = await world.member(league, 'Bob');
    const [game, other] = [await world.addGame(), await world.addGame({ sport: 'NBA' })];
    const placed = await bet(ann, league, game);
    await bet(bob, league, other);
    await world.league(bob, { name: 'Not hers' });
    const events = await read(await calendarPathOf(ann));
    const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.000Z$/);
    const common = { sequence: 0, stamp, status: 'CONFIRMED' };
    expect(events).toEqual([
      {
        ...common,
        uid: `${placed.id}@ching`,
        start: seconds(game.startsAt),
        end: seconds(hoursAfter(game.startsAt, 3.25)),
        title: 'Chiefs at Bills: Spread Bills -3.5',
        description: expect.stringMatching(
          /^Sunday League\nSpread Bills -3\.5 at -110\n100 Ching to return 190 Ching\n\w+, \w+ \d+, \d+:\d\d [AP]M ET$/,
        ),
      },
      {
        ...common,
        uid: `${league.id}-join@ching`,
        start: seconds(new Date(league.joinDeadline ?? '')),
        end: null,
        title: 'Sunday League: joining ends',
        description: expect.stringMatching(/ ET$/),
      },
      {
        ...common,
        uid: `${league.id}-end@ching`,
        start: seconds(new Date(league.endDate ?? '')),
        end: null,
        title: 'Sunday League ends',
        description: expect.stringMatching(/ ET$/),
      },
    ]);
  });

  test.each([
    ['NFL', 195],
    ['CFB', 210],
    ['MLB', 165],
    ['Soccer', 120],
    ['NBA', 150],
    ['Hockey', 150],
  ] as const)('gives a game of the %s %d minutes', async (sport, minutes) => {
    const game = await world.addGame({ sport });
    await ann.call(placeBet, { body: aBet(league, game, '100', 'moneyline', 'home') });
    const { start, end } = await gameEvent(await calendarPathOf(ann));
    expect((Date.parse(end ?? '') - Date.parse(start)) / 60_000).toBe(minutes);
  });

  test('knows every sport', () => {
    expect(sports).toHaveLength(6);
  });

  test.each([
    // One o'clock in the afternoon, Eastern: before and after the clocks go back on 1 November 2026 and forward on
    // 14 March 2027.
    ['2026-10-31T17:00:00.000Z', 'Sat, Oct 31, 1:00 PM ET'],
    ['2026-11-01T18:00:00.000Z', 'Sun, Nov 1, 1:00 PM ET'],
    ['2027-03-13T18:00:00.000Z', 'Sat, Mar 13, 1:00 PM ET'],
    ['2027-03-14T17:00:00.000Z', 'Sun, Mar 14, 1:00 PM ET'],
    // The hour that comes twice.
    ['2026-11-01T05:30:00.000Z', 'Sun, Nov 1, 1:30 AM ET'],
    ['2026-11-01T06:30:00.000Z', 'Sun, Nov 1, 1:30 AM ET'],
  ])('has the start of a game at %s as that instant, and says %s', async (instant, words) => {
    const game = await world.addGame();
    await bet(ann, league, game);
    await world.database.pool.query('update games set starts_at = $1 where id = $2', [instant, game.id]);
    const path = await calendarPathOf(ann);
    const { start, description } = await gameEvent(path);
    expect([start, description.split('\n').at(-1)]).toEqual([instant, words]);
    const text = await (await world.visitor().raw('GET', path)).text();
    expect(text).toContain(`DTSTART:${instant.replace(/[-:]|\.000/g, '')}\r\n`);
  });

  test('has a game without a known time on its Eastern day', async () => {
    const game = await world.addGame();
    await bet(ann, league, game);
    await world.database.pool.query('update games set starts_at = $1, start_known = false where id = $2', [
      '2026-11-23T03:00:00Z', // still Sunday in the East
      game.id,
    ]);
    expect(await gameEvent(await calendarPathOf(ann))).toMatchObject({ start: '2026-11-22', end: null });
  });

  test('has each leg of a parlay as an event of its own', async () => {
    const [first, second] = [await world.addGame(), await world.addGame({ sport: 'NBA' })];
    await ann.call(placeParlay, { body: aParlay(league, '50', [aLeg(first), aLeg(second, 'total', 'over')]) });
    const events = (await read(await calendarPathOf(ann))).filter(({ title }) => title.includes(' at '));
    const legs = (await ann.call(listBets)).reply;
    expect(new Set(events.map(({ uid }) => uid))).toEqual(new Set(legs.map(({ id }) => `${id}@ching`)));
    expect(events.map(({ description }) => description.split('\n').slice(1, 3)).toSorted()).toEqual([
      ['Spread Bills -3.5 at -110, leg 1 of 2', '50 Ching to return 182 Ching'],
      ['Total Over 47.5 at -110, leg 2 of 2', '50 Ching to return 182 Ching'],
    ]);
  });

  test('keeps names whole, whatever is in them, and no line longer than 75 octets', async () => {
    const name = 'A;B,C\\ "x": \u{1f3c8}\u{1f3c8} BEGIN:VEVENT ñandú שלום';
    const named = await world.league(ann, { name });
    const game = await world.addGame();
    await bet(ann, named, game);
    const text = await (await world.visitor().raw('GET', await calendarPathOf(ann))).text();
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(eventsIn(text).map(({ title }) => title)).toContain(`\u2068${name}\u2069 ends`);
    expect(eventsIn(text)[0]?.description.split('\n')[0]).toBe(`\u2068${name}\u2069`);
  });

  test('loses a league at once from which its member is removed, and one that is deleted', async () => {
    const bob = await world.member(league, 'Bob');
    const own = await world.league(bob, { name: 'Own' });
    for (const group of [league, own]) await bet(bob, group, await world.addGame());
    const path = await calendarPathOf(bob);
    expect(await read(path)).toHaveLength(6);
    await ann.call(removeMember, { params: { id: league.id, userId: bob.user.id } });
    expect((await read(path)).map(({ title }) => title)).toEqual([
      'Chiefs at Bills: Spread Bills -3.5',
      'Own: joining ends',
      'Own ends',
    ]);
    await bob.call(deleteGroup, { params: { id: own.id } });
    expect(await read(path)).toEqual([]);
  });

  test('leaves out leagues of a lost machine', async () => {
    const there = await world.league(ann, { name: 'There' });
    for (const group of [league, there]) await bet(ann, group, await world.addGame());
    const { machines } = world.database;
    const partly = {
      ...machines,
      isWhole: false,
      reachable: (ids: readonly string[]) => ids.filter((id) => id !== there.id),
    };
    const events = await listEvents({ ...world.database, machines: partly }, ann.user.id, new Date(), '');
    expect(events.map(({ title }) => title)).toEqual([
      'Chiefs at Bills: Spread Bills -3.5',
      'Sunday League: joining ends',
      'Sunday League ends',
    ]);
  });

  test('of somebody with thousands of open bets has those on the next 500 games, in a bounded text', async () => {
    const placed = await bet(ann, league, await world.addGame());
    const later = await Promise.all(
      [3, 1, 2].map((days) => world.addGame({ startsAt: hoursAfter(new Date(), 24 * days) })),
    );
    for (const { id } of later) await copyBet(placed.id, id, 1_000);
    const text = await (await world.visitor().raw('GET', await calendarPathOf(ann))).text();
    const games = eventsIn(text).filter(({ title }) => title.includes(' at '));
    expect(games.map(({ start }) => start)).toEqual([
      games[0]?.start,
      ...Array<string>(499).fill(seconds(later[1]?.startsAt ?? new Date(0))),
    ]);
    expect(text.length).toBeLessThan(400_000);
  });
});

/** Places `count` more tickets like that of a bet, on another game. */
async function copyBet(betId: string, gameId: string, count: number): Promise<void> {
  await world.database.pool.query(
    `with source as (select * from legs where id = $1), copies as (select gen_random_uuid() as id from generate_series(1, $3)),
    placed as (
      insert into tickets (league_id, id, user_id, stake_cents, payout_cents, idempotency_key, request_hash, placed_at)
      select t.league_id, c.id, t.user_id, t.stake_cents, t.payout_cents, c.id::text, '', t.placed_at
      from tickets t, source s, copies c where t.league_id = s.league_id and t.id = s.ticket_id returning league_id, id
    )
    insert into legs (league_id, ticket_id, number, id, game_id, market, side, line, price, original_start, home_team_id, away_team_id)
    select p.league_id, p.id, 1, gen_random_uuid(), $2, s.market, s.side, s.line, s.price, s.original_start, s.home_team_id, s.away_team_id
    from placed p, source s`,
    [betId, gameId, count],
  );
}

/** An instant as a calendar has it: in whole seconds. */
function seconds(at: Date): string {
  return new Date(Math.floor(at.getTime() / 1_000) * 1_000).toISOString();
}
