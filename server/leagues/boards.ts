import { balance } from '#shared/domain/balance.ts';
import { cents } from '#shared/domain/money.ts';
import type { Db } from '../db/connection.ts';
import type { Changes } from '../events/changes.ts';
import type { Member } from './access.ts';
import { presentStanding } from './present.ts';
import { readStandings, type Standing } from './standings.ts';
import { findOwnView, type OwnView } from './store.ts';

/** Ours: rows that a process keeps, some 500 bytes each. */
const rowsAtMost = 100_000;
/** Ours: leagues of a few members are kept by the thousand. */
const leaguesAtMost = 2_000;
/** Ours: a league that changes faster than it can be read is answered as it was a moment ago. */
const triesAtMost = 3;

/** The standings of a league as JSON, a text a row as every other member sees it. */
type Board = { isFinal: boolean; rows: Standing[]; texts: string[]; placeOf: Map<string, number> };
type Kept = { board: Promise<Board>; size: number };

export type Boards = {
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
export function createBoards({ db, changes }: { db: Db; changes: Changes }): Boards {
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
        const view = board.isFinal ? null : await findOwnView(db, leagueId, userId);
        await changes.look(0);
        if (kept.get(leagueId) === entry || tries === triesAtMost) return asSeen(board, userId, view);
      }
    },
  };

  /** Before the first look nothing would be told of what changes meanwhile. */
  async function load(leagueId: string): Promise<Kept> {
    await changes.look(Number.POSITIVE_INFINITY);
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
  const { isFinal, rows } = await readStandings(db, leagueId);
  const texts = rows.map((row) => JSON.stringify(presentStanding(row, false)));
  return { isFinal, rows, texts, placeOf: new Map(rows.map((row, at) => [row.userId, at])) };
}

/** `view` null once the league is final: then nothing is open, and what one has is what was frozen. */
function asSeen({ rows, texts, placeOf }: Board, viewerId: string, view: OwnView | null): Buffer {
  const seen = [...texts];
  const openOf = new Map(view?.open.map(({ userId, bets }) => [userId, bets]));
  for (const userId of new Set([viewerId, ...openOf.keys()])) {
    const at = placeOf.get(userId);
    const row = at === undefined ? undefined : rows[at];
    if (at === undefined || !row) continue;
    const isOwn = userId === viewerId;
    const funds = isOwn && view ? balance(cents(view.available), cents(view.pending)) : {};
    seen[at] = JSON.stringify(presentStanding({ ...row, ...funds, bets: row.bets + (openOf.get(userId) ?? 0) }, isOwn));
  }
  return Buffer.from(`[${seen.join(',')}]`);
}
