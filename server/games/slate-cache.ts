import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sportTopic } from '#shared/api/events.ts';
import { type Sport, sports } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import { createCache } from '../events/cache.ts';
import type { Changes } from '../events/changes.ts';
import { createConcurrencyLimit } from '../lib/bounded-queue.ts';
import { busy } from '../lib/refusal.ts';
import { readSlateSigners } from '../quotes/slate-signers.ts';
import { presentSlateGame } from './present.ts';
import { currentWeek, dayGames, type Lasting, type SpanAt, weekGames } from './service.ts';
import { listWeeks, type QuotedGame } from './store.ts';

/**
 * Chosen: how old this process's last read of the changes may be. A notified page waits at least so long before it
 * asks.
 */
const maxStalenessMs = 100;
/**
 * Chosen: how many lists are cached. `weeks` are lists of other weeks with games: some seasons. `current` is one list
 * per sport, and those that are left over when a week ends. The current lists have their own cache, so that no caller
 * can evict them.
 */
const maxCached = { weeks: 64, current: 12 };
/**
 * Chosen: limits the database connections that anonymous requests for many weeks can use, in favour of signed-in users.
 */
const weekRules = { slots: 4, maxWaiting: 100, waitMs: 3_000 };
/** Chosen: how long a slate may show the former name of an admin who changes it. No topic tells of a change of name. */
const nameLifetimeMs = 60_000;

/** The last instant that a Date can hold. */
const never = new Date(8.64e15);

const zip = promisify(gzip);

type Ready = ReturnType<typeof readyBytes>;
type Read<T> = (sport: Sport, key: string, load: (now: Date) => Promise<Lasting<T>>) => Promise<T>;

type SlateDeps = {
  db: Db;
  changes: Changes;
  clock: () => Date;
  spanAt: SpanAt;
  /** The maximum age of this process's last read of the changes; `maxStalenessMs` by default. */
  withinMs?: number | undefined;
};

export type SlateCache = {
  currentWeek(sport: Sport): Promise<Ready>;
  weekGames(sport: Sport, week: number, season: number): Promise<Ready>;
  dayGames(sport: Sport, more: number): Promise<Ready>;
};

/**
 * Caches game lists and current weeks in this process, as bytes that are ready to be sent.
 *
 * A change of a game or quote by any process drops all entries of its sport (events/cache.ts). An entry also expires
 * when time alone changes the list, as at the next start. A week without games is answered without a query. Loads of
 * weeks other than the current one are limited by `weekRules`; requests over the limit are refused as busy (503). Every
 * read first refreshes the changes, so it fails when the database is unreachable instead of returning a stale list.
 */
export function createSlateCache({ db, changes, clock, spanAt, withinMs = maxStalenessMs }: SlateDeps): SlateCache {
  const limitWeekLoads = createConcurrencyLimit(weekRules, busy);
  const current = cache<{ week: number; season: number; ready: Ready }>(sports.length);
  const weeks = cache<ReadonlySet<string>>(sports.length);
  const currentLists = cache<Ready>(maxCached.current);
  const otherLists = cache<Ready>(maxCached.weeks);

  return {
    currentWeek: async (sport) => {
      await changes.refresh(withinMs);
      return (await currentOf(sport)).ready;
    },
    weekGames: async (sport, week, season) => {
      await changes.refresh(withinMs);
      const name = weekName(week, season);
      const key = `${sport} ${name}`;
      const load = async () => {
        const now = clock();
        return presented(db, await weekGames(db, sport, week, season, now, spanAt(now)), now);
      };
      const named = await currentOf(sport);
      if (named.week === week && named.season === season) return currentLists(sport, key, load);
      const known = await weeks(sport, sport, async () => {
        const listed = await listWeeks(db, sport);
        return { value: new Set(listed.map((row) => weekName(row.week, row.season))), until: never };
      });
      return known.has(name) ? otherLists(sport, key, () => limitWeekLoads(load)) : noGames;
    },
    dayGames: async (sport, more) => {
      await changes.refresh(withinMs);
      return currentLists(sport, `${sport} day`, async (now) =>
        presented(db, await dayGames(db, sport, now, more, spanAt(now)), now),
      );
    },
  };

  function currentOf(sport: Sport) {
    return current(sport, sport, async (now) => {
      const { value, until } = await currentWeek(db, sport, now);
      return { value: { ...value, ready: readyBytes(value) }, until };
    });
  }

  /** A function that loads the value of a key unless it is cached and valid; the newest `most` keys are cached. */
  function cache<T>(most: number): Read<T> {
    const cached = createCache<Lasting<T> & { from: Date }>(changes, { most });
    return async (sport, key, load) => {
      const now = clock();
      const { value } = await cached.read(
        key,
        sportTopic(sport),
        async () => ({ ...(await load(now)), from: now }),
        ({ from, until }) => from <= now && now < until,
      );
      return value;
    };
  }
}

function weekName(week: number, season: number): string {
  return `${season} ${week}`;
}

async function presented(db: Db, { value, until }: Lasting<QuotedGame[]>, now: Date): Promise<Lasting<Ready>> {
  const signers = await readSlateSigners(db, value);
  const games = value.map((quoted) => presentSlateGame(quoted, signers.get(quoted.game.id) ?? null, now));
  const hasNames = games.some(({ manual }) => manual !== null && manual.setBy !== null);
  const namesUntil = hasNames ? now.getTime() + nameLifetimeMs : Number.POSITIVE_INFINITY;
  return { value: readyBytes(games), until: new Date(Math.min(until.getTime(), namesUntil)) };
}

/** The value as JSON with its entity tag. `gzip` compresses at its first call, once. */
function readyBytes(value: unknown) {
  const json = Buffer.from(JSON.stringify(value));
  let zipped: Promise<Buffer> | null = null;
  return {
    json,
    tag: createHash('sha256').update(json).digest('base64url').slice(0, 22),
    gzip: () => {
      zipped ??= zip(json);
      return zipped;
    },
  };
}

const noGames = readyBytes([]);
