import { sportTopic } from '#shared/api/events.ts';
import { sports } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import type { Changes } from '../events/changes.ts';
import { setAndEvict } from '../lib/lru.ts';
import { listQuotedGames, type QuotedGame } from './store.ts';

/** Chosen: some seasons of every sport; a game takes about 2 kB. */
const maxCached = 5_000;

export type GameCache = {
  /** The games with these ids and the quotes in force, as of the call or later. */
  find(ids: Iterable<string>): Promise<ReadonlyMap<string, QuotedGame>>;
};

/**
 * Caches games by their ids in this process. Most of a bet's JSON is its game, and games are the same for every viewer.
 *
 * A change of a game or quote by any process invalidates all cached games of its sport.
 * Source: docs/decisions/change-notifications.md.
 */
export function createGameCache({ db, changes }: { db: Db; changes: Changes }): GameCache {
  const cached = new Map<string, QuotedGame>();
  let generation = 0;
  changes.onChange((topics) => {
    const changed = new Set(sports.filter((sport) => topics === null || topics.has(sportTopic(sport))));
    if (changed.size === 0) return;
    generation += 1;
    for (const [id, { game }] of cached) if (changed.has(game.sport)) cached.delete(id);
  });

  return {
    find: async (ids) => {
      const wanted = new Set(ids);
      if (wanted.size === 0) return new Map();
      await changes.refresh(0);
      const found = new Map(
        [...wanted].flatMap((id) => cached.get(id) ?? []).map((quoted) => [quoted.game.id, quoted]),
      );
      const missing = [...wanted].filter((id) => !found.has(id));
      if (missing.length > 0) {
        const before = generation;
        for (const quoted of await listQuotedGames(db, missing)) {
          found.set(quoted.game.id, quoted);
          // A game that was read before a change, which arrived during the query, is not cached.
          if (generation === before) setAndEvict(cached, quoted.game.id, quoted, maxCached);
        }
      }
      return found;
    },
  };
}
