import { createServer, type Server } from 'node:http';
import { type Logger, pino } from 'pino';
import type { z } from 'zod';
import { register, type User } from '#shared/api/auth.ts';
import type { BodyInput, Endpoint, ParamsInput } from '#shared/api/endpoint.ts';
import type { RefusalBody } from '#shared/api/errors.ts';
import { createGroup, type Group, joinGroup } from '#shared/api/groups.ts';
import { correctingMinutes } from '#shared/domain/limits.ts';
import { createApp, type Deps } from '../app.ts';
import type { ConnectOptions } from '../db/connection.ts';
import { type Env, readEnv } from '../env.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { createBackgroundWork } from '../lib/background-work.ts';
import { listen } from '../lib/listen.ts';
import { pairOf } from '../push/keys.ts';
import { listCorrections } from '../settlement/corrections-store.ts';
import { settleGames } from '../settlement/settle.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { aGame } from './games.ts';
import { createVisitor } from './visitor.ts';

/** The answer to a call; a successful reply is parsed by its schema. */
type Answer<E extends Endpoint> = {
  status: number;
  headers: Headers;
  /** Throws if the call was refused, so that no test continues without its reply. */
  reply: z.output<E['reply']>;
  refusal: RefusalBody | null;
};

type Sent<E extends Endpoint> = {
  params?: ParamsInput<E>;
  body?: BodyInput<E>;
  headers?: Record<string, string>;
};

/** The private key of the tests at push services. */
export const testPushKey = Buffer.alloc(32, 7).toString('base64url');

/** The session secret of the tests. */
export const testSessionSecret = 'a secret of the tests, long enough';

/** A browser with its own cookie jar. */
export type Visitor = {
  call<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<Answer<E>>;
  /** Sends a request without checking it against a schema. */
  raw(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Response>;
  /** The same browser at another process of the app. */
  at(origin: string): Visitor;
};

export type Player = Visitor & { user: User; password: string };

export type World = {
  database: TestDatabase;
  origin: string;
  env: Env;
  /** The time that the app reads; the database uses its own clock. */
  clock: { now: Date };
  visitor(): Visitor;
  /** Starts another instance of the app on the same database, with production's settings; returns its origin. */
  startAnother(
    more?: Partial<
      Pick<
        Deps,
        'clientDir' | 'pushKeys' | 'stopping' | 'slatesWithinMs' | 'streamsEveryMs' | 'repeatStreams' | 'answerStallMs'
      >
    >,
  ): Promise<string>;
  signUp(firstName?: string): Promise<Player>;
  /** Makes a league of this owner that is open for a year. */
  league(owner: Player, wanted?: Partial<BodyInput<typeof createGroup>>): Promise<Group>;
  join(player: Player, league: Group): Promise<void>;
  /** Signs up a new player, who joins the league. */
  member(league: Group, firstName?: string): Promise<Player>;
  /** Adds a game to the slate; state only the fields that matter. */
  addGame(wanted?: Partial<FeedGame>): Promise<FeedGame>;
  /** Ingests the games as one poll of a feed. */
  poll(...games: FeedGame[]): Promise<void>;
  /** Ingests the games in as many polls as confirm a result or a correction; settles nothing. */
  confirm(...games: FeedGame[]): Promise<void>;
  /** The same, then settles. */
  finish(...games: FeedGame[]): ReturnType<typeof settleGames>;
  /** Waits for background work of earlier requests. */
  idle(): Promise<void>;
  /** Resets it for the next test of a file: empties every table and sets the clock right. */
  clear(): Promise<void>;
  drop(): Promise<void>;
};

/** Starts the real app on a new database, or a given one, listening on a free port. */
export async function testWorld(
  settings: Record<string, string> = {},
  log: Logger = pino({ level: 'silent' }),
  connections: ConnectOptions = {},
  given?: TestDatabase,
): Promise<World> {
  const database = given ?? (await testDatabase(connections));
  const env = readEnv({
    NODE_ENV: 'test',
    FEED: 'espn',
    BCRYPT_COST: '4',
    LOG_LEVEL: 'silent',
    SETTLE_MIN_MINUTES: '0',
    RATE_LIMIT_SCALE: '1000000',
    ...settings,
  });
  const clock = { now: new Date() };
  /** Milliseconds that are added to the time of the next poll, so that each poll is later than the one before. */
  let aheadMs = 0;
  const servers: Server[] = [];
  const backgroundWork = createBackgroundWork(log);
  const serve = async (more: Partial<Deps>) => {
    const sessionSecret = testSessionSecret;
    const pushKeys = pairOf(testPushKey);
    const app = createApp({
      env,
      log,
      database,
      sessionSecret,
      pushKeys,
      clientDir: null,
      clock: () => clock.now,
      backgroundWork,
      ...more,
    });
    const server = createServer(app);
    servers.push(server);
    return `http://127.0.0.1:${await listen(server)}`;
  };
  const origin = await serve({ slatesWithinMs: 0, streamsEveryMs: 20 }); // no caching: a test sees its changes at once
  let people = 0;

  const world: World = {
    database,
    origin,
    env,
    clock,
    visitor: () => createVisitor(origin),
    startAnother: (more = {}) => serve(more),
    signUp: async (firstName = `Player${people + 1}`) => {
      people += 1;
      const visitor = createVisitor(origin);
      const password = 'correct horse';
      const email = `${firstName.toLowerCase()}.${people}@example.com`;
      const { reply } = await visitor.call(register, { body: { email, password, firstName, lastName: 'Tester' } });
      return { ...visitor, user: reply, password };
    },
    league: async (owner, wanted = {}) => {
      const day = 24 * 3_600_000;
      const body = {
        name: 'Sunday League',
        description: null,
        joinDeadline: new Date(clock.now.getTime() + 30 * day).toISOString(),
        endDate: new Date(clock.now.getTime() + 365 * day).toISOString(),
        ...wanted,
      };
      return (await owner.call(createGroup, { body })).reply;
    },
    join: async (player, league) => {
      const { reply } = await player.call(joinGroup, { body: { joinCode: league.joinCode } });
      if (reply.id !== league.id) throw new Error('joined another league');
    },
    member: async (league, firstName) => {
      const player = await world.signUp(firstName);
      await world.join(player, league);
      return player;
    },
    addGame: async (wanted) => {
      const game = aGame(wanted);
      await world.poll(game);
      return game;
    },
    poll: async (...games) => {
      aheadMs += 1;
      const at = new Date(clock.now.getTime() + aheadMs);
      for (const sport of new Set(games.map((game) => game.sport))) {
        const ofSport = games.filter((game) => game.sport === sport);
        await ingest(database, sport, answerOf(ofSport), at);
      }
    },
    confirm: async (...games) => {
      await world.poll(...games);
      await world.poll(...games);
      const corrections = await listCorrections(
        database.db,
        games.map(({ id }) => id),
      );
      if (corrections.length === 0) return;
      aheadMs += correctingMinutes * 60_000;
      await world.poll(...games);
    },
    finish: async (...games) => {
      await world.confirm(...games);
      return settleGames(database, new Date(clock.now.getTime() + 24 * 3_600_000), 0);
    },
    idle: () => backgroundWork.done(),
    clear: async () => {
      await backgroundWork.done();
      await database.clear();
      clock.now = new Date();
    },
    drop: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      await backgroundWork.done();
      await database.drop();
    },
  };
  return world;
}
