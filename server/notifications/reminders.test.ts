import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { removeMember, updateGroup } from '#shared/api/groups.ts';
import { listNotices } from '#shared/api/notifications.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { weekOf } from '#shared/domain/week.ts';
import { atTime } from '../testing/at-time.ts';
import { aBet } from '../testing/games.ts';
import { ageLeague } from '../testing/leagues.ts';
import { storedNotices } from '../testing/notices.ts';
import { type Player, testWorld } from '../testing/world.ts';
import { createReminderWriter } from './reminders.ts';

const world = await testWorld();
beforeEach(() => world.clear());
afterAll(() => world.drop());

const hourMs = 3_600_000;
const later = (at: Date, hours: number) => new Date(at.getTime() + hours * hourMs);
const endingAt = (end: Date) => ({ joinDeadline: later(end, -1).toISOString(), endDate: end.toISOString() });
const remindAt = (now: Date, writer = createReminderWriter()) => writer.run(atTime(world.database, now));
const read = async (player: Player) =>
  (await player.call(listNotices)).reply.notices.map(({ title, line }) => `${title} · ${line}`);

describe('a league that closes to bets', () => {
  test('reminds its members once, on its last day', async () => {
    const ann = await world.signUp('Ann');
    const end = later(new Date(), 72);
    const league = await world.league(ann, endingAt(end));
    const [bob, cleo] = [await world.member(league, 'Bob'), await world.member(league, 'Cleo')];
    await ann.call(removeMember, { params: { id: league.id, userId: cleo.user.id } });
    expect(await remindAt(later(end, -25))).toBe(0);
    const writer = createReminderWriter();
    expect(await remindAt(later(end, -23), writer)).toBe(2);
    expect([await remindAt(later(end, -22), writer), await remindAt(later(end, -1))]).toEqual([0, 0]);
    expect((await storedNotices(world)).map(({ userId }) => userId).sort()).toEqual([ann.user.id, bob.user.id].sort());
    expect(await read(bob)).toEqual([
      expect.stringMatching(/^Sunday League closes to bets on .* · Last bets until .* ET$/),
    ]);
  });

  test('reminds again of another end, and of none that is over or a day away when it begins', async () => {
    const ann = await world.signUp('Ann');
    const end = later(new Date(), 72);
    const league = await world.league(ann, endingAt(end));
    await world.league(ann, endingAt(later(new Date(), 20)));
    expect(await remindAt(later(new Date(), 1))).toBe(0);
    expect(await remindAt(later(end, -20))).toBe(1);
    const moved = later(end, 48);
    await ann.call(updateGroup, { params: { id: league.id }, body: { endDate: moved.toISOString() } });
    expect(await remindAt(later(end, -10))).toBe(0);
    expect(await remindAt(later(moved, -10))).toBe(1);
    expect(await remindAt(later(moved, 1))).toBe(0);
  });

  test('does not remind somebody who joined on its last day', async () => {
    const ann = await world.signUp('Ann');
    const end = later(new Date(), 23);
    const league = await world.league(ann, endingAt(later(end, 72)));
    await world.database.pool.query(
      "update leagues set created_at = now() - interval '9 days', end_date = $1 where leagues.id = $2",
      [end, league.id],
    );
    await world.database.pool.query("update members set joined_at = now() - interval '9 days' where league_id = $1", [
      league.id,
    ]);
    await world.member(league, 'Late');
    expect(await remindAt(later(end, -22))).toBe(1);
  });
});

describe('a week that does not count for the title yet', () => {
  /** A league under Fair play on the last Monday before noon of its second week, in which a game has begun. */
  async function onMonday() {
    const [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
    const league = await world.league(ann, { fairPlay: { ...presets.classic, activeWeeksPct: 75 } });
    await world.join(bob, league);
    const game = await world.addGame();
    await ann.call(placeBet, { body: aBet(league, game, '100') });
    await bob.call(placeBet, { body: aBet(league, game, '40') });
    const { endsAt } = weekOf(new Date(), new Date());
    const { pool } = world.database;
    // All of it on Sunday at noon: the game, the bets, and what was before.
    const sunday = later(endsAt, -42);
    await ageLeague(world.database, league, 1);
    await pool.query('update games set starts_at = $1', [sunday]);
    await pool.query('update tickets set placed_at = $1', [sunday]);
    return { league, ann, bob, monday: later(endsAt, -20), sunday, endsAt };
  }

  test('reminds on Monday whom it still asks for stakes, with the amount and the time', async () => {
    const { bob, monday, sunday } = await onMonday();
    expect(await remindAt(sunday)).toBe(0);
    expect(await remindAt(later(monday, -1))).toBe(0); // 9:00
    expect(await remindAt(monday)).toBe(1);
    expect([await remindAt(later(monday, 2)), await remindAt(later(monday, 19))]).toEqual([0, 0]);
    expect(await read(bob)).toEqual([
      expect.stringMatching(
        /^Bet 60 more by Tuesday 6 AM ET · Sunday League · to count week 2; you could miss \d+ weeks? more$/,
      ),
    ]);
  });

  test('reminds nobody who gave up the title, or was removed, and nobody in a Classic league', async () => {
    const { league, bob, monday, sunday, ann } = await onMonday();
    const classic = await world.league(ann);
    const late = await world.member(league, 'Late');
    const gone = await world.member(league, 'Gone');
    await world.member(classic, 'Classic');
    await world.database.pool.query('update members set is_guest = true where user_id = $1', [late.user.id]);
    await ann.call(removeMember, { params: { id: league.id, userId: gone.user.id } });
    await world.database.pool.query('update members set joined_at = $1', [later(sunday, -24)]);
    expect(await remindAt(monday)).toBe(1);
    expect((await storedNotices(world)).map(({ userId }) => userId)).toEqual([bob.user.id]);
  });

  test('reminds of no week in which no game began', async () => {
    const { monday, sunday } = await onMonday();
    await world.database.pool.query('update games set starts_at = $1', [later(sunday, 72)]);
    expect(await remindAt(monday)).toBe(0);
  });
});

test('a run within a minute of the last one does nothing', async () => {
  let ms = 0;
  const writer = createReminderWriter(() => ms);
  const ann = await world.signUp('Ann');
  const end = later(new Date(), 72);
  expect(await remindAt(later(end, -20), writer)).toBe(0);
  await world.league(ann, endingAt(end));
  ms += 59_999;
  expect(await remindAt(later(end, -20), writer)).toBe(0);
  ms += 1;
  expect(await remindAt(later(end, -20), writer)).toBe(1);
});
