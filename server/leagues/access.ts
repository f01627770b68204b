import { can, type LeagueAct, type LeagueRole, roleIn } from '#shared/domain/league-role.ts';
import type { Db } from '../db/connection.ts';
import { Refusal } from '../lib/refusal.ts';
import { type BareLeague, findMember, lockJoins, lockLeague } from './store.ts';

declare const proven: unique symbol;

/** Proof that a user is a present member of a league. Only this file creates it. */
export type Member = { leagueId: string; userId: string; readonly [proven]: true };

/** The same, with the role at that moment. */
export type MemberInRole = Member & { role: LeagueRole };

/** Proof that a member may do an act. Roles change: a transaction proves it again once it has locked the league. */
export type Entitled<Act extends LeagueAct = LeagueAct> = MemberInRole & { act: Act };

/**
 * Refuses every other user with the same 404, so that a league's existence stays hidden.
 * Source: docs/security.md#rights-and-tenancy.
 */
export async function requireMember(db: Db, userId: string, leagueId: string): Promise<MemberInRole> {
  const row = await findMember(db, leagueId, userId);
  if (!row || row.removedAt !== null) throw leagueNotFound();
  const role = roleIn({ ownerId: row.ownerId, managers: row.isManager ? [row] : [] }, userId);
  return { leagueId, userId, role } as MemberInRole;
}

/** Refuses members whose role may not do the act with 403, and every other user as `requireMember` does. */
export async function requireRight<Act extends LeagueAct>(
  db: Db,
  userId: string,
  leagueId: string,
  act: Act,
): Promise<Entitled<Act>> {
  const member = await requireMember(db, userId, leagueId);
  if (can(member.role, act)) return { ...member, act };
  throw can('manager', act)
    ? new Refusal(403, 'not-owner', 'Only the owner and the managers of the league may do this')
    : new Refusal(403, 'not-owner', 'Only the owner of the league may do this');
}

/**
 * Locks the league until the transaction ends, and returns it with the caller's role now, which stays until then: roles
 * are given and taken under the league's exclusive lock, and end with a removal, under its shared lock and that of the
 * joins. `share` lets bets go on, and locks the joins too: the acts of the log get one number after the other. Refuses a deleted league (404), and a caller who has lost the right since it was proven.
 */
export async function lockEntitled(
  tx: Db,
  { userId, leagueId, act }: Entitled,
  strength: 'share' | 'update' = 'update',
): Promise<{ league: BareLeague; role: LeagueRole }> {
  const league = await lockLeague(tx, leagueId, strength);
  if (!league) throw leagueNotFound();
  if (strength === 'share') await lockJoins(tx, leagueId);
  const { role } = await requireRight(tx, userId, leagueId, act);
  return { league, role };
}

/** The league, locked against everything until the transaction ends. Refuses a deleted one (404). */
export async function lockExclusive(tx: Db, leagueId: string): Promise<BareLeague> {
  const league = await lockLeague(tx, leagueId, 'update');
  if (!league) throw leagueNotFound();
  return league;
}

export function leagueNotFound(): Refusal {
  return new Refusal(404, 'league-not-found', 'League not found');
}

/** The refusal of notes and reactions in a league that has them switched off. */
export function remarksOff(): Refusal {
  return new Refusal(409, 'remarks-off', 'This league has notes and reactions switched off');
}
