import { sportTopic } from '#shared/api/events.ts';
import { sports } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import type { Changes } from '../events/changes.ts';
import { setNewest } from '../lib/lru.ts';
import { listQuotedGames, type QuotedGame } from './store.ts';

/** Ours: some seasons of every sport, about two kilobytes each. */
const keptAtMost = 5_000;

export type GameCache = {
  /** The games with these ids and the quotes in force, none older than the call. */
  find(ids: Iterable<string>): Promise<ReadonlyMap<string, QuotedGame>>;
};

/**
 * Games by their ids, kept by this process: of a bet most is its game, and the games of a season are the same for everybody.
 *
 * What is kept of a sport is dropped when any process changed a game or a quote of it. Source: design D21.
 */
export function createGameCache({ db, changes }: { db: Db; changes: Changes }): GameCache {
  const kept = new Map<string, QuotedGame>();
  let generation = 0;
  changes.onChange((topics) => {
    const changed = new Set(sports.filter((sport) => topics === null || topics.has(sportTopic(sport))));
    if (changed.size === 0) return;
    generation += 1;
    for (const [id, { game }] of kept) if (changed.has(game.sport)) kept.delete(id);
  });

  return {
    find: async (ids) => {
      const wanted = new Set(ids);
      if (wanted.size === 0) return new Map();
      await changes.refresh(0);
      const found = new Map([...wanted].flatMap((id) => kept.get(id) ?? []).map((quoted) => [quoted.game.id, quoted]));
      const missing = [...wanted].filter((id) => !found.has(id));
      if (missing.length > 0) {
        const before = generation;
        for (const quoted of await listQuotedGames(db, missing)) {
          found.set(quoted.game.id, quoted);
          if (generation === before) setNewest(kept, quoted.game.id, quoted, keptAtMost); // else it may have been read before the change that was told meanwhile
        }
      }
      return found;
    },
  };
}
