import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveManualOdds } from '#shared/api/admin.ts';
import { gameBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { slateCalls } from '#shared/api/games.ts';
import { changesPerPage, type OddsChange, type OddsHistory, oddsHistory } from '#shared/api/odds-history.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { aBet, aGame, aLeg, aParlay, live, plainQuote } from '../testing/games.ts';
import { anAdmin, moneyline, type SentOdds } from '../testing/manual-odds.ts';
import { replacing, swapped } from '../testing/scripted-feed.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let ada: Player;
let grace: Player;
let reader: Player;

beforeAll(async () => {
  world = await testWorld();
  ada = await anAdmin(world, 'Ada');
  grace = await anAdmin(world, 'Grace');
  reader = await world.signUp('Reader');
});
afterAll(() => world.drop());

const spread = (game: FeedGame, line: string, odds: number): SentOdds => ({
  gameId: game.id,
  spreadHome: line,
  spreadHomeOdds: odds,
  spreadAwayOdds: odds,
});

async function save(admin: Player, ...odds: SentOdds[]) {
  expect((await admin.call(saveManualOdds, { body: { odds } })).status).toBe(200);
}
const clear = (admin: Player, game: FeedGame) => save(admin, { gameId: game.id });

async function historyOf(game: FeedGame, after?: string): Promise<OddsHistory> {
  return (await reader.call(oddsHistory, { params: { gameId: game.id, after } })).reply;
}

async function onSlate(game: FeedGame) {
  const { reply } = await world.visitor().call(slateCalls.NFL.games, { params: { week: '12', season: '2026' } });
  return reply.find((found) => found.id === game.id);
}

/** A poll at the present time, by which the history puts it between the saves before and after it. */
async function poll(...games: FeedGame[]): Promise<void> {
  await ingest(world.database, 'NFL', answerOf(games), new Date());
}

async function addGame(more: Partial<FeedGame> = {}): Promise<FeedGame> {
  const game = aGame(more);
  await poll(game);
  return game;
}

const rename = (player: Player, changes: string) =>
  world.database.pool.query(`update users set ${changes} where id = $1`, [player.user.id]);

/** The home spread of a quote: its line and price. */
const home = ({ spreadHome, spreadHomeOdds }: OddsChange['before']) => [spreadHome, spreadHomeOdds];

describe('the history of a game’s odds', () => {
  test('is empty while nobody set them, and the slate says nothing of it', async () => {
    const game = await addGame();
    expect(await historyOf(game)).toEqual({ changes: [], total: 0, next: null });
    expect(await onSlate(game)).toMatchObject({ quoteSource: 'feed', manual: null });
  });

  test('has who changed them, when, and the odds in force before and after, taken over and given back', async () => {
    const game = await addGame();
    const from = Date.now() - 1_000;
    await save(ada, spread(game, '-7', -105));
    await save(grace, { ...spread(game, '-8', -115), moneylineHome: -300, moneylineAway: 250 });
    await poll({ ...game, quote: withOdds(plainQuote, { spreadHome: -5, spreadAway: 5, spreadHomeOdds: -120 }) });
    await clear(ada, game);
    const { changes, total } = await historyOf(game);
    expect(total).toBe(3);
    expect(changes.map(({ setBy, isCleared }) => [setBy, isCleared])).toEqual([
      ['Ada', true],
      ['Grace', false],
      ['Ada', false],
    ]);
    expect(changes.map(({ before, after }) => [home(before), home(after)])).toEqual([
      [
        [-8, -115],
        [-5, -120],
      ],
      [
        [-7, -105],
        [-8, -115],
      ],
      [
        [-3.5, -110],
        [-7, -105],
      ],
    ]);
    expect(changes.map(({ before, after }) => [before.moneylineHome, after.moneylineHome])).toEqual([
      [-300, -180],
      [null, -300],
      [-180, null],
    ]);
    const at = changes.map((change) => Date.parse(change.at));
    expect(at).toEqual(at.toSorted((one, other) => other - one));
    expect(Math.min(...at)).toBeGreaterThan(from);
  });

  test('starts with no odds where no source had any', async () => {
    const game = await addGame({ quote: null });
    await save(ada, spread(game, '-7', -105));
    const { changes } = await historyOf(game);
    expect(changes.map(({ before }) => home(before))).toEqual([[null, null]]);
  });

  test('has no notes of the admins', async () => {
    const game = await addGame();
    await save(ada, { ...spread(game, '-7', -105), notes: 'between us' });
    const answer = await reader.raw('GET', `/api/games/${game.id}/odds-history`);
    expect(await answer.text()).not.toContain('between us');
  });

  test('comes in pages, each change once, also while further ones are made', async () => {
    const game = await addGame();
    const made = changesPerPage * 2 + 3;
    for (let at = 0; at < made; at += 1) await save(at % 2 ? ada : grace, spread(game, '-7', -101 - at));
    const first = await historyOf(game);
    expect([first.changes.length, first.total]).toEqual([changesPerPage, made]);
    await save(ada, spread(game, '-9', 200));
    const second = await historyOf(game, first.next ?? '');
    const third = await historyOf(game, second.next ?? '');
    expect(third.next).toBeNull();
    const prices = [first, second, third].flatMap(({ changes }) => changes.map(({ after }) => after.spreadHomeOdds));
    expect(prices).toEqual(Array.from({ length: made }, (_, at) => -101 - at).reverse());
    expect((await onSlate(game))?.manual).toEqual({ setBy: 'Ada', changes: made + 1 });
  });

  test('is for players: a visitor is refused, and an unknown game is not found', async () => {
    const game = await addGame();
    const params = { gameId: game.id };
    expect((await world.visitor().call(oddsHistory, { params })).status).toBe(401);
    const unknown = await reader.call(oddsHistory, { params: { gameId: 'espn:nobody-knows' } });
    expect([unknown.status, unknown.refusal?.code]).toEqual([404, 'game-not-found']);
  });

  test('stays with the teams when the feed swaps home and away, and has no line for the swap', async () => {
    const game = await addGame();
    await save(ada, spread(game, '-7', -105));
    await poll(swapped(game));
    await poll(swapped(game));
    expect((await onSlate(game))?.homeTeam).toContain(game.away.name);
    await save(grace, spread(game, '8', 120));
    const { changes } = await historyOf(game);
    expect(changes.map(({ setBy, before, after }) => [setBy, home(before), home(after)])).toEqual([
      ['Grace', [7, -105], [8, 120]],
      ['Ada', [3.5, -110], [7, -105]],
    ]);
  });
});

test.each(['both teams', 'the home team', 'the away team'] as const)(
  'odds on another match, from before the feed replaced %s, are neither shown nor counted',
  async (replaced) => {
    const game = await addGame();
    await save(ada, spread(game, '-7', -105));
    const other = replacing(game);
    if (replaced === 'the home team') other.away = game.away;
    if (replaced === 'the away team') other.home = game.home;
    await poll(other);
    await poll(other);
    expect((await onSlate(other))?.homeTeam).toContain(other.home.name);
    expect((await onSlate(other))?.manual).toBeNull();
    expect(await historyOf(other)).toEqual({ changes: [], total: 0, next: null });
    await save(grace, spread(other, '-8', -105));
    expect((await historyOf(other)).changes.map(({ setBy, before }) => [setBy, home(before)])).toEqual([
      ['Grace', [-3.5, -110]],
    ]);
  },
);

describe('the name of who set the odds', () => {
  test('is on the slate for everybody while these odds are in force, and the changes afterwards too', async () => {
    const game = await addGame();
    await save(ada, spread(game, '-7', -105));
    expect((await onSlate(game))?.manual).toEqual({ setBy: 'Ada', changes: 1 });
    await save(grace, spread(game, '-8', -105));
    expect((await onSlate(game))?.manual).toEqual({ setBy: 'Grace', changes: 2 });
    await clear(ada, game);
    expect(await onSlate(game)).toMatchObject({ quoteSource: 'feed', manual: { setBy: null, changes: 3 } });
  });

  test('is the present one in the history, and on the slate within a minute', async () => {
    const game = await addGame();
    const renamed = await anAdmin(world, 'Augusta');
    await save(renamed, spread(game, '-7', -105));
    expect((await onSlate(game))?.manual?.setBy).toBe('Augusta');
    await rename(renamed, "first_name = 'Countess'");
    expect((await historyOf(game)).changes[0]?.setBy).toBe('Countess');
    world.clock.now = new Date(world.clock.now.getTime() + 61_000);
    expect((await onSlate(game))?.manual?.setBy).toBe('Countess');
  });

  test('has no part of an e-mail address, which visitors would see', async () => {
    const nameless = await anAdmin(world, 'Nameless');
    const game = await addGame();
    await rename(nameless, 'first_name = null');
    await save(nameless, spread(game, '-7', -105));
    expect((await onSlate(game))?.manual?.setBy).toBe('Admin');
    await rename(nameless, "username = 'oddsmaker'");
    expect((await historyOf(game)).changes[0]?.setBy).toBe('oddsmaker');
  });

  test('of an admin who lost the right stays', async () => {
    const game = await addGame();
    const former = await anAdmin(world, 'Hedy');
    await save(former, spread(game, '-7', -105));
    await rename(former, 'is_admin = false');
    expect((await historyOf(game)).changes[0]?.setBy).toBe('Hedy');
  });

  test('is stored nowhere but with the account', async () => {
    const { rows } = await world.database.pool.query(
      "select table_name from information_schema.columns where column_name = 'set_by'",
    );
    expect(rows).toEqual([]);
  });
});

describe('bets on a game', () => {
  const marksFor = async (viewer: Player, game: FeedGame) =>
    (await viewer.call(gameBets, { params: { gameId: game.id } })).reply.map(({ userId, gameId, setOdds }) => ({
      userId,
      gameId,
      setOdds,
    }));

  test('carry a mark if the bettor ever set odds on that game, before or after the bet, single or parlay', async () => {
    const bettor = await anAdmin(world, 'Bettor');
    const owner = await world.signUp('Owner');
    const league = await world.league(owner, { reveal: 'started' });
    await world.join(bettor, league);
    const [game, other, untouched] = [await addGame(), await addGame(), await addGame()];
    await bettor.call(placeBet, { body: aBet(league, game, '10') });
    await bettor.call(placeBet, { body: aBet(league, untouched, '10') });
    await bettor.call(placeParlay, { body: aParlay(league, '10', [aLeg(game), aLeg(other)]) });
    await owner.call(placeBet, { body: aBet(league, game, '10') });
    await save(bettor, moneyline(game));
    await clear(ada, game);
    await poll(live(game, 0, 0), live(untouched, 0, 0));

    const marks = await marksFor(owner, game);
    const ofBettor = marks.filter(({ userId }) => userId === bettor.user.id);
    expect(ofBettor.map(({ gameId, setOdds }) => [gameId, setOdds])).toEqual([
      [game.id, true],
      [game.id, true],
    ]);
    expect(marks.filter(({ userId }) => userId === owner.user.id).map(({ setOdds }) => setOdds)).toEqual([false]);
    expect((await marksFor(owner, untouched)).map(({ setOdds }) => setOdds)).toEqual([false]);
    // Of the bettor's own parlay the leg on the other game is shown too, and carries no mark of this game.
    const own = (await marksFor(bettor, game)).map(({ gameId, setOdds }) => [gameId, setOdds]);
    expect(own).toContainEqual([other.id, false]);
  });

  test.each(['settled', 'started'] as const)(
    'that are hidden, in a league that reveals them %s, leave no trace of the mark',
    async (reveal) => {
      const bettor = await anAdmin(world, 'Bettor');
      const owner = await world.signUp('Owner');
      const league = await world.league(owner, { reveal });
      await world.join(bettor, league);
      const game = await addGame();
      await bettor.call(placeBet, { body: aBet(league, game, '10') });
      const before = await owner.raw('GET', `/api/games/${game.id}/bets`);
      const without = await before.text();
      await save(bettor, moneyline(game));
      const after = await owner.raw('GET', `/api/games/${game.id}/bets`);
      expect([without, await after.text()]).toEqual(['[]', '[]']);

      await poll(live(game, 0, 0));
      expect((await marksFor(owner, game)).map(({ setOdds }) => setOdds)).toEqual(reveal === 'started' ? [true] : []);
    },
  );
});
