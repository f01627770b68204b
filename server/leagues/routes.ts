import { Router } from 'express';
import type { Logger } from 'pino';
import {
  createGroup,
  deleteGroup,
  joinGroup,
  leaderboard,
  leagueTitle,
  listGroups,
  regenerateCode,
  regenerateCodeByPost,
  removeMember,
  rescue,
  setDisplayName,
  updateGroup,
} from '#shared/api/groups.ts';
import { leagueIfEnded } from '#shared/api/if-ended.ts';
import { invite } from '#shared/api/invite.ts';
import {
  approveRequest,
  askToJoin,
  declineRequest,
  listJoinRequests,
  ownRequests,
  withdrawRequest,
} from '#shared/api/join-requests.ts';
import { leagueLog } from '#shared/api/league-log.ts';
import { acceptOffer, endOffer, nameManager, offerLeague, unnameManager } from '#shared/api/league-roles.ts';
import { leagueHistory } from '#shared/api/race.ts';
import { leagueSeries, playAgain } from '#shared/api/seasons.ts';
import { memberShelf } from '#shared/api/shelf.ts';
import { leagueWeek, leagueWeeks } from '#shared/api/weeks.ts';
import type { LeagueAct } from '#shared/domain/league-role.ts';
import { displayName } from '#shared/domain/naming.ts';
import type { Database } from '../db/connection.ts';
import { countInvite, countJoin, type Limits } from '../http/limits.ts';
import type { LongAnswers } from '../http/long-answers.ts';
import { mount, mountBytes, mountWithRight } from '../http/mount.ts';
import { type Entitled, type Member, requireMember, requireRight } from './access.ts';
import type { IfEndedCache } from './if-ended.ts';
import { readInvite } from './invite.ts';
import { listRequests } from './join-requests-store.ts';
import * as joining from './joining.ts';
import type { LeaderboardCache } from './leaderboard-cache.ts';
import { readLog } from './log.ts';
import { listReachableLeagueIdsOf } from './memberships-store.ts';
import { presentLeague, presentMemberships, presentMoney } from './present.ts';
import type { RaceCache } from './race-cache.ts';
import { makeManager, unmakeManager } from './roles.ts';
import { listNeighbours, startNextSeason } from './seasons.ts';
import { readSeries } from './series.ts';
import {
  changeSettings,
  createLeague,
  deleteLeague,
  regenerateJoinCode,
  removeFromLeague,
  renameMember,
  rescueMember,
} from './service.ts';
import { requireSharedLeagues } from './shared-leagues.ts';
import { readShelf } from './shelf.ts';
import { listMemberships } from './store.ts';
import { readTitle } from './title.ts';
import * as transfer from './transfer.ts';
import { listWaits } from './waits.ts';
import type { WeeksCache } from './weeks-cache.ts';

/** The user of a request, and the league in its path. */
type LeagueRequest = { user: { id: string }; params: { id: string } };

type Deps = {
  database: Database;
  leaderboards: LeaderboardCache;
  weeks: WeeksCache;
  races: RaceCache;
  ifEnded: IfEndedCache;
  clock: () => Date;
  limits: Limits;
  answers: LongAnswers;
  log: Logger;
};

export function leagueRoutes({
  database,
  leaderboards,
  weeks,
  races,
  ifEnded,
  clock,
  limits,
  answers,
  log,
}: Deps): Router {
  const router = Router();
  const { db } = database;

  mount(router, listGroups, async ({ user, leaveOut }) => {
    const now = clock();
    const { leagueIds, leftOut } = await listReachableLeagueIdsOf(database, user.id);
    leaveOut(leftOut);
    const rows = await listMemberships(database, leagueIds, user.id, now);
    const leagues = rows.map(({ league }) => league);
    const waits = await listWaits(database, leagues, user.id, now);
    return presentMemberships(rows, now, waits, await listNeighbours(database, leagues, user.id));
  });

  mount(router, createGroup, async ({ user, body }) => {
    const league = await createLeague(database, user.id, body);
    log.info({ leagueId: league.id, userId: user.id }, 'league created');
    return presentLeague(league, clock());
  });

  mountWithRight(router, leagueSeries, member, async ({ proof, leaveOut }) => {
    const { series, leftOut } = await readSeries(database, proof, clock());
    leaveOut(leftOut);
    return series;
  });

  mountWithRight(
    router,
    memberShelf,
    ({ user, params }) => requireSharedLeagues(database, user.id, params),
    async ({ proof, leaveOut }) => {
      leaveOut(proof.leftOut);
      return readShelf(database, proof);
    },
  );

  mountWithRight(router, playAgain, member, async ({ proof, body, found }) => {
    await limits.seasonsOfUser.use(proof.userId);
    const { season, isNew } = await startNextSeason(database, proof, body);
    if (!isNew) found();
    else log.info({ leagueId: proof.leagueId, userId: proof.userId, nextId: season.id }, 'next season started');
    return season;
  });

  mount(router, joinGroup, async ({ user, body, ip }) => {
    const league = await countJoin(limits, user.id, ip, () => joining.joinLeague(database, user.id, body.joinCode));
    log.info({ leagueId: league.id, userId: user.id }, 'league joined');
    return presentLeague(league, clock());
  });

  mount(router, invite, ({ user, params, ip }) =>
    countInvite(limits, ip, () => readInvite(database, params.code, user?.id ?? null, clock())),
  );

  mountBytes(router, leaderboard, member, answers, async ({ proof }) => [await leaderboards.read(proof)]);

  mountBytes(router, leagueWeeks, member, answers, async ({ proof }) => [await weeks.read(proof)]);

  mountBytes(router, leagueWeek, member, answers, async ({ proof, params }) => [
    await weeks.readWeek(proof, params.number),
  ]);

  mountWithRight(router, leagueHistory, member, ({ proof }) => races.read(proof));

  mountWithRight(router, leagueIfEnded, member, ({ proof }) => ifEnded.read(proof));

  mountWithRight(router, setDisplayName, member, async ({ proof, body }) => ({
    displayName: await renameMember(database, proof, body.displayName),
  }));

  mountWithRight(router, leagueTitle, member, ({ proof }) => readTitle(db, proof, clock()));

  mountWithRight(router, rescue, member, async ({ proof }) => {
    const money = await rescueMember(database, proof);
    log.info({ leagueId: proof.leagueId, userId: proof.userId }, 'member rescued');
    return presentMoney(money);
  });

  mountWithRight(router, updateGroup, may('edit'), async ({ proof, body }) => {
    if (body.announcement !== undefined) await limits.announcementsOfUser.use(proof.userId);
    const league = await changeSettings(database, proof, body);
    log.info({ leagueId: league.id, userId: proof.userId, settings: Object.keys(body) }, 'league settings changed');
    if (body.approvesJoins === false) await joining.letInWaiting(database, proof, log);
    const now = clock();
    return presentLeague(league, now, (await listWaits(database, [league], proof.userId, now)).get(league.id));
  });

  mountWithRight(router, regenerateCode, may('edit'), ({ proof }) => regenerate(proof));
  mountWithRight(router, regenerateCodeByPost, may('edit'), ({ proof }) => regenerate(proof));

  mountWithRight(router, removeMember, may('remove'), async ({ proof, params }) => {
    await removeFromLeague(database, proof, params.userId);
    log.info({ leagueId: proof.leagueId, userId: proof.userId, removedId: params.userId }, 'member removed');
    return { message: 'The member has been removed from the league.' };
  });

  mountWithRight(router, deleteGroup, may('delete'), async ({ proof }) => {
    const contents = await deleteLeague(database, proof);
    log.info({ leagueId: proof.leagueId, userId: proof.userId, ...contents }, 'league deleted');
    return { message: 'The league has been deleted.' };
  });

  mountWithRight(router, leagueLog, member, ({ proof, params }) => readLog(db, proof.leagueId, params.before ?? null));

  mountWithRight(router, nameManager, may('appoint'), async ({ proof, params }) => {
    await makeManager(database, proof, params.userId);
    log.info({ leagueId: proof.leagueId, userId: proof.userId, managerId: params.userId }, 'manager named');
    return { message: 'The member is a manager of the league now.' };
  });

  mountWithRight(router, unnameManager, may('appoint'), async ({ proof, params }) => {
    await unmakeManager(database, proof, params.userId);
    log.info({ leagueId: proof.leagueId, userId: proof.userId, managerId: params.userId }, 'manager unnamed');
    return { message: 'The member is no manager of the league any more.' };
  });

  mountWithRight(router, offerLeague, may('transfer'), async ({ proof, body }) => {
    await transfer.offerLeague(database, proof, body.userId);
    log.info({ leagueId: proof.leagueId, userId: proof.userId, offeredTo: body.userId }, 'league offered');
    return { message: 'The league is offered to the member.' };
  });

  mountWithRight(router, endOffer, member, async ({ proof }) => {
    await transfer.endOffer(database, proof);
    log.info({ leagueId: proof.leagueId, userId: proof.userId }, 'offer of a league ended');
    return { message: 'The league is not offered any more.' };
  });

  mountWithRight(router, acceptOffer, member, async ({ proof }) => {
    await transfer.acceptOffer(database, proof);
    log.info({ leagueId: proof.leagueId, userId: proof.userId }, 'league transferred');
    return { message: 'You own the league now.' };
  });

  mount(router, askToJoin, async ({ user, body, ip, found }) => {
    const isNew = await countJoin(limits, user.id, ip, () => joining.askToJoin(database, user.id, body.joinCode));
    if (!isNew) found();
    return { message: 'You have asked to join.' };
  });

  mount(router, ownRequests, async ({ user, leaveOut }) => {
    const { requests, leftOut } = await joining.listOwnRequests(database, user.id);
    leaveOut(leftOut);
    return requests.map(({ leagueId, name, at }) => ({ groupId: leagueId, name, at: at.toISOString() }));
  });

  mount(router, withdrawRequest, async ({ user, params }) => {
    await joining.withdrawRequest(database, user.id, params.groupId);
    return { message: 'Your request is taken back.' };
  });

  mountWithRight(router, listJoinRequests, may('approve'), async ({ proof }) => {
    const rows = await listRequests(db, proof.leagueId);
    return rows.map(({ userId, at, ...person }) => ({ userId, name: displayName(person), at: at.toISOString() }));
  });

  mountWithRight(router, approveRequest, may('approve'), async ({ proof, params }) => {
    await joining.approveRequest(database, proof, params.userId);
    log.info({ leagueId: proof.leagueId, userId: proof.userId, joinedId: params.userId }, 'request approved');
    return { message: 'The person is a member now.' };
  });

  mountWithRight(router, declineRequest, may('approve'), async ({ proof, params }) => {
    await joining.declineRequest(database, proof, params.userId);
    log.info({ leagueId: proof.leagueId, userId: proof.userId }, 'request declined');
    return { message: 'The request is turned down.' };
  });

  return router;

  function member({ user, params }: LeagueRequest): Promise<Member> {
    return requireMember(db, user.id, params.id);
  }

  function may<Act extends LeagueAct>(act: Act) {
    return ({ user, params }: LeagueRequest): Promise<Entitled<Act>> => requireRight(db, user.id, params.id, act);
  }

  async function regenerate(proof: Entitled<'edit'>) {
    const joinCode = await regenerateJoinCode(database, proof);
    log.info({ leagueId: proof.leagueId, userId: proof.userId }, 'join code regenerated');
    return { joinCode };
  }
}
