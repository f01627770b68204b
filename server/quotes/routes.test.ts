import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manualOddsByGames, saveManualOdds, weekManualOdds } from '#shared/api/admin.ts';
import { addressOf } from '#shared/api/endpoint.ts';
import { users } from '../db/tables/users.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { aGame, live } from '../testing/games.ts';
import { anAdmin, everythingWritten, fullOdds, moneyline, type SentOdds, setAdmin } from '../testing/manual-odds.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let admin: Player;

beforeAll(async () => {
  world = await testWorld();
  admin = await anAdmin(world, 'Ada');
});
afterAll(() => world.drop());

const save = (...odds: SentOdds[]) => admin.call(saveManualOdds, { body: { odds } });

const written = () => everythingWritten(world.database.db);

describe('who may', () => {
  const calls = (game: FeedGame) => [
    { method: 'GET', path: addressOf(weekManualOdds, { week: '12', season: '2026' }) },
    { method: 'POST', path: manualOddsByGames.path, body: { gameIds: [game.id] } },
    { method: 'POST', path: saveManualOdds.path, body: { odds: [fullOdds(game)] } },
  ];
  const statusesOf = async (visitor: Pick<Player, 'raw'>, game: FeedGame) => {
    const answers = [];
    for (const { method, path, body } of calls(game)) answers.push(await visitor.raw(method, path, { body }));
    return answers.map((answer) => answer.status);
  };

  test('nobody without a session, no member, no owner of a league; an admin may all', async () => {
    const game = await world.addGame();
    const before = await written();
    const owner = await world.signUp();
    const member = await world.signUp();
    await world.join(member, await world.league(owner));
    expect(await statusesOf(world.visitor(), game)).toEqual([401, 401, 401]);
    expect(await statusesOf(owner, game)).toEqual([403, 403, 403]);
    expect(await statusesOf(member, game)).toEqual([403, 403, 403]);
    expect((await written())[0]).toEqual(before[0]);
    expect(await statusesOf(admin, game)).toEqual([200, 200, 200]);
  });

  test('the right is judged before the body, in the words of the product', async () => {
    const member = await world.signUp();
    const answer = await member.raw('POST', saveManualOdds.path, { body: { odds: 'nonsense' } });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({ message: 'Admin Access Required', code: 'admin-required' });
    expect((await world.visitor().raw('POST', saveManualOdds.path, { body: { odds: 'nonsense' } })).status).toBe(401);
  });

  test('a right that is granted or revoked counts from the next request on, in a session that stays', async () => {
    const game = await world.addGame();
    const player = await world.signUp();
    expect(await statusesOf(player, game)).toEqual([403, 403, 403]);
    await setAdmin(world.database.db, player, true);
    expect(await statusesOf(player, game)).toEqual([200, 200, 200]);
    await setAdmin(world.database.db, player, false);
    expect(await statusesOf(player, game)).toEqual([403, 403, 403]);
  });
});

describe('lists', () => {
  test('a week’s list has the manual odds of the NFL games that the slate shows, and no others', async () => {
    const week = { season: 2031, week: 7 };
    const regular = await world.addGame(week);
    const bare = await world.addGame(week);
    const preseason = await world.addGame({ ...week, seasonType: 'preseason' });
    const college = await world.addGame({ ...week, sport: 'CFB' });
    const later = await world.addGame({ ...week, week: 8 });
    await save(...[regular, preseason, college, later].map(fullOdds));
    const { reply } = await admin.call(weekManualOdds, { params: { week: '7', season: '2031' } });
    expect(reply.map((odds) => odds.gameId)).toEqual([regular.id]);
    expect(reply.map((odds) => odds.gameId)).not.toContain(bare.id);
  });

  test.each(['week=12', 'season=2026', 'week=a&season=2026', 'week=-1&season=2026', 'week=1&week=2&season=2026'])(
    'a week asked for as %s is refused',
    async (query) => {
      expect((await admin.raw('GET', `${weekManualOdds.path}?${query}`)).status).toBe(400);
    },
  );

  test('by games answers the records of those asked for that have one', async () => {
    const [first, second, bare] = [await world.addGame(), await world.addGame({ sport: 'NBA' }), await world.addGame()];
    await save(fullOdds(first), moneyline(second));
    const gameIds = [second.id, bare.id, first.id, 'espn:unknown', first.id];
    const { reply } = await admin.call(manualOddsByGames, { body: { gameIds } });
    expect(reply.map((odds) => odds.gameId).sort()).toEqual([first.id, second.id].sort());
    expect((await admin.call(manualOddsByGames, { body: { gameIds: [] } })).reply).toEqual([]);
  });

  test('by games takes 300 games of long names and not 301', async () => {
    const ids = Array.from({ length: 301 }, (_, at) => `espn:${String(at).padStart(60, '0')}`);
    expect((await admin.call(manualOddsByGames, { body: { gameIds: ids.slice(1) } })).reply).toEqual([]);
    const { status, refusal } = await admin.call(manualOddsByGames, { body: { gameIds: ids } });
    expect([status, refusal?.message]).toEqual([400, 'Please ask for at most 300 games']);
  });
});

describe('saving', () => {
  test('answers each record as stored, signed by the session and not by the body', async () => {
    const game = await world.addGame();
    const forged = { ...fullOdds(game), setBy: 'Mallory', setById: 'x', updatedAt: '2000-01-01T00:00:00Z' };
    const { reply } = await save(forged);
    expect(reply).toEqual([
      {
        gameId: game.id,
        spreadHome: -6.5,
        spreadAway: 6.5,
        spreadHomeOdds: -105,
        spreadAwayOdds: -115,
        moneylineHome: -250,
        moneylineAway: 210,
        moneylineDraw: null,
        totalPoints: 50,
        overOdds: -102,
        underOdds: -118,
        setBy: 'Ada',
        notes: 'The quarterback is out',
        updatedAt: expect.any(String),
      },
    ]);
    expect((await admin.call(manualOddsByGames, { body: { gameIds: [game.id] } })).reply).toEqual(reply);
  });

  test.each([
    ['their first name', { firstName: 'Grace', email: 'gh@example.com' }, 'Grace'],
    ['the part of their address before the @', { firstName: null, email: 'grace.h@example.com' }, 'grace.h'],
    ['Admin', { firstName: '  ', email: '@example.com' }, 'Admin'],
  ])('is signed with %s', async (_name, changes, setBy) => {
    const signer = await anAdmin(world, 'Signer');
    await world.database.db.update(users).set(changes).where(eq(users.id, signer.user.id));
    const game = await world.addGame();
    const { reply } = await signer.call(saveManualOdds, { body: { odds: [moneyline(game)] } });
    expect(reply).toMatchObject([{ gameId: game.id, setBy, notes: '' }]);
  });

  test('fills in the away spread where it is left out, also at pick’em', async () => {
    const [game, even] = [await world.addGame(), await world.addGame()];
    const { spreadAway: _away, ...withoutAway } = fullOdds(game);
    const { reply } = await save(withoutAway, { ...withoutAway, gameId: even.id, spreadHome: '0.0' });
    expect(reply.map(({ spreadHome, spreadAway }) => [spreadHome, spreadAway])).toEqual([
      [-6.5, 6.5],
      [0, 0],
    ]);
  });

  test('takes odds of 0 for none', async () => {
    const game = await world.addGame();
    const { reply } = await save({ ...moneyline(game), moneylineDraw: 0, overOdds: 0, underOdds: 0 });
    expect(reply).toMatchObject([{ moneylineHome: -130, moneylineDraw: null, overOdds: null }]);
  });

  test('takes a draw in soccer', async () => {
    const game = await world.addGame({ sport: 'Soccer' });
    const { reply } = await save({ ...moneyline(game), moneylineDraw: 260 });
    expect(reply).toMatchObject([{ moneylineDraw: 260, spreadHome: null, totalPoints: null }]);
  });

  test('takes 300 games and not 301', async () => {
    const games = Array.from({ length: 301 }, () => aGame());
    await world.poll(...games);
    const before = await written();
    const { status, refusal } = await save(...games.map(moneyline));
    expect([status, refusal?.message]).toEqual([400, 'Please save at most 300 games at once']);
    expect(await written()).toEqual(before);
    const { reply } = await save(...games.slice(1).map(moneyline));
    expect(reply.map((odds) => odds.gameId)).toEqual(games.slice(1).map((game) => game.id));
  });

  test('a body past 64 kb is refused', async () => {
    const game = await world.addGame();
    const body = JSON.stringify({ odds: [moneyline(game)] });
    expect((await admin.raw('POST', saveManualOdds.path, { body: body.padEnd(65_537) })).status).toBe(413);
    expect((await admin.raw('POST', saveManualOdds.path, { body: body.padEnd(65_536) })).status).toBe(200);
  });
});

describe('a record that says what its page showed', () => {
  const seenOn = (game: FeedGame, updatedAt: string | null): NonNullable<SentOdds['seen']> => ({
    awayTeam: `${game.away.city} ${game.away.name}`,
    homeTeam: `${game.home.city} ${game.home.name}`,
    updatedAt,
  });

  test('is saved over the odds that it saw, and refused over those that another admin saved since', async () => {
    const game = await world.addGame();
    const grace = await anAdmin(world, 'Grace');
    const { reply: first } = await save({ ...moneyline(game), seen: seenOn(game, null) });
    const seen = seenOn(game, first[0]?.updatedAt ?? null);
    await grace.call(saveManualOdds, { body: { odds: [{ ...fullOdds(game), seen }] } });
    const before = await written();
    for (const late of [
      { ...moneyline(game), seen },
      { ...moneyline(game), seen: seenOn(game, null) },
      { gameId: game.id, seen },
    ]) {
      const { status, refusal } = await save(late);
      expect([status, refusal?.code]).toEqual([409, 'odds-changed']);
    }
    expect(await written()).toEqual(before);
  });

  test('is refused over odds that were cleared since, and on a game whose teams are others by now', async () => {
    const [game, other] = [await world.addGame(), await world.addGame()];
    const { reply } = await save(moneyline(game));
    await save({ gameId: game.id });
    const before = await written();
    const cleared = await save({ ...moneyline(game), seen: seenOn(game, reply[0]?.updatedAt ?? null) });
    const { awayTeam: homeTeam, homeTeam: awayTeam } = seenOn(other, null);
    const swapped = await save({ ...moneyline(other), seen: { homeTeam, awayTeam, updatedAt: null } });
    for (const { status, refusal } of [cleared, swapped])
      expect([status, refusal?.code]).toEqual([409, 'odds-changed']);
    expect(await written()).toEqual(before);
  });

  test('of several, one that is refused takes the whole call with it', async () => {
    const [sound, late] = [await world.addGame(), await world.addGame()];
    await save(moneyline(late));
    const before = await written();
    const { status } = await save(
      { ...moneyline(sound), seen: seenOn(sound, null) },
      { ...fullOdds(late), seen: seenOn(late, null) },
    );
    expect(status).toBe(409);
    expect(await written()).toEqual(before);
  });
});

describe('an invalid record takes the whole call with it:', () => {
  type Case = [string, number, string, (game: FeedGame) => SentOdds[], Partial<FeedGame>?];
  const cases: Case[] = [
    [
      'an unknown game',
      404,
      'espn:nobody',
      () => [{ gameId: 'espn:nobody', moneylineHome: -110, moneylineAway: -110 }],
    ],
    ['the same game twice', 400, 'only once', (game) => [moneyline(game), moneyline(game)]],
    ['spreads that do not mirror', 400, 'negative', (game) => [{ ...fullOdds(game), spreadAway: '7' }]],
    ['spreads of one sign', 400, 'negative', (game) => [{ ...fullOdds(game), spreadAway: '-6.5' }]],
    ['an away spread alone', 400, 'spread', (game) => [{ ...fullOdds(game), spreadHome: null }]],
    ['a spread without its odds', 400, 'spread', (game) => [{ ...fullOdds(game), spreadHomeOdds: null }]],
    ['odds of a spread without its line', 400, 'spread', (game) => [{ gameId: game.id, spreadHomeOdds: -110 }]],
    ['one half of a moneyline', 400, 'moneyline', (game) => [{ ...fullOdds(game), moneylineAway: 0 }]],
    ['a total without its points', 400, 'total', (game) => [{ ...fullOdds(game), totalPoints: null }]],
    ['a total without the under', 400, 'total', (game) => [{ ...fullOdds(game), underOdds: null }]],
    ['a total of 0', 400, 'greater than 0', (game) => [{ ...fullOdds(game), totalPoints: '0.0' }]],
    ['a total below 0', 400, 'greater than 0', (game) => [{ ...fullOdds(game), totalPoints: '-47.5' }]],
    ['a quarter of a point', 400, 'spreadHome', (game) => [{ ...fullOdds(game), spreadHome: '-3.25' }]],
    ['a line past all games', 400, '1,000', (game) => [{ ...fullOdds(game), spreadHome: '1500', spreadAway: '-1500' }]],
    ['odds below 100', 400, 'overOdds: must be American odds', (game) => [{ ...fullOdds(game), overOdds: 99 }]],
    ['a draw outside soccer', 400, 'NFL has no draw', (game) => [{ ...fullOdds(game), moneylineDraw: 300 }]],
    ['a draw alone', 400, 'moneyline', (game) => [{ gameId: game.id, moneylineDraw: 300 }], { sport: 'Soccer' }],
    [
      'a spread in soccer',
      400,
      'Soccer has no spread',
      (game) => [{ ...fullOdds(game), totalPoints: null, overOdds: null, underOdds: null }],
      { sport: 'Soccer' },
    ],
    [
      'a total in soccer',
      400,
      'Soccer has no total',
      (game) => [{ gameId: game.id, totalPoints: '2.5', overOdds: -110, underOdds: -110 }],
      { sport: 'Soccer' },
    ],
    ['a start that has passed', 409, 'locked', (game) => [moneyline(game)], { startsAt: new Date(Date.now() - 1_000) }],
    ['a start to be announced', 409, 'locked', (game) => [moneyline(game)], { startKnown: false }],
    ['a game called off', 409, 'locked', (game) => [moneyline(game)], { status: 'canceled' }],
    ['an override of a started game to clear', 409, 'locked', (game) => [{ gameId: game.id }], live(aGame())],
  ];
  test.each(cases)('%s', async (_name, expected, words, records, wanted = {}) => {
    const sound = await world.addGame();
    const game = await world.addGame({ ...wanted, id: aGame().id });
    const before = await written();
    const { status, refusal } = await save(fullOdds(sound), ...records(game));
    expect(status).toBe(expected);
    expect(refusal?.message).toContain(words);
    expect(await written()).toEqual(before);
  });
});
