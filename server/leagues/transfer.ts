import { mostManagers } from '#shared/domain/league-role.ts';
import { appendAuditLine } from '../audit/store.ts';
import type { Database, Db } from '../db/connection.ts';
import { recordLeagueChanges } from '../events/store.ts';
import { badInput, Refusal, unauthorized } from '../lib/refusal.ts';
import { type Entitled, lockEntitled, lockExclusive, type Member, requireMember } from './access.ts';
import { lockedCounts, maximum, tooManyLeagues } from './entering.ts';
import { logAct } from './log.ts';
import { requirePresent } from './roles.ts';
import { listManagerIds, setManager, updateLeagueRow } from './store.ts';

/**
 * Offers the league to a member, in place of an earlier offer. Refuses the owner (400), a user who is not a present
 * member (404), and an offer that would leave no room for its owner as a manager (409).
 */
export async function offerLeague({ withTx }: Database, proof: Entitled<'transfer'>, userId: string): Promise<void> {
  await withTx(async (tx) => {
    const { league } = await lockEntitled(tx, proof);
    if (userId === league.ownerId) throw badInput('You own the league already');
    await requirePresent(tx, league.id, userId);
    if (league.offeredTo === userId) return;
    await requireRoom(tx, league.id, userId, 'Take the role from one of them first');
    await updateLeagueRow(tx, league.id, { offeredTo: userId });
    await logAct(tx, proof, { act: 'offered', userId });
    await recordLeagueChanges(tx, [league.id]);
  });
}

/**
 * Ends an offer: its owner withdraws it, and the member to whom it was made declines it. Refuses other members, and all
 * while there is no offer (404).
 */
export async function endOffer({ withTx }: Database, member: Member): Promise<void> {
  await withTx(async (tx) => {
    const league = await lockExclusive(tx, member.leagueId);
    await requireMember(tx, member.userId, league.id);
    const isOwner = member.userId === league.ownerId;
    if (league.offeredTo === null || (!isOwner && league.offeredTo !== member.userId)) throw noOffer();
    await updateLeagueRow(tx, league.id, { offeredTo: null });
    await logAct(
      tx,
      member,
      isOwner ? { act: 'offer-withdrawn', userId: league.offeredTo } : { act: 'offer-declined' },
    );
    await recordLeagueChanges(tx, [league.id]);
  });
}

/**
 * Makes the owner of the member to whom the league is offered; who owned it before is a manager afterwards. Refuses
 * everybody else (404), a member who owns too many leagues, and a league that has too many managers by now (409).
 */
export async function acceptOffer({ withTx, machines }: Database, member: Member): Promise<void> {
  await withTx(async (tx) => {
    const counts = await lockedCounts(tx, machines, member.userId);
    if (!counts) throw unauthorized();
    const league = await lockExclusive(tx, member.leagueId);
    await requireMember(tx, member.userId, league.id);
    if (league.offeredTo !== member.userId) throw noOffer();
    if (counts.owned >= maximum.owned) {
      throw tooManyLeagues(`You own ${maximum.owned} leagues, and nobody may own more.`);
    }
    await requireRoom(tx, league.id, member.userId, 'Its owner must take the role from one of them first');
    await transfer(tx, { leagueId: league.id, from: league.ownerId, to: member.userId });
    await logAct(tx, member, { act: 'transferred', userId: league.ownerId });
    await recordLeagueChanges(tx, [league.id]);
  });
}

/**
 * Refuses a transfer after which the league would have more managers than it may (409): its owner becomes one, and the
 * member none.
 */
async function requireRoom(tx: Db, leagueId: string, to: string, advice: string): Promise<void> {
  const others = (await listManagerIds(tx, leagueId)).filter((id) => id !== to);
  if (others.length < mostManagers) return;
  const words = `The league has ${mostManagers} managers, and its owner would become one more. ${advice}.`;
  throw new Refusal(409, 'too-many-managers', words);
}

async function transfer(tx: Db, { leagueId, from, to }: { leagueId: string; from: string; to: string }): Promise<void> {
  await updateLeagueRow(tx, leagueId, { ownerId: to, offeredTo: null });
  await setManager(tx, leagueId, to, false);
  await setManager(tx, leagueId, from, true);
  await appendAuditLine(tx, { actorId: to, action: 'league-transferred', leagueId, detail: { from, to } });
}

function noOffer(): Refusal {
  return new Refusal(404, 'no-offer', 'The league is not offered to you any more');
}
