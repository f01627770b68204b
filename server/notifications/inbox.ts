import type { ReplyInput } from '#shared/api/endpoint.ts';
import { type InboxPlace, inboxCursorOf, type listNotices } from '#shared/api/notifications.ts';
import { toWire } from '#shared/domain/money.ts';
import type { Database } from '../db/connection.ts';
import { recordNoticeChanges } from '../events/store.ts';
import { Refusal } from '../lib/refusal.ts';
import { presentNotices, type Readable } from './present.ts';
import { countUnread, listStored, markAllRead, markRead } from './store.ts';

/** Chosen: two screens of a phone. */
const pageSize = 20;

/** A page of an inbox: the notices after the place `before`, or the first ones. */
export async function readInbox(
  database: Database,
  readable: Readable,
  before: InboxPlace | null,
  now: Date,
): Promise<ReplyInput<typeof listNotices>> {
  const leagueIds = [...readable.leagues.keys()];
  const found = await listStored(database.db, readable.userId, leagueIds, before, pageSize + 1);
  const page = found.slice(0, pageSize);
  const presented = await presentNotices(database, readable, page, now);
  const [first, last] = [page[0], page.at(-1)];
  return {
    notices: presented.map(({ notice: { id, kind, leagueId, at, isRead }, words: { net, ...words } }) => ({
      id,
      kind,
      groupId: leagueId,
      ...words,
      net: net === null ? null : toWire(net),
      at: new Date(at / 1_000).toISOString(),
      isRead,
    })),
    newest: first ? inboxCursorOf(first) : null,
    next: last && found.length > pageSize ? inboxCursorOf(last) : null,
  };
}

export async function countInbox({ db }: Database, { userId, leagues }: Readable): Promise<number> {
  return countUnread(db, userId, [...leagues.keys()]);
}

/** Marks one notice as read. Refuses (404) the id of another user, and of a league that the user may not read of. */
export async function readOne({ withTx }: Database, { userId, leagues }: Readable, id: string): Promise<void> {
  await withTx(async (tx) => {
    if (!(await markRead(tx, userId, [...leagues.keys()], id))) {
      throw new Refusal(404, 'notice-not-found', 'Notice not found');
    }
    await recordNoticeChanges(tx, [userId]);
  });
}

/**
 * Marks all notices at `until` and before as read: not those that have come since the user saw the inbox, and none of a
 * league that it leaves out, such as one on a lost machine.
 */
export async function readAll({ withTx }: Database, { userId, leagues }: Readable, until: InboxPlace): Promise<void> {
  await withTx(async (tx) => {
    if ((await markAllRead(tx, userId, [...leagues.keys()], until)) > 0) await recordNoticeChanges(tx, [userId]);
  });
}
