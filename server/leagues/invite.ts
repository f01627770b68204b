import type { ReplyInput } from '#shared/api/endpoint.ts';
import { type invite, mostInitials } from '#shared/api/invite.ts';
import { isJoinCode } from '#shared/domain/join-code.ts';
import { displayName, initialOf } from '#shared/domain/naming.ts';
import { numberOf } from '#shared/domain/week.ts';
import type { Database } from '../db/connection.ts';
import { leagueUnreachable } from '../lib/refusal.ts';
import { leagueFull, maximum, unknownCode } from './entering.ts';
import { listFirstNames } from './invite-store.ts';
import { hasRequest } from './join-requests-store.ts';
import { presentFairPlay } from './present-fair-play.ts';
import { joinRefusal } from './state.ts';
import { countMembers, findBareLeague, findLeagueIdByCode, findMember } from './store.ts';

/**
 * The invitation with a join code, also for somebody who is not signed in. Refuses a text that is no join code, and
 * a code that no league has (any more), with the same 404; a league on a lost machine with 503.
 *
 * viewerId  the signed-in caller; null for a visitor
 */
export async function readInvite(
  { db, machines }: Pick<Database, 'db' | 'machines'>,
  code: string,
  viewerId: string | null,
  now: Date,
): Promise<ReplyInput<typeof invite>> {
  const leagueId = isJoinCode(code) ? await findLeagueIdByCode(db, code) : null;
  if (leagueId === null) throw unknownCode();
  if (machines.unreachable([leagueId]).length > 0) throw leagueUnreachable();
  const league = await findBareLeague(db, leagueId);
  if (!league) throw unknownCode();
  const member = viewerId === null ? null : await findMember(db, leagueId, viewerId);
  const memberCount = await countMembers(db, leagueId);
  const refusal = joinRefusal(league, now) ?? (memberCount >= maximum.members ? leagueFull() : null);
  const known = {
    name: league.name,
    leagueId: member && member.removedAt === null ? leagueId : null,
    waitsIn: viewerId !== null && league.approvesJoins && (await hasRequest(db, leagueId, viewerId)) ? leagueId : null,
  };
  if (refusal) return { ...known, closed: refusal.message, league: null };
  const names = (await listFirstNames(db, { leagueId, most: mostInitials })).map(displayName);
  return {
    ...known,
    closed: null,
    league: {
      description: league.description,
      owner: names[0] ?? displayName({}),
      memberCount,
      initials: names.map(initialOf),
      joinDeadline: league.joinDeadline?.toISOString() ?? null,
      endDate: league.endDate?.toISOString() ?? null,
      week: numberOf(now, league),
      weeks: league.endDate && numberOf(league.endDate, league),
      allowedSports: league.allowedSports,
      reveal: league.reveal,
      approvesJoins: league.approvesJoins,
      remarks: league.remarks,
      fairPlay: presentFairPlay(league),
      start: league.frozenUntil === null ? 'full' : league.lateStart,
    },
  };
}
