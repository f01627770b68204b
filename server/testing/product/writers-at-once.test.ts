import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '#shared/api/auth.ts';
import { placeBet } from '#shared/api/bets.ts';
import { createGroup, joinGroup } from '#shared/api/groups.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { emptyQuote, type Quote } from '#shared/domain/market.ts';
import { type Sport, sports } from '#shared/domain/sport.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { createPasswords } from '../../auth/passwords.ts';
import { registerUser } from '../../auth/service.ts';
import { type Database, inside, sqlState } from '../../db/connection.ts';
import { ingest } from '../../feed/ingest.ts';
import { answerOf, type FeedGame } from '../../games/feed-answer.ts';
import { joinLeague } from '../../leagues/joining.ts';
import { createLeague } from '../../leagues/service.ts';
import { gamesToMerge, mergeExtraQuotes } from '../../quotes/extra-quotes.ts';
import { saveManualQuotes } from '../../quotes/service.ts';
import { setResult } from '../../settlement/set-result.ts';
import { settleGames } from '../../settlement/settle.ts';
import { requireAdmin } from '../../users/access.ts';
import { connectStarted } from '../connect-started.ts';
import { countDeadlocks, differingCopies, recordDeadlocks } from '../deadlocks.ts';
import { aBet, aGame, final, plainQuote, soccerQuote } from '../games.ts';
import { expectLedgerBalances } from '../ledger-asserts.ts';
import { anAdmin } from '../manual-odds.ts';
import { ownerPool } from '../owner-pool.ts';
import { testWorld, type World } from '../world.ts';

const timeout = 120_000; // on a busy machine, and a Citus
const rounds = 4;
const waitedTooLong = new Set(['55P03', '57014']); // lock_not_available, query_canceled
const dayMs = 24 * 3_600_000;

let world: World;
const passwords = createPasswords(4);

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

const quoteIn = (sport: Sport, round: number): Quote =>
  sport === 'Soccer'
    ? withOdds(soccerQuote, { moneylineDraw: 240 + 5 * round })
    : withOdds({ ...plainQuote, moneyline: emptyQuote.moneyline }, { totalPoints: 45.5 + round });

const extraIn = (round: number): Quote => withOdds(plainQuote, { moneylineHome: -180 - 5 * round });

function leagueOf(name: string) {
  const dates = { joinDeadline: new Date(Date.now() + 30 * dayMs), endDate: new Date(Date.now() + 365 * dayMs) };
  const rest = {
    description: null,
    allowedSports: 'ALL',
    reveal: 'settled',
    remarks: true,
    fairPlay: presets.classic,
    approvesJoins: false,
  } as const;
  return { name, ...dates, ...rest };
}

test('polls of all sports, odds, manual odds, results by hand, sign-ups, bets and settling at once never deadlock', {
  timeout,
}, async () => {
  const workers = [await connectStarted(world.database.url), await connectStarted(world.database.url)] as const;
  const deadlocks = workers.map(({ pool }) => recordDeadlocks(pool));
  const admin = await anAdmin(world, 'Ada');
  const [owner, friend] = [await world.signUp('Ben'), await world.signUp('Cleo')];
  const league = await world.league(owner);
  await world.join(friend, league);
  const lacking = (sport: Sport) => aGame({ sport, quote: quoteIn(sport, 0) }); // so the second provider is asked
  const gamesOf = new Map(
    sports.map((sport) => [sport, [...[1, 2, 3, 4].map(() => aGame({ sport })), lacking(sport)]]),
  );
  await world.poll(...[...gamesOf.values()].flat());
  for (const [over] of gamesOf.values())
    if (over) await owner.call(placeBet, { body: aBet(league, over, '10', 'moneyline') });

  const begunMs = Date.now();
  /** The first game of a sport ends, the second is decided by hand, and the odds of the others change. */
  const poll = async (database: Database, sport: Sport, round: number, ms: number) => {
    const [over, byHand, ...open] = gamesOf.get(sport) ?? [];
    if (!over || !byHand) throw new Error('a sport has games');
    const quoted = [byHand, ...open].map((game): FeedGame => ({ ...game, quote: quoteIn(sport, round) }));
    const ended = sport === 'MLB' ? final(over, 5, 3) : final(over, 24, 20);
    await ingest(database, sport, answerOf([...quoted, ended]), new Date(begunMs + round * 1_000 + ms));
  };
  const second = (at: number) => [...gamesOf.values()].flatMap((games) => games[at] ?? []);
  const save = async (database: Database, round: number) => {
    const records = second(2).map(({ id, sport }) => {
      const quote = round % 2 ? null : sport === 'Soccer' ? soccerQuote : plainQuote;
      return { gameId: id, quote, notes: null, seen: null };
    });
    await saveManualQuotes(database, await requireAdmin(database.db, admin.user.id), records.toReversed());
  };
  const writersOf = (database: Database, worker: number): ((round: number) => Promise<unknown>)[] => [
    ...sports.map((sport) => (round: number) => poll(database, sport, round, worker * 500)),
    ...sports.map((sport) => async (round: number) => {
      const coming = await gamesToMerge(database.db, sport, new Date());
      const rows = coming.map(({ id }) => ({ gameId: id, quote: extraIn(round) }));
      await mergeExtraQuotes(database, rows.toReversed(), coming, new Date(begunMs + round * 1_000 + worker * 500));
    }),
    (round) => save(database, round),
    async (round) => {
      const game = worker === 0 ? second(1)[round % sports.length] : undefined;
      const wanted = { outcome: { isVoid: true }, reason: 'abandoned', setById: admin.user.id } as const;
      if (game) await setResult(database, { ...wanted, gameId: game.id }, 0);
    },
    async (round) => {
      const body = {
        email: `new${round}.${worker}@example.com`,
        password: 'correct horse',
        firstName: 'N',
        lastName: null,
      };
      const { id } = await registerUser(database, passwords, body);
      await joinLeague(database, id, league.joinCode);
      await createLeague(database, id, leagueOf(`League ${round}`));
    },
    () => settleGames(database, new Date(begunMs + dayMs), 0),
  ];
  const bets = async (round: number) => {
    const [game] = second(3).slice(round % sports.length);
    if (game) await friend.call(placeBet, { body: aBet(league, game, '1', 'moneyline') });
  };
  const writers = [...workers.flatMap(writersOf), bets];
  await Promise.all(
    writers.map(async (write) => {
      for (let round = 0; round < rounds; round += 1) {
        await write(round).catch((error: unknown) => {
          if (!waitedTooLong.has(sqlState(error) ?? '')) throw error; // a busy machine is no deadlock
        });
      }
    }),
  );
  await Promise.all(workers.map((database) => database.end())); // a server counts what ended sessions report

  const servers = ownerPool(world.database.url, 1);
  expect(deadlocks.flat()).toEqual([]);
  expect(await countDeadlocks(servers)).toBe(0);
  expect(await differingCopies(servers)).toEqual([]);
  await servers.end();
  await settleGames(world.database, new Date(begunMs + dayMs), 0);
  await expectLedgerBalances(world.database.db);
});

test('nobody waits while one long transaction makes users, leagues, games and odds, as the demo’s does', {
  timeout,
}, async () => {
  const { database } = world;
  const [owner, friend] = [await world.signUp('Dev'), await world.signUp('Eva')];
  const league = await world.league(owner);
  const game = await world.addGame();
  await database.withTx(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    const within = inside(database, tx);
    const body = { email: 'made.up@demo.invalid', password: 'correct horse', firstName: 'Made', lastName: 'Up' };
    const { id } = await registerUser(within, passwords, body);
    await createLeague(within, id, leagueOf('Made up'));
    await ingest(within, 'NFL', answerOf([aGame()]), new Date());

    await world.poll({ ...game, quote: withOdds(plainQuote, { totalPoints: 50.5 }) }, aGame());
    await world.finish(final(game, 24, 20));
    const answers = [
      await friend.call(joinGroup, { body: { joinCode: league.joinCode } }),
      await friend.call(createGroup, { body: { ...leagueOf('Another'), ...wireDates } }),
      await world.visitor().call(login, { body: { email: friend.user.email, password: friend.password } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200]);
    expect((await world.signUp('Finn')).user.firstName).toBe('Finn');
  });
});

const wireDates = {
  joinDeadline: new Date(Date.now() + 30 * dayMs).toISOString(),
  endDate: new Date(Date.now() + 365 * dayMs).toISOString(),
};
