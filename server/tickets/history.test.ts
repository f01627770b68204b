import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { presets } from '#shared/domain/fair-play.ts';
import { type Grade, gradeLeg } from '#shared/domain/grade.ts';
import { emptyQuote, offers } from '#shared/domain/market.ts';
import { fromWhole, startingBalance } from '#shared/domain/money.ts';
import { createPasswords } from '../auth/passwords.ts';
import { registerUser } from '../auth/service.ts';
import { readScoreboard } from '../feed/espn-scoreboard.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { type Member, requireMember } from '../leagues/access.ts';
import { joinLeague } from '../leagues/joining.ts';
import { createLeague } from '../leagues/service.ts';
import { batchesOf } from '../lib/batches.ts';
import { type Settled, settleGames } from '../settlement/settle.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { readCfb } from '../testing/history/cfb.ts';
import { readNfl } from '../testing/history/nfl.ts';
import { afterEnd, beforeStart, feedId, type PastGame } from '../testing/history/past-game.ts';
import { betsOn, ownVerdict, type Slip, slipsOver } from '../testing/history/slips.ts';
import { readChampionsLeague, readPremierLeague } from '../testing/history/soccer.ts';
import { readMlb, readNba, readNhl } from '../testing/history/sportsbook-review.ts';
import { hasHistory, historyFolder, readRows } from '../testing/history/tables.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { placeTicket } from './place.ts';

/**
 * Games of a table, those with each market, and how many of these markets are void or push (a push of the moneyline is
 * a tie).
 */
type Counted = {
  games: number;
  moneyline: number;
  spread: number;
  total: number;
  ties: number;
  spreadPushes: number;
  totalPushes: number;
  voids: number;
};

type Table = {
  name: string;
  games: PastGame[];
  /** Counted from the files, without the code under test; those of the NFL stand in docs/feeds.md#past-seasons, too. */
  counted: Counted;
  /** Whether bets on the game are also placed and settled, and not only graded. */
  isPlayed: (game: PastGame, at: number) => boolean;
};

const none = { spread: 0, total: 0, ties: 0, spreadPushes: 0, totalPushes: 0, voids: 0 };

const readTables = (): Table[] => [
  {
    name: 'NFL',
    games: readNfl(),
    counted: {
      ...none,
      games: 2440,
      moneyline: 2439,
      spread: 2439,
      total: 2439,
      ties: 10,
      spreadPushes: 62,
      totalPushes: 24,
    },
    isPlayed: () => true,
  },
  {
    name: 'CFB',
    games: readCfb(),
    counted: { ...none, games: 1001, moneyline: 525, spread: 1001, total: 998, spreadPushes: 19, totalPushes: 6 },
    isPlayed: oneIn(8),
  },
  {
    name: 'NBA',
    games: readNba(),
    counted: { ...none, games: 1312, moneyline: 1312, spread: 1312, total: 1312, spreadPushes: 16, totalPushes: 13 },
    isPlayed: oneIn(10),
  },
  {
    name: 'Hockey',
    games: readNhl(),
    counted: { ...none, games: 2713, moneyline: 2713, spread: 2713, total: 2713, totalPushes: 116 },
    isPlayed: oneIn(20),
  },
  {
    name: 'MLB',
    games: readMlb(),
    counted: { ...none, games: 4925, moneyline: 4923, spread: 4925, total: 4925, ties: 2, totalPushes: 242, voids: 30 },
    isPlayed: (game, at) => oneIn(40)(game, at) || isCalledEarly(game),
  },
  {
    name: 'Premier League',
    games: readPremierLeague(),
    counted: { ...none, games: 1031, moneyline: 1031 },
    isPlayed: oneIn(8),
  },
  {
    name: 'Champions League',
    games: readChampionsLeague(),
    counted: { ...none, games: 375, moneyline: 375 },
    isPlayed: (game, at) =>
      oneIn(8)(game, at) || game.finalScore.home + game.finalScore.away > game.score.home + game.score.away,
  },
];

function oneIn(share: number): Table['isPlayed'] {
  return (_game, at) => at % share === 0;
}

function isCalledEarly({ halfInnings }: PastGame): boolean {
  return halfInnings !== null && halfInnings < 17;
}

/** A ticket as it was placed. */
type Placed = Slip & { id: string; member: Member; table: string };
type Listed = { past: PastGame; game: FeedGame };
type League = { table: string; listed: Listed[] };

const players = 6;
const gamesInLeague = 100;
const leaguesAtOnce = 8;
/** Chosen: on a Citus, whose three servers share the machine, it took over 4 minutes beside other tests. */
const playingMs = process.env.CITUS_URL ? 1_200_000 : 240_000;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

async function signUp(database: TestDatabase): Promise<string[]> {
  const passwords = createPasswords(4);
  return Promise.all(
    Array.from({ length: players }, async (_, at) => {
      const body = { email: `player${at}@example.com`, password: 'correct horse', firstName: 'Pat', lastName: `${at}` };
      return (await registerUser(database, passwords, body)).id;
    }),
  );
}

/** Creates a league of these players, who place all slips over its games, one player after the other. */
async function playLeague(database: TestDatabase, now: Date, userIds: string[], league: League): Promise<Placed[]> {
  const [owner = '', ...others] = userIds;
  const { id: leagueId, joinCode } = await createLeague(database, owner, {
    name: league.table,
    description: null,
    joinDeadline: new Date(now.getTime() + 30 * dayMs),
    endDate: new Date(now.getTime() + 365 * dayMs),
    allowedSports: 'ALL',
    reveal: 'settled',
    approvesJoins: false,
    remarks: true,
    fairPlay: presets.classic,
  });
  for (const userId of others) await joinLeague(database, userId, joinCode);
  const members = await Promise.all(userIds.map((userId) => requireMember(database.db, userId, leagueId)));
  const placed: Placed[] = [];
  for (const [at, bets] of slipsOver(league.listed.map(({ past }) => past)).entries()) {
    const member = members[at % members.length];
    if (!member) throw new Error('a league without members');
    const stake = 1 + ((at * 7) % 23);
    const picks = bets.map(({ game, offer }) => ({ gameId: feedId(game), ...offer }));
    const { id } = await placeTicket(database, member, { stake: fromWhole(stake), picks }, null);
    placed.push({ id, member, table: league.table, stake, bets });
  }
  return placed;
}

/** Ingests one poll of a feed with the games of these leagues. */
async function poll(database: TestDatabase, leagues: League[], at: Date, seen: (listed: Listed) => FeedGame) {
  for (const { listed } of leagues) {
    const games = listed.map(seen);
    const [first] = games;
    if (!first) continue;
    await ingest(database, first.sport, answerOf(games), at);
  }
}

if (!hasHistory()) {
  process.stdout.write(
    `No seasons at ${historyFolder}: settling is tested on games of the project's own making alone.\n`,
  );
  test('the seasons of the past are not here, so that none of them is settled', () => {
    expect(hasHistory()).toBe(false);
  });
} else {
  const tables = readTables();

  describe.each(tables)('the $name games', ({ games, counted }) => {
    test('are read as they were counted', () => {
      const count: Counted = { ...none, games: games.length, moneyline: 0 };
      for (const game of games) {
        for (const { market, side } of offers(game.sport, game.quote)) {
          if (side !== 'home' && side !== 'over') continue;
          const pushes = ({ moneyline: 'ties', spread: 'spreadPushes', total: 'totalPushes' } as const)[market];
          const grade = game.gradeOf(market, side);
          count[market] += 1;
          count[pushes] += grade === 'push' ? 1 : 0;
          count.voids += grade === 'void' ? 1 : 0;
        }
      }
      expect(count).toEqual(counted);
    });

    test('are graded as their table says, every market with one winner or with none', () => {
      const wrong: unknown[] = [];
      for (const game of games) {
        const graded = betsOn(game).map(({ offer }) => ({ offer, ...gradeLeg(offer, game) }));
        for (const { offer, grade } of graded) {
          if (grade !== game.gradeOf(offer.market, offer.side)) wrong.push({ game: game.id, offer, grade });
        }
        for (const market of new Set(graded.map(({ offer }) => offer.market))) {
          const grades = graded.filter(({ offer }) => offer.market === market).map(({ grade }) => grade);
          const losers = grades.filter((grade) => grade === 'lost').length;
          const isWhole = grades.includes('won') ? losers === grades.length - 1 : new Set(grades).size === 1 && !losers;
          if (!isWhole) wrong.push({ game: game.id, market, grades });
        }
      }
      expect(wrong).toEqual([]);
    });
  });

  describe('every NFL game, and of the others every eighth to fortieth and all that were called early or went on', () => {
    /** `legs` are all grades that the legs ever had, with the score they were graded on: 'won on 24-20'. */
    type Row = { id: string; grade: Grade; back: string; stake: string; legs: string[] };
    let database: TestDatabase;
    const placed: Placed[] = [];
    let stored = new Map<string, Row>();
    let settledAgain: Settled;

    beforeAll(async () => {
      database = await testDatabase();
      const userIds = await signUp(database);
      const now = new Date();
      let startsAtMs = now.getTime() + dayMs;
      const leagues = tables.flatMap(({ name: table, games, isPlayed }) =>
        batchesOf(games.filter(isPlayed), gamesInLeague).map((among): League => {
          const listed = among.map((past): Listed => {
            startsAtMs += minuteMs;
            return { past, game: beforeStart(past, new Date(startsAtMs)) };
          });
          return { table, listed };
        }),
      );
      const over = (minutes: number) => new Date(startsAtMs + dayMs / 4 + minutes * minuteMs);
      await poll(database, leagues, now, ({ game }) => game);

      const finish = async (among: League[]) => {
        await poll(database, among, over(0), ({ past, game }) => afterEnd(game, past));
        await poll(database, among, over(1), ({ past, game }) => afterEnd(game, past));
        return settleGames(database, over(2), 0);
      };
      // While the games of some leagues are settled, bets are placed in the next ones.
      let settling: Promise<Settled> | null = null;
      for (const among of batchesOf(leagues, leaguesAtOnce)) {
        const playing = among.map((league) => playLeague(database, now, userIds, league));
        const [tickets] = await Promise.all([Promise.all(playing), settling]);
        placed.push(...tickets.flat());
        settling = finish(among);
      }
      await settling;
      settledAgain = await settleGames(database, over(3), 0);

      const { rows } = await database.db.execute<Row>(sql`
        select t.id, t.grade, t.back_cents::text as back, t.stake_cents::text as stake,
          (select json_agg(g.grade || ' on ' || g.home || '-' || g.away order by g.number, g.round) from leg_grades g
            where g.league_id = t.league_id and g.ticket_id = t.id) as legs
        from tickets t`);
      stored = new Map(rows.map((row) => [row.id, row]));
    }, playingMs);
    afterAll(() => database.drop());

    test('are backed on every side of every market', () => {
      const backed = new Set(
        placed.flatMap(({ bets }) => bets.map(({ offer, game }) => `${game.id} ${offer.market} ${offer.side}`)),
      );
      const played = tables.flatMap(({ games, isPlayed }) => games.filter(isPlayed));
      const offered = played.flatMap(betsOn).map(({ game, offer }) => `${game.id} ${offer.market} ${offer.side}`);
      expect(backed).toEqual(new Set(offered));
      expect(played.length).toBeGreaterThan(3_000);
      expect(stored.size).toBe(placed.length);
    });

    test.each(tables)(
      'of $name come to the grade and the hundredth that the table says, ticket by ticket and in all',
      ({ name }) => {
        const tickets = placed.filter(({ table }) => table === name);
        const wrong: unknown[] = [];
        const [own, booked] = [
          { stake: 0n, back: 0n },
          { stake: 0n, back: 0n },
        ];
        for (const ticket of tickets) {
          const row = stored.get(ticket.id);
          const legs = ticket.bets.map(
            ({ game, offer }) => `${game.gradeOf(offer.market, offer.side)} on ${game.score.home}-${game.score.away}`,
          );
          const verdict = ownVerdict(ticket);
          const isRight = row?.grade === verdict.grade && row.back === `${verdict.back}` && `${row.legs}` === `${legs}`;
          if (!isRight) wrong.push({ ticket: ticket.id, legs, verdict, row });
          own.stake += BigInt(ticket.stake) * 100n;
          own.back += verdict.back;
          booked.stake += BigInt(row?.stake ?? 0);
          booked.back += BigInt(row?.back ?? 0);
        }
        expect(wrong).toEqual([]);
        expect(booked).toEqual(own);
        expect(tickets.flatMap(({ bets }) => bets).length).toBeGreaterThan(100);
      },
    );

    test('leave every member with the starting balance, less the stakes, and what came back', async () => {
      const expected = new Map<string, bigint>();
      for (const ticket of placed) {
        const key = `${ticket.member.leagueId} ${ticket.member.userId}`;
        const before = expected.get(key) ?? BigInt(startingBalance);
        expected.set(key, before - BigInt(ticket.stake) * 100n + ownVerdict(ticket).back);
      }
      const { rows } = await database.db.execute<{ key: string; available: string; pending: string }>(sql`
        select league_id || ' ' || user_id as key, available_cents::text as available, pending_cents::text as pending
        from members`);
      expect(new Map(rows.map((row) => [row.key, BigInt(row.available)]))).toEqual(expected);
      expect(new Set(rows.map((row) => row.pending))).toEqual(new Set(['0']));
    });

    test('leave the ledger consistent, with nothing more to settle', async () => {
      await expectLedgerBalances(database.db);
      expect(settledAgain).toEqual({ games: 0, legs: 0, tickets: 0 });
    });

    test('come to every grade, as singles and on parlays, some of which lose legs on the way', () => {
      const kinds = placed.map((ticket) => {
        const { grade } = ownVerdict(ticket);
        const isShort = ticket.bets.some(({ game, offer }) => game.gradeOf(offer.market, offer.side) === 'push');
        if (ticket.bets.length === 1) return `a single that is ${grade}`;
        return grade === 'won' && isShort ? 'a parlay that is won on fewer legs' : `a parlay that is ${grade}`;
      });
      expect([...new Set(kinds)].sort()).toEqual([
        'a parlay that is lost',
        'a parlay that is push',
        'a parlay that is won',
        'a parlay that is won on fewer legs',
        'a single that is lost',
        'a single that is push',
        'a single that is void',
        'a single that is won',
      ]);
    });
  });

  describe('the NFL games', () => {
    const rows = readRows('nfl-nflverse-games-2014-2022');

    test('have one without prices, on which nothing is offered', () => {
      const unpriced = readNfl().filter((game) => betsOn(game).length === 0);
      expect(unpriced.map(({ id }) => id)).toEqual(['2017_04_CHI_GB']);
      expect(unpriced.map(({ quote }) => quote)).toEqual([emptyQuote]);
    });

    test.each(['nfl-2022wk01-live-final-pre', 'nfl-2022wk11-live-byes'])('end as ESPN says in %s', (recording) => {
      const payload: unknown = JSON.parse(readFileSync(`${historyFolder}/espn-${recording}.json`, 'utf8'));
      const finals = readScoreboard('NFL', null, payload).games.filter(({ settleable }) => settleable);
      const recorded = finals.map(({ id }) => {
        const row = rows.find((one) => `espn:${one.text('espn')}` === id);
        return [id, row?.number('home_score'), row?.number('away_score')];
      });
      expect(recorded).toEqual(finals.map(({ id, homeScore, awayScore }) => [id, homeScore, awayScore]));
      expect(recorded.length).toBeGreaterThan(0);
    });
  });
}
