import { setImmediate as nextMacrotask } from 'node:timers/promises';
import { leagueTopic } from '#shared/api/events.ts';
import { balance } from '#shared/domain/balance.ts';
import { cents } from '#shared/domain/money.ts';
import type { Db } from '../db/connection.ts';
import { createCache } from '../events/cache.ts';
import type { Changes } from '../events/changes.ts';
import type { Member } from './access.ts';
import { presentStanding } from './present.ts';
import { readStandings } from './standings.ts';
import { findOwnView, findReveal, type OwnView, type Standing } from './standings-store.ts';

/** Chosen: how many rows a process caches, some 500 bytes each. */
const maxRows = 100_000;
/** Chosen: a smaller league counts as so many rows, so that a process caches 2,000 leagues at most. */
const leastRows = 50;
/**
 * Chosen: a league that changes during every try is answered from the last try, in which the viewer's part may be newer
 * than the rows. Reading both in one snapshot would read a big league anew for each viewer, just while it is settled.
 */
const maxTries = 3;

/** Chosen: some milliseconds of work. The event loop serves other requests between two slices. */
const rowsPerSlice = 2_000;

/** The standings of a league without what depends on the viewer. */
type Leaderboard = {
  isFinal: boolean;
  /** Whether the league hides open bets of others from everybody. */
  onlyOwn: boolean;
  rows: Standing[];
  /** The index of each member's row. */
  indexOf: Map<string, number>;
  /** Each row as JSON. */
  texts: string[];
};

export type LeaderboardCache = {
  /** The standings as this member sees them, as JSON. */
  read(member: Member): Promise<Buffer>;
};

/**
 * Caches leaderboards in this process, except for what only the viewer sees. A request for a league of 10,000 members
 * then waits neither for 50,000 tickets to be counted nor for two megabytes of JSON to be built.
 *
 * Cached are settled bets, names, members and settings; a change of any of them drops the league's entry
 * (events/cache.ts). Placing a bet records a change of its user alone, which drops nothing, and affects nothing cached:
 * the viewer's money, and the open bets that the viewer may see, are read at each request. A reply is consistent: the
 * entry is still cached after the viewer's part was read, or both are read again.
 */
export function createLeaderboardCache({ db, changes }: { db: Db; changes: Changes }): LeaderboardCache {
  const cached = createCache<Leaderboard>(changes, {
    most: maxRows,
    sizeOf: ({ rows }) => Math.max(leastRows, rows.length),
  });

  return {
    read: async ({ leagueId, userId }) => {
      for (let tries = 1; ; tries += 1) {
        const leaderboard = await cached.read(leagueId, leagueTopic(leagueId), async () => {
          await changes.refresh(Number.POSITIVE_INFINITY); // the cache hears of no change before the first refresh
          return readLeaderboard(db, leagueId);
        });
        const view = leaderboard.isFinal ? null : await findOwnView(db, leagueId, userId, leaderboard);
        await changes.refresh(0);
        if (cached.isCurrent(leagueId, leaderboard) || tries === maxTries) return asSeen(leaderboard, userId, view);
      }
    },
  };
}

async function readLeaderboard(db: Db, leagueId: string): Promise<Leaderboard> {
  const onlyOwn = (await findReveal(db, leagueId)) !== 'started';
  const { isFinal, rows } = await readStandings(db, leagueId);
  const indexOf = new Map(rows.map((row, index) => [row.userId, index]));
  const texts: string[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerSlice === 0) await nextMacrotask();
    texts.push(JSON.stringify(presentStanding(row, false)));
  }
  return { isFinal, onlyOwn, rows, indexOf, texts };
}

/**
 * The JSON of the leaderboard, with the viewer's part filled in. `view` is null in a final league, which has no open
 * bets.
 */
function asSeen({ rows, indexOf, texts }: Leaderboard, viewerId: string, view: OwnView | null): Buffer {
  const openOf = new Map(view?.open.map(({ userId, bets }) => [userId, bets]));
  const seen = [...texts];
  for (const userId of new Set([viewerId, ...openOf.keys()])) {
    const index = indexOf.get(userId);
    const row = index === undefined ? undefined : rows[index];
    if (index === undefined || !row) continue;
    const isOwn = userId === viewerId;
    const funds = isOwn && view ? balance(cents(view.available), cents(view.pending)) : {};
    seen[index] = JSON.stringify(
      presentStanding({ ...row, ...funds, bets: row.bets + (openOf.get(userId) ?? 0) }, isOwn),
    );
  }
  return Buffer.from(`[${seen.join(',')}]`);
}
