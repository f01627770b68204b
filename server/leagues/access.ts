import type { Db } from '../db/connection.ts';
import { Refusal } from '../lib/refusal.ts';
import { findMember, findNamedMember } from './store.ts';

declare const proven: unique symbol;

/** Proof that a user is a present member of a league. Only this file creates it. */
export type Member = { leagueId: string; userId: string; readonly [proven]: 'member' | 'owner' };

/** Proof that a member is the owner, who manages the league. */
export type Owner = Member & { readonly [proven]: 'owner' };

/** Proof that a user is a present member, with the names that a reply about their bet shows. */
export type NamedMember = Member &
  Pick<NonNullable<Awaited<ReturnType<typeof findNamedMember>>>, 'memberName' | 'user'>;

/**
 * Refuses every other user with the same 404, so that a league's existence stays hidden.
 * Source: docs/security.md#rights-and-tenancy.
 */
export async function requireMember(db: Db, userId: string, leagueId: string): Promise<Member> {
  await presentMember(db, userId, leagueId);
  return { leagueId, userId } as Member;
}

/** Refuses as `requireMember` does. */
export async function requireNamedMember(db: Db, userId: string, leagueId: string): Promise<NamedMember> {
  const row = await findNamedMember(db, leagueId, userId);
  if (!row || row.removedAt !== null) throw leagueNotFound();
  return { leagueId, userId, memberName: row.memberName, user: row.user } as NamedMember;
}

/** Refuses other members with 403, and every other user as `requireMember` does. */
export async function requireOwner(db: Db, userId: string, leagueId: string): Promise<Owner> {
  const { ownerId } = await presentMember(db, userId, leagueId);
  if (ownerId !== userId) throw new Refusal(403, 'not-owner', 'Only the owner of the league may do this');
  return { leagueId, userId } as Owner;
}

export function leagueNotFound(): Refusal {
  return new Refusal(404, 'league-not-found', 'League not found');
}

/** The refusal of notes and reactions in a league that has them switched off. */
export function remarksOff(): Refusal {
  return new Refusal(409, 'remarks-off', 'This league has notes and reactions switched off');
}

async function presentMember(db: Db, userId: string, leagueId: string) {
  const row = await findMember(db, leagueId, userId);
  if (!row || row.removedAt !== null) throw leagueNotFound();
  return row;
}
