import type { Db } from '../db/connection.ts';
import { recordLeagueChanges } from '../events/store.ts';
import { deleteRemarksOf } from '../tickets/reactions-store.ts';
import { deleteRequest } from './join-requests-store.ts';
import { deleteMembership } from './memberships-store.ts';
import { clearMemberName, lockLeague, markRemoved, updateLeagueRow } from './store.ts';

/**
 * Takes a user whose account is deleted out of a league, with all that they said of bets. Tickets, ledger and frozen
 * facts stay, under the id alone, and open tickets settle. Does nothing about a league that is deleted, or that the user
 * never joined.
 */
export async function leaveForGood(tx: Db, leagueId: string, userId: string): Promise<void> {
  // Exclusive: no bet, note or reaction of theirs is written meanwhile, and no role of theirs is used.
  const league = await lockLeague(tx, leagueId, 'update');
  if (league) {
    if (league.offeredTo === userId) await updateLeagueRow(tx, leagueId, { offeredTo: null });
    await deleteRemarksOf(tx, leagueId, userId);
    await markRemoved(tx, leagueId, userId);
    await clearMemberName(tx, leagueId, userId);
    await deleteRequest(tx, leagueId, userId);
    await recordLeagueChanges(tx, [leagueId]);
  }
  // No notice of the league is written after it: docs/decisions/notifications.md.
  await deleteMembership(tx, userId, leagueId);
}
