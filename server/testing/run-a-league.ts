import { expect } from 'vitest';
import { type Group, updateGroup } from '#shared/api/groups.ts';
import {
  approveRequest,
  askToJoin,
  declineRequest,
  listJoinRequests,
  ownRequests,
  withdrawRequest,
} from '#shared/api/join-requests.ts';
import { leagueStandingsFile, leagueTicketsFile } from '#shared/api/league-files.ts';
import { leagueLog } from '#shared/api/league-log.ts';
import { acceptOffer, endOffer, nameManager, offerLeague, unnameManager } from '#shared/api/league-roles.ts';
import type { Player, World } from './world.ts';

/**
 * Does everything that those who run a league do: names and unnames a manager, hands the league over and back, lets one
 * stranger in and turns another down, reads the log and saves the files. In the end all is as before, with a member more.
 */
export async function runALeague(world: World, owner: Player, member: Player, league: Group): Promise<void> {
  const params = { id: league.id };
  const ofMember = { params: { id: league.id, userId: member.user.id } };
  await owner.call(nameManager, ofMember);
  await owner.call(unnameManager, ofMember);
  for (const [from, to] of [
    [owner, member],
    [member, owner],
  ] as const) {
    const offer = () => from.call(offerLeague, { params, body: { userId: to.user.id } });
    await offer();
    await to.call(endOffer, { params });
    await offer();
    expect((await to.call(acceptOffer, { params })).status).toBe(200);
  }
  await owner.call(unnameManager, ofMember);

  await owner.call(updateGroup, { params, body: { approvesJoins: true } });
  const [sue, tom] = [await world.signUp('Sue'), await world.signUp('Tom')];
  const body = { joinCode: league.joinCode };
  for (const player of [sue, tom]) await player.call(askToJoin, { body });
  await tom.call(withdrawRequest, { params: { groupId: league.id } });
  expect((await tom.call(ownRequests)).reply).toEqual([]);
  await tom.call(askToJoin, { body });
  expect((await owner.call(listJoinRequests, { params })).reply).toHaveLength(2);
  await owner.call(approveRequest, { params: { id: league.id, userId: sue.user.id } });
  await owner.call(declineRequest, { params: { id: league.id, userId: tom.user.id } });
  await owner.call(updateGroup, { params, body: { approvesJoins: false } });

  const { reply } = await member.call(leagueLog, { params });
  await member.call(leagueLog, { params: { ...params, before: String(reply.entries[0]?.number) } });
  for (const endpoint of [leagueTicketsFile, leagueStandingsFile]) await owner.call(endpoint, { params });
}
