import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { expect } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { slateCalls } from '#shared/api/games.ts';
import type { Market, Side } from '#shared/domain/side.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { createEspnFeed } from '../feed/espn.ts';
import { type ExampleEvent, type ExamplePayload, gameBetween } from '../feed/examples/example.ts';
import type { Fetch } from '../feed/fetch-json.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { findGame } from '../games/store.ts';
import { type Command, startReplay } from '../replay/replay.ts';
import { pullGames } from '../worker/jobs/pull-games.ts';
import { aBet } from './games.ts';
import { fundsOf } from './ledger-asserts.ts';
import type { World } from './world.ts';

const folder = fileURLToPath(new URL('../feed/examples', import.meta.url));
const teams = 'PDX @ OMA';

type Fault = (url: URL, honest: () => Promise<Response>, init: RequestInit) => Promise<Response>;

export type FaultyFeed = Awaited<ReturnType<typeof startFaultyFeed>>;

/**
 * ESPN's feed in front of the replay, which a test makes answer wrongly. It begins with one correct poll of the NFL,
 * and with a player in a league. Most functions are about one scheduled game, PDX at OMA.
 */
export async function startFaultyFeed(world: World) {
  const replay = await startReplay({ folder });
  const player = await world.signUp();
  const league = await world.league(player);
  let fault: Fault | null = null;

  const provider: Fetch = (url, init) => {
    const honest = () => fetch(url, init);
    return fault ? fault(url, honest, init) : honest();
  };
  const feed = createEspnFeed({
    baseUrl: replay.url,
    fetch: provider,
    timeouts: { wholeMs: 2_000, silentMs: 2_000 },
  });

  /** Polls as a worker that has just started, so that each poll asks for the slate. */
  async function poll(sport: Sport = 'NFL', times = 1): Promise<void> {
    for (let number = 0; number < times; number += 1) {
      world.clock.now = new Date(world.clock.now.getTime() + 30_000);
      const { database, clock } = world;
      const log = pino({ level: 'silent' });
      await pullGames({ database, feed, clock: async () => clock.now, log, pollMs: 30_000 }, sport).run();
    }
  }

  /** Makes the provider answer correctly, except for this change. */
  function alter(change: (payload: ExamplePayload) => unknown): void {
    fault = async (_url, honest) => {
      const payload: ExamplePayload = await (await honest()).json();
      change(payload);
      return Response.json(payload);
    };
  }

  function eventId(): string {
    const game = replay.games().find(({ away, home }) => `${away} @ ${home}` === teams);
    if (!game) throw new Error(`no ${teams}`);
    return game.id;
  }

  function eventIn({ events }: ExamplePayload): ExampleEvent {
    const found = events.find(({ id }) => id === eventId());
    if (!found) throw new Error(`no ${teams}`);
    return found;
  }

  /** The game by a correct answer. */
  async function correctGame(): Promise<FeedGame> {
    return gameBetween(await createEspnFeed({ baseUrl: replay.url }).slate('NFL', new Date()), teams);
  }

  async function slate() {
    const { season } = await correctGame();
    const { status, reply } = await world
      .visitor()
      .call(slateCalls.NFL.games, { params: { week: '12', season: String(season) } });
    expect(status).toBe(200);
    return reply;
  }

  await poll('NFL');

  return {
    poll,
    alter,
    eventId,
    eventIn,
    correctGame,
    slate,
    close: () => replay.close(),
    answerWith(wrong: Fault): void {
      fault = wrong;
    },
    recover(): void {
      fault = null;
    },
    sidesIn: (payload: ExamplePayload) => eventIn(payload).competitions[0].competitors,
    /** Changes the odds block of the game. */
    alterOdds(change: Record<string, unknown>): void {
      alter((payload) => {
        const [played] = eventIn(payload).competitions;
        const [block] = Array.isArray(played.odds) ? played.odds : [];
        played.odds = [{ ...block, ...change }];
      });
    },
    changeGame: (change: Command) => replay.changeGame(eventId(), change),
    stored: () => findGame(world.database.db, `espn:${eventId()}`),
    shown: async () => (await slate()).find(({ id }) => id === `espn:${eventId()}`),
    funds: () => fundsOf(world.database.db, league.id, player.user.id),
    /** Places a bet on the game; returns its status, and its code if it is refused. */
    async bet(market: Market = 'spread', side: Side = 'home', game?: FeedGame) {
      const { status, refusal } = await player.call(placeBet, {
        body: aBet(league, game ?? (await correctGame()), '10', market, side),
      });
      return refusal ? [status, refusal.code] : [status];
    },
    async lastPull() {
      const { rows } = await world.database.pool.query(
        `select sport, what, failure, seen, quarantined from pulls where what = 'slate' order by at desc, id desc limit 1`,
      );
      return rows[0];
    },
    /** Polls, and expects that the slate stays the same, except that its odds close later. */
    async expectNoChange(): Promise<void> {
      const before = await slate();
      await poll();
      const oddsCloseAt = expect.any(String);
      expect(await slate()).toEqual(before.map((game) => (game.oddsCloseAt ? { ...game, oddsCloseAt } : game)));
    },
  };
}
