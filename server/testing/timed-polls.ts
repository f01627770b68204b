import { placeBet } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { instantOf } from '#shared/domain/eastern.ts';
import type { Market, Side } from '#shared/domain/side.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { settleGames } from '../settlement/settle.ts';
import { aBet, aGame, live } from './games.ts';
import { expectLedgerBalances, fundsOf } from './ledger-asserts.ts';
import type { Player, World } from './world.ts';

const minuteMs = 60_000;
const earliestMs = 45 * minuteMs;

/** The funds of a player without bets, in hundredths. */
export const untouched = { available: 100_000, pending: 0 };

/** The instant of an Eastern wall time such as '2040-11-18 13:00'. */
export function eastern(wall: string): Date {
  const instant = instantOf(wall.replace(' ', 'T'));
  if (!instant) throw new Error(`not a time: ${wall}`);
  return instant;
}

export const plus = (instant: Date, ms: number) => new Date(instant.getTime() + ms);

/** The game as a poll with this status has it. */
export const as = (game: FeedGame, status: FeedGame['status'], more: Partial<FeedGame> = {}): FeedGame => ({
  ...(status === 'scheduled' || status === 'postponed' ? game : live(game, 7, 3)),
  status,
  statusWord: `STATUS_${status.toUpperCase()}`,
  ...more,
});

/**
 * Polls and settles at given instants, and bets. `current` returns the test's world, its player and their league.
 *
 * Games start in 2040, so that by the database's clock all of them take bets. November 18, 2040 is a Sunday; daylight
 * saving time ends on November 4 and starts on March 11.
 */
export function timedActs(current: () => { world: World; player: Player; league: Group }) {
  async function poll(at: Date, ...games: FeedGame[]): Promise<void> {
    for (const game of games) {
      await ingest(current().world.database, game.sport, answerOf([game]), at);
    }
  }

  /** The two polls that confirm a result, the second at `at`. */
  async function pollTwice(at: Date, ...games: FeedGame[]): Promise<void> {
    await poll(plus(at, -minuteMs / 2), ...games);
    await poll(at, ...games);
  }

  const settle = (at: Date) => settleGames(current().world.database, at, earliestMs);

  async function pollAndSettle(at: Date, ...games: FeedGame[]): Promise<void> {
    await poll(at, ...games);
    await settle(at);
  }

  async function aListedGame(
    sport: FeedGame['sport'],
    startsAt: Date,
    wanted: Partial<FeedGame> = {},
  ): Promise<FeedGame> {
    const game = aGame({ sport, startsAt, ...wanted });
    await poll(new Date(), game);
    return game;
  }

  /** Bets 100 Ching, on a win of the home team by default. Returns the HTTP status. */
  async function bet(game: FeedGame, market: Market = 'moneyline', side: Side = 'home'): Promise<number> {
    const { player, league } = current();
    return (await player.call(placeBet, { body: aBet(league, game, '100', market, side) })).status;
  }

  /** The league's legs in the order of placing: the grade and its rule, or 'open'. */
  async function legs(): Promise<string[]> {
    const { world, league } = current();
    await expectLedgerBalances(world.database.db);
    const { rows } = await world.database.pool.query<{ grade: string | null; rule: string | null }>(
      `select l.grade, l.rule from legs l join tickets t on t.league_id = l.league_id and t.id = l.ticket_id
       where l.league_id = $1 order by placed_at`,
      [league.id],
    );
    return rows.map(({ grade, rule }) => (grade === null ? 'open' : `${grade}: ${rule}`));
  }

  function funds() {
    const { world, player, league } = current();
    return fundsOf(world.database.db, league.id, player.user.id);
  }

  return { poll, pollTwice, settle, pollAndSettle, aListedGame, bet, legs, funds };
}
