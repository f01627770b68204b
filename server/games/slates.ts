import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Sport, sports } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import type { Changes } from '../events/changes.ts';
import { keepNewest } from '../keep-newest.ts';
import { busy } from '../refusal.ts';
import { createTurns } from '../waiting-line.ts';
import { presentGame } from './present.ts';
import { currentWeek, dayGames, type Lasting, type SpanAt, weekGames } from './service.ts';
import type { QuotedGame } from './store.ts';

/** Ours: how old what a process knows of changes may be when it answers. Pages that hear of one ask only after this. */
const lookedWithinMs = 100;
/** Ours: anybody may ask for any week of any season. */
const keptAtMost = 64;
/** Ours, for the same reason: the connections are there for those who are signed in, too. */
const weekRules = { atOnce: 4, waitingAtMost: 100, waitMs: 3_000 };

const zip = promisify(gzip);

type Ready = ReturnType<typeof readyBytes>;
type Loaded = { ready: Ready; until: Date };
type Kept = { generation: number; from: Date; loaded: Promise<Loaded> };

type SlateDeps = {
  db: Db;
  changes: Changes;
  clock: () => Date;
  spanAt: SpanAt;
  /** How long ago this process may have looked for changes; without it a tenth of a second. */
  withinMs?: number | undefined;
};

export type Slates = {
  currentWeek(sport: Sport): Promise<Ready>;
  weekGames(sport: Sport, week: number, season: number): Promise<Ready>;
  dayGames(sport: Sport, more: number): Promise<Ready>;
};

/**
 * Game lists and current weeks as bytes that are ready to be sent, kept by this process.
 *
 * What is kept of a sport is dropped when any process changed a game or a quote of it, and with it what is being loaded;
 * each list also ends by itself when time alone changes it, as at the next start. Who asks for the same list at once
 * shares one load, and weeks are loaded a few at a time: late ones are refused busy (503). Without a database nothing is
 * answered that might be old. Source: design D21.
 */
export function createSlates({ db, changes, clock, spanAt, withinMs = lookedWithinMs }: SlateDeps): Slates {
  const kept = new Map<string, Kept>();
  const weekTurn = createTurns(weekRules, busy);
  const generations = new Map(sports.map((sport) => [sport, 0]));
  changes.onChange((topics) => {
    for (const sport of sports) {
      if (topics === null || topics.has(`sport:${sport}`)) generations.set(sport, generationOf(sport) + 1);
    }
  });

  return {
    currentWeek: (sport) => read(sport, 'current', (now) => currentWeek(db, sport, now)),
    weekGames: (sport, week, season) =>
      read(sport, `${season} ${week}`, () =>
        weekTurn(async () => {
          const now = clock();
          return presented(await weekGames(db, sport, week, season, now, spanAt(now)), now);
        }),
      ),
    dayGames: (sport, more) =>
      read(sport, 'day', async (now) => presented(await dayGames(db, sport, now, more, spanAt(now)), now)),
  };

  async function read(sport: Sport, name: string, load: (now: Date) => Promise<Lasting<unknown>>): Promise<Ready> {
    await changes.look(withinMs);
    return lasting(sport, `${sport} ${name}`, load);
  }

  async function lasting(sport: Sport, key: string, load: (now: Date) => Promise<Lasting<unknown>>): Promise<Ready> {
    const now = clock();
    const found = kept.get(key);
    if (found?.generation === generationOf(sport) && found.from <= now) {
      const { ready, until } = await found.loaded;
      if (now < until) return ready;
      if (kept.get(key) !== found) return lasting(sport, key, load); // another caller was first to begin anew
    }
    const begun: Kept = { generation: generationOf(sport), from: now, loaded: loadedFrom(load(now)) };
    keep(key, begun);
    return (await begun.loaded).ready;
  }

  function keep(key: string, entry: Kept): void {
    keepNewest(kept, key, entry, keptAtMost);
    entry.loaded.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
  }

  function generationOf(sport: Sport): number {
    return generations.get(sport) ?? 0;
  }
}

function presented({ value, until }: Lasting<QuotedGame[]>, now: Date) {
  return { value: value.map((quoted) => presentGame(quoted, now)), until };
}

async function loadedFrom(loading: Promise<Lasting<unknown>>): Promise<Loaded> {
  const { value, until } = await loading;
  return { ready: readyBytes(value), until };
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
