import { setImmediate as nextTurn } from 'node:timers/promises';
import { balance } from '#shared/domain/balance.ts';
import { cents } from '#shared/domain/money.ts';
import type { Db } from '../db/connection.ts';
import type { Changes } from '../events/changes.ts';
import type { Member } from './access.ts';
import { presentStanding } from './present.ts';
import { readStandings, type Standing } from './standings.ts';
import { findOwnView, findReveal, type OwnView } from './standings-store.ts';

/** Ours: rows that a process keeps, some 500 bytes each. */
const rowsAtMost = 100_000;
/** Ours: leagues of a few members are kept by the thousand. */
const leaguesAtMost = 2_000;
/** Ours: a league that changes faster than it can be read is answered as it was a moment ago. */
const triesAtMost = 3;

/** Chosen: some milliseconds of work. Other requests are served between two such slices. */
const rowsAtOnce = 2_000;

/** The standings of a league as every other member sees them. */
type Board = {
  isFinal: boolean;
  /** Whether nobody sees open bets of others. */
  onlyOwn: boolean;
  rows: Standing[];
  /** Of each member, the index of the row. */
  indexOf: Map<string, number>;
  /** Each row as JSON. */
  texts: string[];
};
type Kept = { board: Promise<Board>; size: number };

export type LeaderboardCache = {
  /** The reply to who asks for the standings, as JSON. */
  read(member: Member): Promise<Buffer>;
};

/**
 * Leaderboards that are ready but for what the viewer alone sees, kept by this process: who asks for one of 10,000 members
 * should wait neither for 50,000 tickets to be counted nor for two megabytes to be written.
 *
 * Settled bets, names, members and settings are what is kept; each change of them is told by `changes`, and what is kept of
 * its league is dropped. Placing tells nobody, and changes nothing of it: the viewer's money, and open bets that the viewer
 * may see, are read each time. A reply is of one moment: after both were read nothing had changed. Source: design D21.
 */
export function createLeaderboardCache({ db, changes }: { db: Db; changes: Changes }): LeaderboardCache {
  const kept = new Map<string, Kept>();
  let rowsKept = 0;
  changes.onChange((topics) => {
    const dropped =
      topics === null ? [...kept.keys()] : [...topics].map((topic) => topic.slice(topic.indexOf(':') + 1));
    for (const leagueId of dropped) drop(leagueId);
  });

  return {
    read: async ({ leagueId, userId }) => {
      for (let tries = 1; ; tries += 1) {
        const entry = kept.get(leagueId) ?? (await load(leagueId));
        const board = await entry.board;
        const view = board.isFinal ? null : await findOwnView(db, leagueId, userId, board);
        await changes.refresh(0);
        if (kept.get(leagueId) === entry || tries === triesAtMost) return asSeen(board, userId, view);
      }
    },
  };

  /** Before the first look nothing would be told of what changes meanwhile. */
  async function load(leagueId: string): Promise<Kept> {
    await changes.refresh(Number.POSITIVE_INFINITY);
    const found = kept.get(leagueId);
    if (found) return found;
    const entry: Kept = { board: readBoard(db, leagueId), size: 0 };
    kept.set(leagueId, entry);
    entry.board.then(
      ({ rows }) => {
        if (kept.get(leagueId) !== entry) return;
        entry.size = rows.length;
        rowsKept += rows.length;
        for (const oldest of kept.keys()) {
          if (rowsKept <= rowsAtMost && kept.size <= leaguesAtMost) break;
          drop(oldest);
        }
      },
      () => kept.get(leagueId) === entry && drop(leagueId),
    );
    return entry;
  }

  function drop(leagueId: string): void {
    rowsKept -= kept.get(leagueId)?.size ?? 0;
    kept.delete(leagueId);
  }
}

async function readBoard(db: Db, leagueId: string): Promise<Board> {
  const onlyOwn = (await findReveal(db, leagueId)) !== 'started';
  const { isFinal, rows } = await readStandings(db, leagueId);
  const indexOf = new Map(rows.map((row, index) => [row.userId, index]));
  const texts: string[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === 0) await nextTurn();
    texts.push(JSON.stringify(presentStanding(row, false)));
  }
  return { isFinal, onlyOwn, rows, indexOf, texts };
}

/** The board with the rows that differ for this viewer. `view` is null once the league is final: nothing differs then. */
function asSeen({ rows, indexOf, texts }: Board, viewerId: string, view: OwnView | null): Buffer {
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
