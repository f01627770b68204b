import { v7 as uuid } from 'uuid';
import type { BodyOutput } from '#shared/api/endpoint.ts';
import type { createGroup } from '#shared/api/groups.ts';
import type { Database, Db } from '../db/connection.ts';
import { grant } from '../ledger/store.ts';
import { badInput, Refusal } from '../refusal.ts';
import { leagueNotFound } from './access.ts';
import {
  findLeague,
  findLeagueIdByCode,
  findMember,
  holdLeague,
  insertJoinCode,
  insertLeague,
  insertMember,
  type LeagueRow,
} from './store.ts';

/** A new league with its creator as owner and first member. Refuses dates that are over or in the wrong order (400). */
export async function createLeague(
  { withTx }: Database,
  now: Date,
  userId: string,
  wanted: BodyOutput<typeof createGroup>,
): Promise<LeagueRow> {
  if (wanted.joinDeadline <= now) throw badInput('The join deadline must be in the future');
  if (wanted.endDate <= now) throw badInput('The end date must be in the future');
  if (wanted.endDate <= wanted.joinDeadline) throw badInput('The end date must be after the join deadline');
  const leagueId = uuid();
  return withTx(async (tx) => {
    await insertLeague(tx, { id: leagueId, ownerId: userId, ...wanted });
    await insertJoinCode(tx, leagueId);
    await enter(tx, leagueId, userId);
    return foundLeague(tx, leagueId);
  });
}

/**
 * Makes the user a member of the league with this code.
 * Refuses an unknown code (404), a removed member (403), a member (409), and who comes after the deadline or end (409).
 */
export async function joinLeague({ withTx }: Database, now: Date, userId: string, code: string): Promise<LeagueRow> {
  return withTx(async (tx) => {
    const leagueId = await findLeagueIdByCode(tx, code);
    const league = leagueId && (await holdLeague(tx, leagueId));
    if (!league) throw new Refusal(404, 'unknown-code', 'No league has this join code');
    const before = await findMember(tx, league.id, userId);
    if (before?.removedAt) throw new Refusal(403, 'removed', 'You were removed from this league');
    if (before) throw alreadyMember();
    if (league.joinDeadline && league.joinDeadline <= now) {
      throw new Refusal(409, 'too-late', 'The join deadline for this league has passed');
    }
    if (league.endDate && league.endDate <= now) throw new Refusal(409, 'league-ended', 'This league has ended');
    if (!(await enter(tx, league.id, userId))) throw alreadyMember();
    return foundLeague(tx, league.id);
  });
}

/** A member's row and grant, once for ever: false when there was one before. */
async function enter(tx: Db, leagueId: string, userId: string): Promise<boolean> {
  if (!(await insertMember(tx, leagueId, userId))) return false;
  await grant(tx, leagueId, userId);
  return true;
}

async function foundLeague(tx: Db, leagueId: string): Promise<LeagueRow> {
  const league = await findLeague(tx, leagueId);
  if (!league) throw leagueNotFound();
  return league;
}

function alreadyMember(): Refusal {
  return new Refusal(409, 'already-member', 'You are already a member of this league');
}
