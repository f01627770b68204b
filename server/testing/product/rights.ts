import { v7 as uuid } from 'uuid';
import { manualOddsByGames, saveManualOdds, weekManualOdds } from '#shared/api/admin.ts';
import { feedsHealth, rawEvent } from '#shared/api/admin-feeds.ts';
import { findAdminGames, previewGameResult, setGameResult, waitingGames } from '#shared/api/admin-games.ts';
import { currentUser, forgotPassword, login, logout, register, resetPassword } from '#shared/api/auth.ts';
import {
  groupBetsLastSevenDaysPage,
  groupBetsPage,
  listBetsPage,
  listBetsSince,
  memberBetsPage,
} from '#shared/api/bet-pages.ts';
import { gameBets, listBets, memberBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { calendarLink, makeCalendarLink, removeCalendarLink } from '#shared/api/calendar.ts';
import { confirmChatPost, leagueChat, removeChat, repeatChatPost, saveChat, testChat } from '#shared/api/chat.ts';
import { askEmailChange, confirmEmailChange, undoEmailChange } from '#shared/api/email-change.ts';
import type { BodyInput, Endpoint, ParamsInput } from '#shared/api/endpoint.ts';
import { events } from '#shared/api/events.ts';
import { memberForm } from '#shared/api/form.ts';
import { slateCalls } from '#shared/api/games.ts';
import {
  createGroup,
  deleteGroup,
  type Group,
  groupBets,
  groupBetsLastSevenDays,
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
import { leagueStandingsFile, leagueTicketsFile } from '#shared/api/league-files.ts';
import { leagueLog } from '#shared/api/league-log.ts';
import { acceptOffer, endOffer, nameManager, offerLeague, unnameManager } from '#shared/api/league-roles.ts';
import { memberLuck } from '#shared/api/luck.ts';
import { askMailConfirmation, confirmMail, unsubscribe } from '#shared/api/mail.ts';
import { changeNoticeSettings, noticeSettings } from '#shared/api/notice-settings.ts';
import { countNotices, listNotices, readNotice, readNotices } from '#shared/api/notifications.ts';
import { oddsHistory } from '#shared/api/odds-history.ts';
import {
  auditLog,
  failedDeliveries,
  failedMail,
  grantAdminRight,
  listAdmins,
  revokeAdminRight,
  searchPeople,
  tryMailAgain,
} from '#shared/api/oversight.ts';
import {
  changeNames,
  changePassword,
  deleteAccount,
  endOtherSessions,
  endOwnSession,
  exportAccount,
  listSessions,
} from '#shared/api/own-account.ts';
import { addPushDevice, declinePush, pushState, removePushDevice } from '#shared/api/push.ts';
import { leagueHistory } from '#shared/api/race.ts';
import { ownRecord } from '#shared/api/record.ts';
import { removeNote, removeReaction, setReaction, ticketRemarks } from '#shared/api/remark-calls.ts';
import { leagueSeries, playAgain } from '#shared/api/seasons.ts';
import { memberRivalry, memberShelf } from '#shared/api/shelf.ts';
import { site, startDemo } from '#shared/api/site.ts';
import { leagueStatement, leagueStatementFile } from '#shared/api/statement.ts';
import { leagueWeek, leagueWeeks } from '#shared/api/weeks.ts';
import { playsInWeeks, sports } from '#shared/domain/sport.ts';
import type { FeedGame } from '../../games/feed-answer.ts';
import { aBet, aLeg, aParlay, final as finalOf } from '../games.ts';
import { endForGood, finalSince } from '../standings.ts';
import { aSubscription } from '../subscription.ts';
import type { Visitor, World } from '../world.ts';

/**
 * The callers, from fewest to most rights in a league, so that a call that deletes the league comes last. `admin` is in
 * no league.
 */

export const actors = ['anonymous', 'outsider', 'removed', 'admin', 'member', 'manager', 'owner'] as const;
export type Actor = (typeof actors)[number];

export type Scene = {
  world: World;
  league: Group;
  game: FeedGame;
  other: FeedGame;
  who: Record<Actor, Visitor>;
  ids: Record<'outsider' | 'member' | 'manager' | 'owner', string>;
  /** A ticket of the owner; '' before `settledTicket` has happened. */
  ticketId: string;
};

type Row = {
  endpoint: Endpoint;
  /** The statuses in the order of `actors`. */
  expected: readonly [number, number, number, number, number, number, number];
  sent?: (scene: Scene) => { params?: unknown; body?: unknown };
  /** A change before the calls, with its name. Default: none. */
  given?: { name: string; happens: (scene: Scene) => Promise<void> };
};

function row<E extends Endpoint>(
  endpoint: E,
  expected: Row['expected'],
  sent?: (scene: Scene) => { params?: ParamsInput<E>; body?: BodyInput<E> },
  given?: Row['given'],
): Row {
  return { endpoint, expected, ...(sent && { sent }), ...(given && { given }) };
}

const everybody = [200, 200, 200, 200, 200, 200, 200] as const;
const signedIn = [401, 200, 200, 200, 200, 200, 200] as const;
const members = [401, 404, 404, 404, 200, 200, 200] as const;
const runners = [401, 404, 404, 404, 403, 200, 200] as const;
const owners = [401, 404, 404, 404, 403, 403, 200] as const;
const admins = [401, 403, 403, 200, 403, 403, 403] as const;

const ofLeague = ({ league }: Scene) => ({ params: { id: league.id } });
const anotherSeason = ({ league }: Scene) => ({
  params: { id: league.id },
  body: { name: 'Next', joinDeadline: soon(), endDate: later() },
});
const withCode = ({ league }: Scene) => ({ body: { joinCode: league.joinCode } });
const offered: Row['given'] = {
  name: 'offered to the member',
  happens: async ({ league, who, ids }) => {
    await who.owner.call(offerLeague, { params: { id: league.id }, body: { userId: ids.member } });
  },
};
const approving: Row['given'] = {
  name: 'joins are approved',
  happens: async ({ league, who }) => {
    await who.owner.call(updateGroup, { params: { id: league.id }, body: { approvesJoins: true } });
  },
};
const asked: Row['given'] = {
  name: 'the outsider has asked to join',
  happens: async (scene) => {
    await approving.happens(scene);
    await scene.who.outsider.call(askToJoin, withCode(scene));
  },
};
const ofRequest = ({ league, ids }: Scene) => ({ params: { id: league.id, userId: ids.outsider } });
/** A league that has been final for so many days. */
const final = (days: number) => ({
  name: `${days} days after the end`,
  happens: async ({ world, league }: Scene) => {
    await endForGood(world.database, league);
    await finalSince(world.database, league, days * 24 * 3_600_000);
  },
});
const settledTicket = {
  name: 'of a settled ticket of the owner',
  happens: async (scene: Scene) => {
    const body = { ...aBet(scene.league, scene.game, '10'), note: 'Mine' };
    scene.ticketId = (await scene.who.owner.call(placeBet, { body })).reply.remarks?.ticketId ?? '';
    await scene.world.finish(finalOf(scene.game, 30, 0));
  },
};
const ofTicket = ({ league, ticketId }: Scene) => ({ params: { id: league.id, ticketId } });
const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const later = () => new Date(Date.now() + 7_200_000).toISOString();

export const rows: Row[] = [
  ...sports.flatMap((sport) =>
    playsInWeeks(sport)
      ? [
          row(slateCalls[sport].currentWeek, everybody),
          row(slateCalls[sport].games, everybody, () => ({ params: { week: '12', season: '2026' } })),
        ]
      : [row(slateCalls[sport].games, everybody)],
  ),
  row(events, everybody), // who receives which league's topics: events/streams.test.ts
  row(register, [201, 409, 409, 409, 409, 409, 409], () => ({
    body: { email: 'matrix@example.com', password: 'correct horse', firstName: null, lastName: null },
  })),
  row(login, [401, 401, 401, 401, 401, 401, 401], () => ({ body: { email: 'nobody@example.com', password: 'wrong' } })),
  row(forgotPassword, everybody, () => ({ body: { email: 'nobody@example.com' } })),
  row(resetPassword, [400, 400, 400, 400, 400, 400, 400], () => ({
    body: { token: 'guessed', newPassword: 'correct horse' },
  })),
  row(currentUser, [401, 200, 200, 200, 200, 200, 200]),
  row(listGroups, signedIn),
  row(createGroup, [401, 201, 201, 201, 201, 201, 201], () => ({
    body: { name: 'Another', joinDeadline: soon(), endDate: later() },
  })),
  row(leagueSeries, members, ofLeague),
  row(playAgain, [401, 404, 404, 404, 409, 409, 409], anotherSeason),
  row(playAgain, [401, 404, 404, 404, 403, 403, 201], anotherSeason, final(13)),
  // The member starts it before the others call.
  row(playAgain, [401, 404, 404, 404, 201, 200, 200], anotherSeason, final(14)),
  row(joinGroup, [401, 200, 403, 200, 409, 409, 409], ({ league }) => ({ body: { joinCode: league.joinCode } })),
  row(invite, everybody, ({ league }) => ({ params: { code: league.joinCode } })),
  row(leaderboard, members, ofLeague),
  row(leagueWeeks, members, ofLeague),
  row(leagueHistory, members, ofLeague),
  row(leagueIfEnded, members, ofLeague),
  row(leagueWeek, [401, 404, 404, 404, 404, 404, 404], ({ league }) => ({ params: { id: league.id, number: '1' } })), // not frozen
  // Only one's own, so a removed member has theirs: server/statements/statement.test.ts.
  row(leagueStatement, [401, 404, 200, 404, 200, 200, 200], ofLeague),
  row(leagueStatementFile, [401, 404, 200, 404, 200, 200, 200], ofLeague),
  row(groupBets, members, ofLeague),
  row(groupBetsLastSevenDays, members, ofLeague),
  ...[groupBetsPage, groupBetsLastSevenDaysPage].map((endpoint) =>
    row(endpoint, members, ({ league }) => ({ params: { id: league.id, limit: '5' } })),
  ),
  row(leagueTitle, members, ofLeague),
  row(rescue, [401, 404, 404, 404, 409, 409, 409], ofLeague), // a Classic league has none
  row(setDisplayName, members, (scene) => ({ ...ofLeague(scene), body: { displayName: 'Ace' } })),
  row(updateGroup, runners, (scene) => ({ ...ofLeague(scene), body: { name: 'Renamed' } })),
  row(regenerateCode, runners, ofLeague),
  row(regenerateCodeByPost, runners, ofLeague),
  // The manager has removed the member before the owner calls.
  row(removeMember, [401, 404, 404, 404, 403, 200, 404], ({ league, ids }) => ({
    params: { id: league.id, userId: ids.member },
  })),
  row(removeMember, [401, 404, 404, 404, 403, 400, 200], ({ league, ids }) => ({
    params: { id: league.id, userId: ids.manager },
  })),
  row(nameManager, owners, ({ league, ids }) => ({ params: { id: league.id, userId: ids.member } })),
  row(unnameManager, owners, ({ league, ids }) => ({ params: { id: league.id, userId: ids.manager } })),
  row(leagueLog, members, ofLeague),
  row(leagueTicketsFile, runners, ofLeague),
  row(leagueStandingsFile, runners, ofLeague),
  row(offerLeague, owners, (scene) => ({ ...ofLeague(scene), body: { userId: scene.ids.member } })),
  row(endOffer, [401, 404, 404, 404, 404, 404, 404], ofLeague), // there is none
  row(acceptOffer, [401, 404, 404, 404, 404, 404, 404], ofLeague),
  row(endOffer, [401, 404, 404, 404, 200, 404, 404], ofLeague, offered), // declined, so that it is gone
  row(acceptOffer, [401, 404, 404, 404, 200, 404, 404], ofLeague, offered),
  row(joinGroup, [401, 409, 403, 409, 409, 409, 409], withCode, approving),
  row(askToJoin, [401, 409, 403, 409, 409, 409, 409], withCode), // it lets everybody in
  row(askToJoin, [401, 201, 403, 201, 409, 409, 409], withCode, approving),
  row(ownRequests, signedIn),
  row(withdrawRequest, signedIn, ({ league }) => ({ params: { groupId: league.id } })),
  row(listJoinRequests, runners, ofLeague),
  // The manager answers before the owner.
  row(approveRequest, [401, 404, 404, 404, 403, 200, 404], ofRequest, asked),
  row(declineRequest, [401, 404, 404, 404, 403, 200, 404], ofRequest, asked),
  row(leagueChat, runners, ofLeague),
  row(saveChat, runners, (scene) => ({
    ...ofLeague(scene),
    body: { service: 'groupme' as const, address: '0123456789abcdef0123456789' },
  })),
  row(removeChat, runners, ofLeague),
  row(testChat, [401, 404, 404, 404, 403, 404, 404], ofLeague), // it has no chat
  // It has no message in doubt: server/chat/doubts.test.ts.
  ...[repeatChatPost, confirmChatPost].map((endpoint) =>
    row(endpoint, [401, 404, 404, 404, 403, 404, 404], ({ league }) => ({ params: { id: league.id, postId: uuid() } })),
  ),
  row(deleteGroup, owners, ofLeague),
  row(listBets, signedIn),
  row(listBetsPage, signedIn, () => ({ params: { limit: '5' } })),
  row(ownRecord, signedIn),
  row(calendarLink, signedIn),
  row(makeCalendarLink, [401, 201, 201, 201, 201, 201, 201]),
  row(removeCalendarLink, signedIn),
  row(listBetsSince, signedIn, () => ({ params: { since: '2026-11-01T00:00:00Z' } })),
  row(gameBets, signedIn, ({ game }) => ({ params: { gameId: game.id } })),
  row(oddsHistory, signedIn, ({ game }) => ({ params: { gameId: game.id } })),
  row(memberBets, members, ({ league, ids }) => ({ params: { userId: ids.owner, groupId: league.id } })),
  row(memberForm, [401, 404, 404, 404, 200, 200, 200], ({ ids }) => ({ params: { userId: ids.owner } })),
  row(memberLuck, [401, 404, 404, 404, 200, 200, 200], ({ ids }) => ({ params: { userId: ids.owner } })),
  row(memberShelf, [401, 404, 404, 404, 200, 200, 200], ({ ids }) => ({ params: { userId: ids.owner } })),
  row(memberShelf, members, ({ league, ids }) => ({ params: { userId: ids.owner, groupId: league.id } })),
  row(memberRivalry, [401, 404, 404, 404, 200, 200, 404], ({ ids }) => ({ params: { userId: ids.owner } })), // not oneself
  row(memberRivalry, [401, 404, 404, 404, 404, 200, 200], ({ league, ids }) => ({
    params: { userId: ids.member, groupId: league.id },
  })),
  row(memberBetsPage, members, ({ league, ids }) => ({
    params: { userId: ids.owner, groupId: league.id, limit: '5' },
  })),
  row(placeBet, [401, 404, 404, 404, 201, 201, 201], ({ league, game }) => ({ body: aBet(league, game, '10') })),
  row(placeParlay, [401, 404, 404, 404, 201, 201, 201], ({ league, game, other }) => ({
    body: aParlay(league, '10', [aLeg(game), aLeg(other)]),
  })),
  row(ticketRemarks, members, ofTicket, settledTicket),
  row(
    setReaction,
    [401, 404, 404, 404, 200, 200, 403],
    (scene) => ({ ...ofTicket(scene), body: { reaction: 'fire' as const } }),
    settledTicket,
  ),
  row(removeReaction, [401, 404, 404, 404, 200, 200, 403], ofTicket, settledTicket),
  // Of whom: server/remarks/remarks.test.ts.
  row(removeNote, [401, 404, 404, 404, 403, 403, 200], ofTicket, settledTicket),
  row(weekManualOdds, admins, () => ({ params: { week: '12', season: '2026' } })),
  row(manualOddsByGames, admins, ({ game }) => ({ body: { gameIds: [game.id] } })),
  row(saveManualOdds, admins, ({ game }) => ({
    body: { odds: [{ gameId: game.id, moneylineHome: -120, moneylineAway: 100 }] },
  })),
  row(feedsHealth, admins),
  row(rawEvent, [401, 403, 403, 404, 403, 403, 403], ({ league }) => ({ params: { id: league.id } })),
  row(waitingGames, admins),
  row(findAdminGames, admins, () => ({ params: { words: 'Chiefs' } })),
  row(previewGameResult, admins, ({ game }) => ({
    params: { gameId: game.id },
    body: { outcome: { isVoid: true as const } },
  })),
  row(setGameResult, [401, 403, 403, 409, 403, 403, 403], ({ game }) => ({
    params: { gameId: game.id },
    body: { outcome: { isVoid: true as const }, reason: 'Snow', rev: 0, digest: 'guessed' },
  })),
  row(listAdmins, admins),
  row(grantAdminRight, [401, 403, 403, 404, 403, 403, 403], () => ({ body: { who: 'nobody@example.com' } })),
  row(revokeAdminRight, admins, ({ ids }) => ({ body: { id: ids.member } })), // the last one: server/oversight/admins.test.ts
  row(searchPeople, admins, ({ league }) => ({ body: { query: league.id } })),
  row(failedMail, admins),
  row(tryMailAgain, admins, ({ league }) => ({ body: { ids: [league.id] } })),
  row(failedDeliveries, admins),
  row(auditLog, admins),
  row(listNotices, signedIn),
  row(countNotices, signedIn),
  // The notices of others: server/notifications/inbox.test.ts.
  row(readNotice, [401, 404, 404, 404, 404, 404, 404], ({ league }) => ({ params: { id: league.id } })),
  row(readNotices, signedIn, ({ league }) => ({ body: { until: `1.${league.id}` } })),
  row(pushState, signedIn),
  row(addPushDevice, [401, 201, 201, 201, 201, 201, 201], () => ({ body: aSubscription().body })),
  // somebody else's device: push/devices.test.ts
  row(removePushDevice, [401, 404, 404, 404, 404, 404, 404], () => ({ params: { id: uuid() } })),
  row(declinePush, signedIn),
  row(noticeSettings, signedIn), // no call of them names a user: server/preferences/settings.test.ts
  row(changeNoticeSettings, signedIn, () => ({ body: { push: { joined: true } } })),
  row(askMailConfirmation, signedIn),
  // Links of others: server/letters/unsubscribe.test.ts, server/preferences/mail-address.test.ts.
  row(confirmMail, [400, 400, 400, 400, 400, 400, 400], () => ({ body: { token: 'guessed' } })),
  row(unsubscribe, [400, 400, 400, 400, 400, 400, 400], () => ({ body: { token: 'recap-guessed' } })),
  // They name no user; sessions of others: server/account/sessions.test.ts.
  row(changeNames, signedIn, () => ({ body: { firstName: 'Ann', lastName: null } })),
  row(changePassword, signedIn, () => ({ body: { password: 'correct horse', newPassword: 'battery staple' } })),
  row(listSessions, signedIn),
  row(endOwnSession, [401, 404, 404, 404, 404, 404, 404], () => ({ params: { id: 'A'.repeat(43) } })),
  row(endOtherSessions, signedIn),
  row(exportAccount, signedIn), // it names no user: server/account/export.test.ts
  row(askEmailChange, signedIn, () => ({ body: { email: 'matrix@example.org', password: 'correct horse' } })),
  // Links of others: server/account/email-change.test.ts.
  row(confirmEmailChange, [400, 400, 400, 400, 400, 400, 400], () => ({ body: { token: 'guessed' } })),
  row(undoEmailChange, [400, 400, 400, 400, 400, 400, 400], () => ({
    body: { token: 'guessed', newPassword: 'battery staple' },
  })),
  row(deleteAccount, [401, 200, 200, 200, 200, 200, 409], () => ({ body: { password: 'correct horse' } })),
  row(site, everybody),
  row(startDemo, [404, 404, 404, 404, 404, 404, 404]), // the games of this world are real
  row(logout, everybody),
];
