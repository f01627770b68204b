import { sportTopic } from '#shared/api/events.ts';
import type { Db } from '../db/connection.ts';
import { createCache } from '../events/cache.ts';
import type { Changes } from '../events/changes.ts';
import { listQuotedGames, type QuotedGame } from './store.ts';

/** Chosen: some seasons of every sport; a game takes about 2 kB. */
const maxCached = 5_000;

export type GameCache = {
  /** The games with these ids and the quotes in force, as of the call or later. */
  find(ids: Iterable<string>): Promise<ReadonlyMap<string, QuotedGame>>;
};

/** A game as cached; null if there is none with the id. */
type Cached = { quoted: QuotedGame | null };

/**
 * Caches games by their ids in this process. Most of a bet's JSON is its game, and games are the same for every viewer.
 * A change of a game or quote by any process drops all cached games of its sport (events/cache.ts).
 */
export function createGameCache({ db, changes }: { db: Db; changes: Changes }): GameCache {
  const cached = createCache<Cached>(changes, {
    most: maxCached,
    topicOf: ({ quoted }) => quoted && sportTopic(quoted.game.sport),
  });

  return {
    find: async (ids) => {
      const wanted = [...new Set(ids)];
      if (wanted.length === 0) return new Map();
      await changes.refresh(0);
      const missing: string[] = [];
      // Runs once `missing` is complete: the calls of `load` below precede it.
      const gamesOfMissing = Promise.resolve().then(async () => {
        const rows = missing.length === 0 ? [] : await listQuotedGames(db, missing);
        return new Map(rows.map((quoted) => [quoted.game.id, quoted]));
      });
      const load = async (id: string) => {
        missing.push(id);
        return { quoted: (await gamesOfMissing).get(id) ?? null };
      };
      const found = await Promise.all(wanted.map((id) => cached.read(id, null, () => load(id))));
      return new Map(found.flatMap(({ quoted }) => (quoted ? [[quoted.game.id, quoted]] : [])));
    },
  };
}
