import type { Db } from '../db/connection.ts';
import { Refusal } from '../refusal.ts';
import { findMember } from './store.ts';

declare const proven: unique symbol;

/** Proof that a user is a present member of a league: made here only. */
export type Member = { leagueId: string; userId: string; readonly [proven]: 'member' };

/** Refuses everybody else with the same 404, so that a league's existence stays hidden (hardening B1). */
export async function requireMember(db: Db, userId: string, leagueId: string): Promise<Member> {
  const row = await findMember(db, leagueId, userId);
  if (!row || row.removedAt !== null) throw leagueNotFound();
  return { leagueId, userId } as Member;
}

export function leagueNotFound(): Refusal {
  return new Refusal(404, 'league-not-found', 'League not found');
}
