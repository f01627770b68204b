import { setImmediate as nextMacrotask } from 'node:timers/promises';
import { balance } from '#shared/domain/balance.ts';
import { cents } from '#shared/domain/money.ts';
import type { Db } from '../db/connection.ts';
import type { Changes } from '../events/changes.ts';
import type { Member } from './access.ts';
import { presentStanding } from './present.ts';
import { readStandings } from './standings.ts';
import { findOwnView, findReveal, type OwnView, type Standing } from './standings-store.ts';

/** Chosen: how many rows a process caches, some 500 bytes each. */
const maxRows = 100_000;
/** Chosen: how many leagues a process caches, whatever their size. */
const maxLeagues = 2_000;
/** Chosen: a league that changes during every try is answered from the last try, slightly out of date. */
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
/** `size` is the number of rows; 0 while they are loaded. */
type Entry = { leaderboard: Promise<Leaderboard>; size: number };

export type LeaderboardCache = {
  /** The standings as this member sees them, as JSON. */
  read(member: Member): Promise<Buffer>;
};

/**
 * Caches leaderboards in this process, except for what only the viewer sees. A request for a league of 10,000 members
 * then waits neither for 50,000 tickets to be counted nor for two megabytes of JSON to be built.
 *
 * Cached are settled bets, names, members and settings; a change of any of them invalidates the league's entry. Placing
 * a bet records no change and affects nothing cached: the viewer's money, and the open bets that the viewer may see,
 * are read at each request. A reply is consistent: the entry is still valid after the viewer's part was read, or both
 * are read again.
 * Source: docs/decisions/change-notifications.md.
 */
export function createLeaderboardCache({ db, changes }: { db: Db; changes: Changes }): LeaderboardCache {
  const cached = new Map<string, Entry>();
  let cachedRows = 0;
  changes.onChange((topics) => {
    const dropped =
      topics === null ? [...cached.keys()] : [...topics].map((topic) => topic.slice(topic.indexOf(':') + 1));
    for (const leagueId of dropped) drop(leagueId);
  });

  return {
    read: async ({ leagueId, userId }) => {
      for (let tries = 1; ; tries += 1) {
        const entry = cached.get(leagueId) ?? (await load(leagueId));
        const leaderboard = await entry.leaderboard;
        const view = leaderboard.isFinal ? null : await findOwnView(db, leagueId, userId, leaderboard);
        await changes.refresh(0);
        if (cached.get(leagueId) === entry || tries === maxTries) return asSeen(leaderboard, userId, view);
      }
    },
  };

  /**
   * Starts loading an entry. Listeners hear of changes only after the first refresh, so the load must not start before
   * it.
   */
  async function load(leagueId: string): Promise<Entry> {
    await changes.refresh(Number.POSITIVE_INFINITY);
    const found = cached.get(leagueId);
    if (found) return found;
    const entry: Entry = { leaderboard: readLeaderboard(db, leagueId), size: 0 };
    cached.set(leagueId, entry);
    entry.leaderboard.then(
      ({ rows }) => {
        if (cached.get(leagueId) !== entry) return;
        entry.size = rows.length;
        cachedRows += rows.length;
        for (const oldest of cached.keys()) {
          if (cachedRows <= maxRows && cached.size <= maxLeagues) break;
          drop(oldest);
        }
      },
      () => cached.get(leagueId) === entry && drop(leagueId),
    );
    return entry;
  }

  function drop(leagueId: string): void {
    cachedRows -= cached.get(leagueId)?.size ?? 0;
    cached.delete(leagueId);
  }
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
