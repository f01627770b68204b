import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, removeMember, updateGroup } from '#shared/api/groups.ts';
import { countNotices, listNotices, readNotice } from '#shared/api/notifications.ts';
import { freezeAfterMs, weekNumbered } from '#shared/domain/week.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { freezeWeeks } from '../leagues/weeks.ts';
import { atTime } from '../testing/at-time.ts';
import { aBet, aLeg, aParlay, final } from '../testing/games.ts';
import { endLeague } from '../testing/leagues.ts';
import { aWriter, noon, settleAt, storedNotices } from '../testing/notices.ts';
import { type Player, testWorld } from '../testing/world.ts';

const world = await testWorld();
let league: Group;
let [ann, bob, cleo] = [] as unknown as [Player, Player, Player];
let writer: ReturnType<typeof aWriter>;

beforeEach(async () => {
  await world.clear();
  ann = await world.signUp('Ann');
  league = await world.league(ann);
  [bob, cleo] = [await world.member(league, 'Bob'), await world.member(league, 'Cleo')];
  writer = aWriter(world.database);
  expect(await writer.run()).toBe(2); // that they joined
});
afterAll(() => world.drop());

const bet = (player: Player, game: Parameters<typeof aBet>[1], side: 'home' | 'away' = 'home', ching = '110') =>
  player.call(placeBet, { body: aBet(league, game, ching, 'spread', side) });

/** The notices of a player, the latest first, without those of who joined. */
const read = async (player: Player) =>
  (await player.call(listNotices)).reply.notices
    .filter(({ kind }) => kind !== 'joined')
    .map(({ title, net, line }) => [title, net, line]);

const weekday = () =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'America/New_York' }).format(noon());

describe('settled bets', () => {
  test('are one notice a day and league, with the net, the record and the rank', async () => {
    const [one, two, three] = [await world.addGame(), await world.addGame(), await world.addGame()];
    await bet(ann, one);
    await bet(ann, two);
    await bet(ann, three, 'away');
    await bet(bob, one, 'away');
    await settleAt(world, noon(), final(one, 30, 0), final(two, 0, 30));
    await settleAt(world, noon(1), { ...final(three, 0, 0), status: 'canceled', settleable: true });
    expect(await writer.run()).toBe(2);
    expect(await read(ann)).toEqual([
      [`${weekday()}: 3 bets settled`, -1_000, 'Sunday League · 1 won · 1 lost · 1 returned · 2nd, down 1'],
    ]);
    expect(await read(bob)).toEqual([[`${weekday()}: 1 bet settled`, -11_000, 'Sunday League · 1 lost · 3rd, down 2']]);
    expect(await read(cleo)).toEqual([]);
    expect([await writer.run(), await aWriter(world.database).run()]).toEqual([0, 0]);
  });

  test('that follow on the same day become news of the same notice', async () => {
    const [one, two] = [await world.addGame(), await world.addGame()];
    await bet(ann, one);
    await bet(ann, two);
    await bet(bob, one);
    await settleAt(world, noon(), final(one, 30, 0));
    expect(await writer.run()).toBe(2);
    await settleAt(world, noon(90), final(two, 30, 0));
    expect(await writer.run()).toBe(1);
    expect(await read(ann)).toMatchObject([[`${weekday()}: 2 bets settled`, 20_000, expect.anything()]]);
    expect(await read(bob)).toMatchObject([[`${weekday()}: 1 bet settled`, 10_000, expect.anything()]]);
  });

  test('of the next day are another notice', async () => {
    const [one, two] = [await world.addGame(), await world.addGame()];
    await bet(ann, one);
    await bet(ann, two);
    await settleAt(world, noon(), final(one, 30, 0));
    await settleAt(world, noon(24 * 60), final(two, 30, 0));
    expect(await writer.run()).toBe(2);
    expect((await storedNotices(world)).filter(({ kind }) => kind === 'settled')).toMatchObject([
      { version: 1 },
      { version: 1 },
    ]);
  });

  test('of another league are another notice, and a parlay is one bet', async () => {
    const other = await world.league(ann, { name: 'Another' });
    const [one, two] = [await world.addGame(), await world.addGame()];
    for (const group of [league, other]) {
      await ann.call(placeParlay, { body: aParlay(group, '10', [aLeg(one), aLeg(two)]) });
    }
    await settleAt(world, noon(), final(one, 0, 30));
    expect(await writer.run()).toBe(2);
    await settleAt(world, noon(60), final(two, 0, 30));
    expect(await writer.run()).toBe(0);
    const lines = (await read(ann)).map(([, , line]) => line).sort();
    expect(lines).toEqual(['Another · 1 lost', 'Sunday League · 1 lost · 3rd, down 2']); // alone in the other league
  });

  test('of somebody who was removed meanwhile are nobody’s news', async () => {
    const game = await world.addGame();
    await bet(bob, game);
    await ann.call(removeMember, { params: { id: league.id, userId: bob.user.id } });
    await settleAt(world, noon(), final(game, 30, 0));
    expect(await writer.run()).toBe(0);
  });
});

describe('a correction', () => {
  test('that moved a balance is a notice of its own, and leaves that of the day', async () => {
    const game = await world.addGame();
    await bet(ann, game);
    await bet(bob, game, 'away');
    await settleAt(world, noon(), final(game, 30, 0));
    await writer.run();
    await settleAt(world, noon(60), final(game, 0, 30));
    expect(await writer.run()).toBe(2);
    expect(await read(ann)).toEqual([
      ['Correction: KC @ BUF', -21_000, 'Sunday League · your bet is now lost'],
      [`${weekday()}: 1 bet settled`, 10_000, 'Sunday League · 1 won · 1st in the league'],
    ]);
    expect((await read(bob))[0]).toEqual(['Correction: KC @ BUF', 21_000, 'Sunday League · your bet is now won']);
    await settleAt(world, noon(120), final(game, 30, 0));
    expect(await writer.run()).toBe(2);
    expect((await read(ann)).map(([, net]) => net)).toEqual([21_000, -21_000, 10_000]);
    expect([await writer.run(), await aWriter(world.database).run()]).toEqual([0, 0]);
  });

  test('of several bets is one notice', async () => {
    const game = await world.addGame();
    await bet(ann, game);
    await ann.call(placeBet, { body: aBet(league, game, '100', 'moneyline', 'home') });
    await settleAt(world, noon(), final(game, 30, 0));
    await writer.run();
    await settleAt(world, noon(60), final(game, 0, 30));
    expect(await writer.run()).toBe(1);
    expect((await read(ann))[0]).toEqual([
      'Correction: KC @ BUF',
      -36_556,
      'Sunday League · 2 of your bets are now lost',
    ]);
  });

  test('that opens a parlay again says so, and its second settling is one more', async () => {
    const [one, two] = [await world.addGame(), await world.addGame()];
    await ann.call(placeParlay, { body: aParlay(league, '10', [aLeg(one), aLeg(two)]) });
    await settleAt(world, noon(), final(one, 0, 30));
    await writer.run();
    await settleAt(world, noon(60), final(one, 30, 0));
    expect(await writer.run()).toBe(1);
    expect((await read(ann))[0]).toEqual(['Correction: KC @ BUF', 1_000, 'Sunday League · your bet is now open again']);
    await settleAt(world, noon(120), final(two, 0, 30));
    expect(await writer.run()).toBe(1);
    expect((await read(ann))[0]?.slice(1)).toEqual([-1_000, 'Sunday League · your bet is now lost']);
  });

  test('that moved no balance is no news', async () => {
    const game = await world.addGame();
    await bet(ann, game);
    await settleAt(world, noon(), final(game, 30, 0));
    await writer.run();
    await settleAt(world, noon(60), final(game, 31, 0));
    expect(await writer.run()).toBe(0);
  });
});

test('a frozen week and final standings are a notice to every member, once', async () => {
  const game = await world.addGame();
  await bet(ann, game, 'home', '100');
  await bet(bob, game, 'away', '100');
  const { rows } = await world.database.pool.query('select created_at from leagues where leagues.id = $1', [league.id]);
  const second = weekNumbered(2, rows[0].created_at).startsAt;
  await settleAt(world, new Date(second.getTime() - 3_600_000), final(game, 30, 0));
  await freezeWeeks(atTime(world.database, new Date(second.getTime() + freezeAfterMs)));
  expect(await writer.run()).toBe(5);
  await endLeague(world.database.db, league);
  expect(await finalizeLeagues(world.database)).toBe(1);
  const late = await aWriter(world.database).run();
  expect([late, await writer.run()]).toEqual([3, 0]);
  expect((await read(cleo)).sort()).toEqual([
    ['Ann wins week 1', null, 'Sunday League · no bets of yours'],
    ['Sunday League is final: you ended 2nd', null, 'Ann is champion with 1,090'],
  ]);
  const titles = (await read(bob)).map(([title, , line]) => `${title} · ${line}`);
  expect(titles).toContain('Ann wins week 1 · Sunday League · you were 2nd of the week with -100');
  expect(titles).toContain('Sunday League is final: you ended 3rd · Ann is champion with 1,090');
});

test('an announcement is a notice to every member but its author, and says what it says now', async () => {
  const announce = (announcement: string | null) =>
    ann.call(updateGroup, { params: { id: league.id }, body: { announcement } });
  await announce('Wings at mine');
  expect(await writer.run()).toBe(2);
  const words = (text: string) => [['Announcement in Sunday League', null, text]];
  expect(await read(bob)).toEqual(words('Wings at mine'));
  expect(await read(ann)).toEqual([]);
  const late = await world.member(league, 'Dan');
  expect(await writer.run()).toBe(1); // that Dan joined
  expect(await read(late)).toEqual([]);

  await ann.call(updateGroup, {
    params: { id: league.id },
    body: { name: 'Sunday League', announcement: 'Wings at mine' },
  });
  expect(await writer.run()).toBe(0);
  const [seen] = (await bob.call(listNotices)).reply.notices;
  await bob.call(readNotice, { params: { id: seen?.id ?? '' } });
  await announce('Wings at Bob’s,\nkick-off at 1');
  expect([await writer.run(), await aWriter(world.database).run()]).toEqual([3, 0]);
  expect(await read(bob)).toEqual(words('Wings at Bob’s, kick-off at 1'));
  expect((await bob.call(countNotices)).reply.unread).toBe(1);
  expect(await read(late)).toEqual(words('Wings at Bob’s, kick-off at 1'));

  await announce(null);
  expect(await writer.run()).toBe(0);
  expect(await read(bob)).toEqual(words('It was taken back'));
  await ann.call(removeMember, { params: { id: league.id, userId: bob.user.id } });
  await announce('Without Bob');
  expect(await read(bob)).toEqual([]);
  await writer.run();
  expect(await read(bob)).toEqual([]);
  expect(await read(cleo)).toEqual(words('Without Bob'));
});

test('the owner alone hears who joined', async () => {
  const titles = async (player: Player) => (await player.call(listNotices)).reply.notices.map(({ title }) => title);
  await world.member(league, 'Dan');
  expect(await writer.run()).toBe(1);
  expect(await titles(ann)).toEqual(['Dan', 'Cleo', 'Bob'].map((name) => `${name} joined Sunday League`));
  expect(await titles(bob)).toEqual([]);
});
