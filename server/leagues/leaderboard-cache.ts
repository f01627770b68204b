import { setImmediate as nextMacrotask } from 'node:timers/promises';
import { leagueTopic } from '#shared/api/events.ts';
import { balance } from '#shared/domain/balance.ts';
import { cents } from '#shared/domain/money.ts';
import type { Database, Db } from '../db/connection.ts';
import { createCache } from '../events/cache.ts';
import type { Changes } from '../events/changes.ts';
import type { Member } from './access.ts';
import { presentStanding } from './present.ts';
import { readStandings } from './standings.ts';
import {
  countOpenTickets,
  findOwnView,
  findReveal,
  type OpenTickets,
  type OwnView,
  type Standing,
} from './standings-store.ts';

/** Chosen: how many rows a process caches, some 500 bytes each. */
const maxRows = 100_000;
/** Chosen: a smaller league counts as so many rows, so that a process caches 2,000 leagues at most. */
const leastRows = 50;
/** Chosen: some milliseconds of work. The event loop serves other requests between two slices. */
const rowsPerSlice = 2_000;

/** The standings of a league in one snapshot, without what depends on the viewer. */
type Leaderboard = {
  isFinal: boolean;
  /** Whether the league hides open bets of others from everybody. */
  onlyOwn: boolean;
  rows: Standing[];
  /** The index of each member's row. */
  indexOf: Map<string, number>;
  /** Each row as JSON. */
  texts: string[];
  /** In the snapshot of the rows. A bet placed since is missing: only a request that came before the load may see it. */
  open: OpenTickets[];
};

export type LeaderboardCache = {
  /** The standings as this member sees them, as JSON. */
  read(member: Member): Promise<Buffer>;
};

/**
 * Caches leaderboards in this process. A request for a league of 10,000 members then waits neither for 50,000 tickets to
 * be counted nor for two megabytes of JSON to be built.
 *
 * A change of settled bets, names, members or settings drops the league's entry (events/cache.ts). A bet records a change
 * of its user alone, which drops nothing.
 *
 * A request that loads the rows is answered from the snapshot of its load. Other requests read the viewer's money, and
 * the numbers of open bets that the viewer may see, when they come. If the rows have changed since their load, a request
 * is answered from the snapshot of another load, which began after the request came. So the parts of a reply fit each
 * other. The exception is a Citus, for about as long as a commit takes: a machine shows what is settled before the
 * coordinator shows its change.
 */
export function createLeaderboardCache({
  database,
  changes,
}: {
  database: Database;
  changes: Changes;
}): LeaderboardCache {
  const { db, withTx } = database;
  const cached = createCache<Leaderboard>(changes, {
    most: maxRows,
    sizeOf: ({ rows }) => Math.max(leastRows, rows.length),
  });
  /** `isNew`: whether this call started the load, so that its snapshot is later than the call. */
  const readCached = async (leagueId: string) => {
    let isNew = false;
    const leaderboard = await cached.read(leagueId, leagueTopic(leagueId), async () => {
      isNew = true;
      await changes.refresh(Number.POSITIVE_INFINITY); // the cache hears of no change before the first refresh
      return inJson(await withTx((tx) => readLeaderboard(tx, leagueId), { isSnapshot: true }));
    });
    return { leaderboard, isNew };
  };

  return {
    read: async ({ leagueId, userId }) => {
      const { leaderboard, isNew } = await readCached(leagueId);
      if (isNew) return asSeen(leaderboard, userId, viewInSnapshot(leaderboard, userId));
      const view = leaderboard.isFinal ? null : await findOwnView(db, leagueId, userId, leaderboard);
      await changes.refresh(0);
      if (cached.isCurrent(leagueId, leaderboard)) return asSeen(leaderboard, userId, view);
      const { leaderboard: later } = await readCached(leagueId);
      return asSeen(later, userId, viewInSnapshot(later, userId));
    },
  };
}

type Read = Pick<Leaderboard, 'isFinal' | 'onlyOwn' | 'rows' | 'open'>;

async function readLeaderboard(tx: Db, leagueId: string): Promise<Read> {
  const onlyOwn = (await findReveal(tx, leagueId)) !== 'started';
  const open = await countOpenTickets(tx, leagueId);
  return { onlyOwn, open, ...(await readStandings(tx, leagueId)) };
}

async function inJson(read: Read): Promise<Leaderboard> {
  const indexOf = new Map(read.rows.map((row, index) => [row.userId, index]));
  const texts: string[] = [];
  for (const [index, row] of read.rows.entries()) {
    if (index % rowsPerSlice === 0) await nextMacrotask();
    texts.push(JSON.stringify(presentStanding(row, false)));
  }
  return { ...read, indexOf, texts };
}

/** The viewer's part in the snapshot of the rows; null for a user who was no member then. */
function viewInSnapshot({ rows, indexOf, open }: Leaderboard, viewerId: string): OwnView | null {
  const row = rows[indexOf.get(viewerId) ?? -1];
  if (!row) return null;
  const seen = open.map(({ userId, all, shown }) => ({ userId, bets: userId === viewerId ? all : shown }));
  return { available: row.available, pending: row.pending, open: seen.filter(({ bets }) => bets > 0) };
}

/** The JSON of the leaderboard with the viewer's part filled in. Without a `view` the own row has the money of the rows. */
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
