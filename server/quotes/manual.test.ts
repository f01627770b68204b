import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveManualOdds } from '#shared/api/admin.ts';
import { login } from '#shared/api/auth.ts';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { slateCalls } from '#shared/api/games.ts';
import type { Group } from '#shared/api/groups.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { createApp } from '../app.ts';
import { databaseNow } from '../db/clock.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { listen } from '../lib/listen.ts';
import { aBet, aLeg, aParlay, final, plainQuote } from '../testing/games.ts';
import { expectLedgerBalances, fundsOf, ledgerCounts } from '../testing/ledger-asserts.ts';
import { lockElsewhere, lockGame, untilWaiting } from '../testing/locks.ts';
import { anAdmin, type SentOdds } from '../testing/manual-odds.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let ada: Player;
let grace: Player;

beforeAll(async () => {
  world = await testWorld();
  ada = await anAdmin(world, 'Ada');
  grace = await anAdmin(world, 'Grace');
});
afterAll(() => world.drop());

async function aReadyPlayer(): Promise<{ player: Player; league: Group }> {
  const player = await world.signUp();
  return { player, league: await world.league(player) };
}

/** A spread alone, both sides at one price. */
const spread = (game: FeedGame, line: string, odds: number): SentOdds => ({
  gameId: game.id,
  spreadHome: line,
  spreadHomeOdds: odds,
  spreadAwayOdds: odds,
});
/** A record without values, which clears the manual odds. */
const cleared = (game: FeedGame): SentOdds => ({ gameId: game.id });

const save = (admin: Player, ...odds: SentOdds[]) => admin.call(saveManualOdds, { body: { odds } });

async function shown(game: FeedGame) {
  const { reply } = await world.visitor().call(slateCalls.NFL.games, { params: { week: '12', season: '2026' } });
  return reply.find((found) => found.id === game.id);
}

type Line = {
  setById: string;
  notes: string | null;
  isCleared: boolean;
  spreadHome: number | null;
  spreadHomeOdds: number | null;
  at: Date;
};

async function historyOf(game: FeedGame): Promise<Line[]> {
  const { rows } = await world.database.pool.query<Line>(
    `select set_by_id as "setById", notes, is_cleared as "isCleared", at,
      spread_home as "spreadHome", spread_home_price as "spreadHomeOdds"
    from quote_history where game_id = $1 and source = 'manual' order by at, id`,
    [game.id],
  );
  return rows;
}

/** Runs `work` while another connection has locked what `statement` locks. */
async function whileLocked(statement: string, values: unknown[], work: () => Promise<void>): Promise<void> {
  const locker = await world.database.pool.connect();
  try {
    await locker.query('begin');
    await locker.query(statement, values);
    await work();
  } finally {
    await locker.query('rollback');
    locker.release();
  }
}

describe('an override', () => {
  test('applies as a whole until it is cleared, whatever the feed’s polls bring meanwhile', async () => {
    const game = await world.addGame();
    await save(ada, spread(game, '-7', -105));
    const overridden = { quoteSource: 'manual', spreadHome: -7, spreadHomeOdds: -105, moneylineHome: null };
    expect(await shown(game)).toMatchObject(overridden);

    await world.poll({ ...game, quote: withOdds(plainQuote, { spreadHome: -4, spreadAway: 4 }) });
    await world.poll({ ...game, quote: withOdds(plainQuote, { spreadHome: -5, spreadAway: 5, moneylineHome: -220 }) });
    expect(await shown(game)).toMatchObject(overridden);

    expect((await save(grace, cleared(game))).reply).toEqual([]);
    expect(await shown(game)).toMatchObject({
      quoteSource: 'feed',
      spreadHome: -5,
      spreadAway: 5,
      moneylineHome: -220,
    });
  });

  test('is replaced as a whole by the next one', async () => {
    const game = await world.addGame();
    await save(ada, { ...spread(game, '-7', -105), notes: 'first' });
    await save(ada, { gameId: game.id, moneylineHome: -130, moneylineAway: 115 });
    expect(await shown(game)).toMatchObject({ quoteSource: 'manual', spreadHome: null, moneylineHome: -130 });
  });

  test('of a game that the feed has no quote for leaves nothing offered when it is cleared', async () => {
    const game = await world.addGame({ quote: null });
    await save(ada, spread(game, '-7', -105));
    expect(await shown(game)).toMatchObject({ quoteSource: 'manual', spreadHome: -7 });
    await save(ada, cleared(game));
    expect(await shown(game)).toMatchObject({ quoteSource: null, spreadHome: null });
  });

  test('is cleared for one game and set for another in the same call', async () => {
    const [first, second] = [await world.addGame(), await world.addGame()];
    await save(ada, spread(first, '-7', -105));
    const { reply } = await save(ada, cleared(first), spread(second, '-9', -115));
    expect(reply.map((odds) => odds.gameId)).toEqual([second.id]);
    expect([await shown(first), await shown(second)]).toMatchObject([
      { quoteSource: 'feed', spreadHome: -3.5 },
      { quoteSource: 'manual', spreadHome: -9 },
    ]);
  });
});

describe('placed tickets', () => {
  const snapshot = async (league: Group) =>
    (
      await world.database.pool.query(
        `select (select json_agg(t order by id) from tickets t where league_id = $1) as tickets,
          (select json_agg(l order by ticket_id, number) from legs l where league_id = $1) as legs,
          (select json_agg(e order by id) from ledger e where league_id = $1) as entries,
          (select json_agg(m) from members m where league_id = $1) as members`,
        [league.id],
      )
    ).rows;

  test('never change by odds that are set or cleared after them, and settle at their own', async () => {
    const { player, league } = await aReadyPlayer();
    const [game, other] = [await world.addGame(), await world.addGame()];
    await player.call(placeBet, { body: aBet(league, game, '100') });
    await player.call(placeParlay, { body: aParlay(league, '100', [aLeg(game), aLeg(other)]) });
    await save(ada, spread(game, '-1', 150));
    const byHand = await player.call(placeBet, { body: { ...aBet(league, game, '100'), line: '-1', odds: 150 } });
    expect(byHand.reply).toMatchObject({ line: -1, odds: 150 });
    const before = await snapshot(league);

    await save(ada, spread(game, '-10', -200), spread(other, '20', 100));
    await save(grace, cleared(game), { gameId: other.id, moneylineHome: -110, moneylineAway: -110 });
    await save(grace, spread(game, '3', -150), cleared(other));
    expect(await snapshot(league)).toEqual(before);

    // Won by two: enough at -1, not at -3.5.
    await world.finish(final(game, 22, 20), final(other, 30, 0));
    expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual({
      available: 100_000 - 30_000 + 25_000,
      pending: 0,
    });
    await expectLedgerBalances(world.database.db);
  });

  test('can no longer be placed at odds that were replaced', async () => {
    const { player, league } = await aReadyPlayer();
    const game = await world.addGame();
    await save(ada, spread(game, '-7', -105));
    const counts = await ledgerCounts(world.database.db);
    const { status, refusal } = await player.call(placeBet, { body: aBet(league, game, '100') });
    expect([status, refusal?.code]).toEqual([409, 'price-moved']);
    expect(refusal?.current).toEqual([{ gameId: game.id, betType: 'spread', betSide: 'home', odds: -105, line: '-7' }]);
    expect(await ledgerCounts(world.database.db)).toEqual(counts);
  });
});

describe('the history', () => {
  test('has every save and every clear: who, when, what, and why', async () => {
    const game = await world.addGame();
    const from = new Date(Date.now() - 1_000);
    await save(ada, { ...spread(game, '-7', -105), notes: 'Rain' });
    await save(grace, spread(game, '-8', -115));
    await save(ada, { ...cleared(game), notes: 'The feed is right' });
    const lines = await historyOf(game);
    expect(lines).toMatchObject([
      { setById: ada.user.id, notes: 'Rain', isCleared: false, spreadHome: -7, spreadHomeOdds: -105 },
      { setById: grace.user.id, notes: null, isCleared: false, spreadHome: -8, spreadHomeOdds: -115 },
      { setById: ada.user.id, notes: 'The feed is right', isCleared: true, spreadHome: null },
    ]);
    expect(lines.every(({ at }) => at > from && at <= new Date())).toBe(true);
  });

  test('has no line for clearing a game without manual odds', async () => {
    const game = await world.addGame();
    expect((await save(ada, cleared(game))).reply).toEqual([]);
    expect(await historyOf(game)).toEqual([]);
  });

  test('has no line for a refused call', async () => {
    const [game, begun] = [await world.addGame(), await world.addGame({ startsAt: new Date(Date.now() - 1_000) })];
    expect((await save(ada, spread(game, '-7', -105), spread(begun, '-7', -105))).status).toBe(409);
    expect(await historyOf(game)).toEqual([]);
    expect(await shown(game)).toMatchObject({ quoteSource: 'feed' });
  });

  test('cannot be changed or removed by the app', async () => {
    const game = await world.addGame();
    await save(ada, spread(game, '-7', -105));
    for (const change of ['update quote_history set set_by_id = null', 'delete from quote_history']) {
      await expect(world.database.pool.query(change)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('at the same time', () => {
  test('two admins save the same games: the history has both, and the last one applies whole', async () => {
    const games = await Promise.all(Array.from({ length: 4 }, () => world.addGame()));
    const rounds = Array.from({ length: 12 }, (_, at) => {
      const records = games.map((game) => spread(game, String(-1 - at), -110 - at));
      return at % 2 === 0 ? save(ada, ...records) : save(grace, ...records.reverse());
    });
    const answers = await Promise.all(rounds);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));

    const histories = await Promise.all(games.map(historyOf));
    const order = (lines: Line[]) => lines.map((line) => line.spreadHome);
    for (const lines of histories) {
      expect([...order(lines)].sort()).toEqual(rounds.map((_, at) => -1 - at).sort());
      expect(order(lines)).toEqual(order(histories[0] ?? []));
    }
    const last = histories[0]?.at(-1);
    for (const game of games) {
      expect(await shown(game)).toMatchObject({ spreadHome: last?.spreadHome, spreadHomeOdds: last?.spreadHomeOdds });
    }
  });

  test('bets are judged by the old odds or the new ones, on all games of a parlay alike, never a mixture', async () => {
    const games = [await world.addGame(), await world.addGame()];
    const old = { line: '-3', odds: -120 };
    const next = { line: '-6', odds: 130 };
    const set = (admin: Player, { line, odds }: typeof old) =>
      save(admin, ...games.map((game) => spread(game, line, odds)));
    await set(ada, old);
    const players = await Promise.all(Array.from({ length: 4 }, () => aReadyPlayer()));

    const saves = (async () => {
      for (let at = 0; at < 10; at += 1) {
        expect((await set(at % 2 ? ada : grace, at % 2 ? old : next)).status).toBe(200);
      }
    })();
    const bets = players.flatMap(({ player, league }) =>
      Array.from({ length: 15 }, (_, at) =>
        player.call(placeParlay, {
          body: aParlay(
            league,
            '1',
            games.map((game) => ({ ...aLeg(game), ...(at % 2 ? old : next) })),
          ),
        }),
      ),
    );
    const answers = await Promise.all(bets);
    await saves;

    const isOne = (legs: { line: number | string | null; odds: number | null }[]) =>
      [old, next].some((quote) =>
        legs.every((leg) => Number(leg.line) === Number(quote.line) && leg.odds === quote.odds),
      );
    for (const answer of answers) {
      expect([201, 409]).toContain(answer.status);
      if (answer.status === 201) expect(isOne(answer.reply)).toBe(true);
      else {
        expect(answer.refusal?.code).toBe('price-moved');
        expect(answer.refusal?.current).toHaveLength(2);
        expect(isOne(answer.refusal?.current ?? [])).toBe(true);
      }
    }
    await expectLedgerBalances(world.database.db);
  });

  test('a bet that waits for a save is judged by the odds that it saved', async () => {
    const { player, league } = await aReadyPlayer();
    const game = await world.addGame();
    await save(ada, spread(game, '-3', -120));
    let saving: ReturnType<typeof save> | undefined;
    let answer: ReturnType<typeof bet> | undefined;
    const bet = () => player.call(placeBet, { body: { ...aBet(league, game, '10'), line: '-3', odds: -120 } });
    await whileLocked(
      "select 1 from quotes where game_id = $1 and source = 'manual' for update",
      [game.id],
      async () => {
        saving = save(grace, spread(game, '-6', 130));
        await untilWaiting(world.database, 1);
        answer = bet();
        await untilWaiting(world.database, 2);
      },
    );
    expect((await saving)?.status).toBe(200);
    const { status, refusal } = (await answer) ?? {};
    expect([status, refusal?.code]).toEqual([409, 'price-moved']);
    expect(refusal?.current).toMatchObject([{ line: '-6', odds: 130 }]);
  });

  test('a save that waits for its game across the start is refused', async () => {
    const game = await world.addGame();
    const lock = await lockElsewhere(world.database, lockGame, [game.id]);
    const answer = save(ada, spread(game, '-7', -105));
    await untilWaiting(world.database, 1);
    // The start comes once the save waits, however late the save was.
    const startsAt = await databaseNow(world.database.db);
    await lock.run('update games set starts_at = $2 where id = $1', [game.id, startsAt]);
    await lock.release();
    const { status, refusal } = await answer;
    expect([status, refusal?.code]).toEqual([409, 'locked']);
    expect(await historyOf(game)).toEqual([]);
    expect(await shown(game)).toMatchObject({ quoteSource: 'feed' });
  });
});

test('each call that saves leaves one line in the log, with the admin and the games', async () => {
  const lines: string[] = [];
  const written = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const app = createApp({
    env: world.env,
    log: pino({ level: 'info' }, written),
    database: world.database,
    sessionSecret: 'another secret of the tests, long enough',
    clientDir: null,
    clock: () => new Date(),
  });
  const server = createServer(app);
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const post = (path: string, body: unknown, cookie = '') =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const signedIn = await post(login.path, { email: ada.user.email, password: ada.password });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');

  const [first, second] = [await world.addGame(), await world.addGame()];
  await save(ada, spread(first, '-7', -105));
  const odds = [cleared(first), { ...spread(second, '-9', -115), notes: 'between us' }];
  expect((await post(saveManualOdds.path, { odds }, cookie)).status).toBe(200);
  expect((await post(saveManualOdds.path, { odds: [{ gameId: 'espn:nobody' }] }, cookie)).status).toBe(404);
  await new Promise((resolve) => server.close(resolve));

  const entries = lines.map((line) => JSON.parse(line)).filter((entry) => entry.msg === 'manual odds saved');
  expect(entries).toEqual([expect.objectContaining({ adminId: ada.user.id, saved: [second.id], cleared: [first.id] })]);
  expect(lines.join('')).not.toContain('between us');
});
