import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Sport, sports } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import type { Changes } from '../events/changes.ts';
import { createConcurrencyLimit } from '../lib/bounded-queue.ts';
import { setNewest } from '../lib/lru.ts';
import { busy } from '../lib/refusal.ts';
import { presentGame } from './present.ts';
import { currentWeek, dayGames, type Lasting, type SpanAt, weekGames } from './service.ts';
import { listWeeks, type QuotedGame } from './store.ts';

/** Ours: how old what a process knows of changes may be when it answers. Pages that hear of one ask only after this. */
const lookedWithinMs = 100;
/**
 * Chosen: how many lists of weeks with games are cached, some seasons of them. The current lists are cached apart, so that
 * no caller can evict them: one a sport, and those that a change of weeks leaves behind.
 */
const cachedAtMost = { weeks: 64, current: 12 };
/** Ours: anybody may ask for all weeks at once, and the connections are there for those who are signed in, too. */
const weekRules = { slots: 4, maxWaiting: 100, waitMs: 3_000 };

/** The last instant that a Date can hold. */
const never = new Date(8.64e15);

const zip = promisify(gzip);

type Ready = ReturnType<typeof readyBytes>;
type Kept<T> = { generation: number; from: Date; loaded: Promise<Lasting<T>> };
type Read<T> = (sport: Sport, key: string, load: (now: Date) => Promise<Lasting<T>>) => Promise<T>;

type SlateDeps = {
  db: Db;
  changes: Changes;
  clock: () => Date;
  spanAt: SpanAt;
  /** How long ago this process may have looked for changes; without it a tenth of a second. */
  withinMs?: number | undefined;
};

export type SlateCache = {
  currentWeek(sport: Sport): Promise<Ready>;
  weekGames(sport: Sport, week: number, season: number): Promise<Ready>;
  dayGames(sport: Sport, more: number): Promise<Ready>;
};

/**
 * Game lists and current weeks as bytes that are ready to be sent, kept by this process.
 *
 * What is kept of a sport is dropped when any process changed a game or a quote of it, and with it what is being loaded;
 * each list also ends by itself when time alone changes it, as at the next start. Who asks for the same list at once
 * shares one load. Weeks without games are answered without the database, and all but the current one are loaded a few at
 * a time: late ones are refused busy (503). Without a database nothing is answered that might be old.
 */
export function createSlateCache({ db, changes, clock, spanAt, withinMs = lookedWithinMs }: SlateDeps): SlateCache {
  const weekTurn = createConcurrencyLimit(weekRules, busy);
  const generations = new Map(sports.map((sport) => [sport, 0]));
  changes.onChange((topics) => {
    for (const sport of sports) {
      if (topics === null || topics.has(`sport:${sport}`)) generations.set(sport, generationOf(sport) + 1);
    }
  });
  const current = cache<{ week: number; season: number; ready: Ready }>(sports.length);
  const weeks = cache<ReadonlySet<string>>(sports.length);
  const currentLists = cache<Ready>(cachedAtMost.current);
  const otherLists = cache<Ready>(cachedAtMost.weeks);

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
        return presented(await weekGames(db, sport, week, season, now, spanAt(now)), now);
      };
      const named = await currentOf(sport);
      if (named.week === week && named.season === season) return currentLists(sport, key, load);
      const known = await weeks(sport, sport, async () => {
        const listed = await listWeeks(db, sport);
        return { value: new Set(listed.map((row) => weekName(row.week, row.season))), until: never };
      });
      return known.has(name) ? otherLists(sport, key, () => weekTurn(load)) : noGames;
    },
    dayGames: async (sport, more) => {
      await changes.refresh(withinMs);
      return currentLists(sport, `${sport} day`, async (now) =>
        presented(await dayGames(db, sport, now, more, spanAt(now)), now),
      );
    },
  };

  function currentOf(sport: Sport) {
    return current(sport, sport, async (now) => {
      const { value, until } = await currentWeek(db, sport, now);
      return { value: { ...value, ready: readyBytes(value) }, until };
    });
  }

  /** What was loaded under a key of a sport, for as long as it lasts; the newest `atMost` keys. */
  function cache<T>(atMost: number): Read<T> {
    const kept = new Map<string, Kept<T>>();
    return async function read(sport, key, load) {
      const now = clock();
      const found = kept.get(key);
      if (found?.generation === generationOf(sport) && found.from <= now) {
        const { value, until } = await found.loaded;
        if (now < until) return value;
        if (kept.get(key) !== found) return read(sport, key, load); // another caller was first to begin anew
      }
      const begun: Kept<T> = { generation: generationOf(sport), from: now, loaded: load(now) };
      setNewest(kept, key, begun, atMost);
      begun.loaded.catch(() => {
        if (kept.get(key) === begun) kept.delete(key);
      });
      return (await begun.loaded).value;
    };
  }

  function generationOf(sport: Sport): number {
    return generations.get(sport) ?? 0;
  }
}

function weekName(week: number, season: number): string {
  return `${season} ${week}`;
}

function presented({ value, until }: Lasting<QuotedGame[]>, now: Date): Lasting<Ready> {
  return { value: readyBytes(value.map((quoted) => presentGame(quoted, now))), until };
}

/** Compressed when first asked for, and once. */
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
