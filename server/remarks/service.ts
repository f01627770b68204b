import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { setReaction, ticketRemarks } from '#shared/api/remark-calls.ts';
import { rowName } from '#shared/domain/naming.ts';
import type { Reaction } from '#shared/domain/remarks.ts';
import { appendAuditLine } from '../audit/store.ts';
import type { Database, Db } from '../db/connection.ts';
import { recordTicketChange, recordUserChange } from '../events/store.ts';
import { leagueNotFound, type Member, remarksOff } from '../leagues/access.ts';
import { logAct } from '../leagues/log.ts';
import { findBareLeague, lockJoins, lockLeague } from '../leagues/store.ts';
import { Refusal } from '../lib/refusal.ts';
import { mayRemoveNote, presentRemarks } from '../tickets/present.ts';
import { countReactions } from '../tickets/reactions-store.ts';
import { clearNote, deleteReaction, findVisibleTicket, listReactors, upsertReaction } from './store.ts';

/** Reads the remarks on a ticket that the member may see. Refuses every other ticket with the same 404. */
export async function readRemarks(
  database: Database,
  member: Member,
  ticketId: string,
): Promise<ReplyInput<typeof ticketRemarks>> {
  const { db } = database;
  if (!(await findBareLeague(db, member.leagueId))?.remarks) throw remarksOff();
  const ticket = await requireVisibleTicket(db, member, ticketId);
  const key = { leagueId: member.leagueId, id: ticketId };
  const counts = await countReactions(database, [key], member.userId);
  const reactors = await listReactors(db, key);
  return {
    ...presentRemarks(ticket, counts, member.userId),
    reactors: reactors.map(({ userId, reaction, ...name }) => ({ userId, reaction, name: rowName(name) })),
  };
}

/**
 * Sets the member's reaction to a ticket of another, or removes it (null). The pages of all members are notified: others
 * see a ticket only when every member may see it. Refuses a league without reactions (409), an own ticket (403) and
 * every ticket that the member may not see with the same 404.
 */
export async function react(
  database: Database,
  member: Member,
  ticketId: string,
  reaction: Reaction | null,
): Promise<ReplyInput<typeof setReaction>> {
  const { leagueId, userId } = member;
  const ticket = await database.withTx(async (tx) => {
    const league = await lockLeague(tx, leagueId);
    if (!league) throw leagueNotFound();
    if (!league.remarks) throw remarksOff();
    const found = await requireVisibleTicket(tx, member, ticketId);
    if (found.userId === userId) throw new Refusal(403, 'own-ticket', 'Reactions are for the bets of others');
    const hasChanged =
      reaction === null
        ? await deleteReaction(tx, member, ticketId)
        : await upsertReaction(tx, { leagueId, ticketId, userId, reaction });
    if (hasChanged) await recordTicketChange(tx, leagueId, ticketId);
    return found;
  });
  return presentRemarks(ticket, await countReactions(database, [{ leagueId, id: ticketId }], userId), userId);
}

/**
 * Removes the note of a ticket: the bettor's own, also after they were removed from the league, or for the owner that of
 * a ticket which the owner may see. Refuses other members (403), and tickets that the user may not see with the same 404.
 *
 * A hidden ticket changes for its bettor alone: the topic of a ticket would tell the others that it exists.
 */
export async function removeNoteOf(
  { withTx }: Database,
  viewer: { leagueId: string; userId: string },
  ticketId: string,
): Promise<void> {
  const { leagueId, userId } = viewer;
  await withTx(async (tx) => {
    await lockLeague(tx, leagueId);
    const ticket = await requireVisibleTicket(tx, viewer, ticketId);
    const isAuthor = ticket.userId === userId;
    if (!mayRemoveNote(ticket, userId)) {
      throw new Refusal(403, 'not-author', 'Only its author and the owner of the league may remove a note');
    }
    if (!isAuthor) await lockJoins(tx, leagueId); // the acts of the log get one number after the other
    if (!(await clearNote(tx, { leagueId, id: ticketId }))) return;
    if (ticket.isRevealed) await recordTicketChange(tx, leagueId, ticketId);
    if (isAuthor) await recordUserChange(tx, userId);
    else {
      const detail = { ticketId, userId: ticket.userId };
      await appendAuditLine(tx, { actorId: userId, action: 'note-removed', leagueId, detail });
      await logAct(tx, viewer, { act: 'note-removed', userId: ticket.userId });
    }
  });
}

async function requireVisibleTicket(db: Db, viewer: { leagueId: string; userId: string }, ticketId: string) {
  const ticket = await findVisibleTicket(db, viewer, ticketId);
  if (!ticket) throw new Refusal(404, 'ticket-not-found', 'Bet not found');
  return ticket;
}
