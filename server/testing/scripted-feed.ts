import { listBets, placeBet } from '#shared/api/bets.ts';
import { slateCalls } from '#shared/api/games.ts';
import type { Market, Side } from '#shared/domain/side.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { findGame } from '../games/store.ts';
import { settleGames } from '../settlement/settle.ts';
import { aBet, aGame } from './games.ts';
import { fundsOf } from './ledger-asserts.ts';
import type { World } from './world.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export type ScriptedFeed = Awaited<ReturnType<typeof startScriptedFeed>>;

/** A feed whose answers a test writes, with a player in a league of its own. */
export async function startScriptedFeed(world: World) {
  world.clock.now = new Date();
  const player = await world.signUp();
  const league = await world.league(player);

  const settle = (earliestMs = 0, at = new Date(world.clock.now.getTime() + 12 * hour)) =>
    settleGames(world.database, at, earliestMs);

  return {
    player,
    league,
    settle,
    stored: (game: FeedGame) => findGame(world.database.db, game.id),
    funds: () => fundsOf(world.database.db, league.id, player.user.id),
    /** Places a bet and returns the HTTP status. */
    async bet(game: FeedGame, market: Market = 'moneyline', side: Side = 'home'): Promise<number> {
      return (await player.call(placeBet, { body: aBet(league, game, '100', market, side) })).status;
    },
    /** The player's legs in the order of placing: status and, once settled, the rule. */
    async legs(): Promise<string[]> {
      const { reply } = await player.call(listBets);
      return reply.map(({ status, settlement }) => (settlement ? `${status}: ${settlement.rule}` : status)).reverse();
    },
    async shown(game: FeedGame) {
      const { reply } = await world.visitor().call(slateCalls.NFL.games, { params: { week: '12', season: '2026' } });
      return reply.find(({ id }) => id === game.id);
    },
    /** Takes in one answer with these games, a minute later; returns what was quarantined. */
    async answer(games: FeedGame[], sport = games[0]?.sport ?? 'NFL') {
      world.clock.now = new Date(world.clock.now.getTime() + minute);
      return (await ingest(world.database, sport, answerOf(games), world.clock.now)).quarantined;
    },
    /** Polls as often, and over as long a time, as a correction takes, and settles. */
    async correct(game: FeedGame): Promise<void> {
      for (let polls = 0; polls < 3; polls += 1) {
        world.clock.now = new Date(world.clock.now.getTime() + 6 * minute);
        await world.poll(game);
      }
      await settle();
    },
  };
}

/** The game with home and away swapped, together with their scores. */
export const swapped = (game: FeedGame): FeedGame => ({
  ...game,
  home: game.away,
  away: game.home,
  homeScore: game.awayScore,
  awayScore: game.homeScore,
  countedHome: game.countedAway,
  countedAway: game.countedHome,
});

/** Another match under the id of this game, at the same time. */
export const replacing = (game: FeedGame, more: Partial<FeedGame> = {}): FeedGame => ({
  ...aGame({ startsAt: game.startsAt, ...more }),
  id: game.id,
  home: { ...game.home, id: `${game.id}-jets`, abbreviation: 'NYJ', city: 'New York', name: 'Jets' },
  away: { ...game.away, id: `${game.id}-fins`, abbreviation: 'MIA', city: 'Miami', name: 'Dolphins' },
});

export const startingAt = (game: FeedGame, startsAt: Date): FeedGame => ({ ...game, startsAt });

export const fromNow = (ms: number) => new Date(Date.now() + ms);
