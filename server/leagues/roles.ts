import { mostManagers } from '#shared/domain/league-role.ts';
import type { Database, Db } from '../db/connection.ts';
import { recordLeagueChanges } from '../events/store.ts';
import { badInput, Refusal } from '../lib/refusal.ts';
import { type Entitled, lockEntitled } from './access.ts';
import { logAct } from './log.ts';
import { findMember, listManagerIds, setManager } from './store.ts';

/** Makes a manager of a member. Refuses the owner (400), a user who is not a present member (404), one too many (409). */
export async function makeManager({ withTx }: Database, proof: Entitled<'appoint'>, userId: string): Promise<void> {
  await withTx(async (tx) => {
    const { league } = await lockEntitled(tx, proof);
    if (userId === league.ownerId) throw badInput('The owner of the league is no manager of it');
    if ((await requirePresent(tx, league.id, userId)).isManager) return;
    if ((await listManagerIds(tx, league.id)).length >= mostManagers) {
      throw new Refusal(409, 'too-many-managers', `A league has at most ${mostManagers} managers`);
    }
    await setManager(tx, league.id, userId, true);
    await logAct(tx, proof, { act: 'manager-named', userId });
    await recordLeagueChanges(tx, [league.id]);
  });
}

/** Takes the role of a manager back. Refuses a user who is not a present member (404). */
export async function unmakeManager({ withTx }: Database, proof: Entitled<'appoint'>, userId: string): Promise<void> {
  await withTx(async (tx) => {
    const { league } = await lockEntitled(tx, proof);
    if (!(await requirePresent(tx, league.id, userId)).isManager) return;
    await setManager(tx, league.id, userId, false);
    await logAct(tx, proof, { act: 'manager-unnamed', userId });
    await recordLeagueChanges(tx, [league.id]);
  });
}

/** The membership of a present member. Refuses everybody else (404). */
export async function requirePresent(tx: Db, leagueId: string, userId: string) {
  const member = await findMember(tx, leagueId, userId);
  if (!member || member.removedAt !== null) throw memberNotFound();
  return member;
}

export function memberNotFound(): Refusal {
  return new Refusal(404, 'member-not-found', 'Member not found');
}
