import { displayName, rowName } from '#shared/domain/naming.ts';
import { type Notice, type NoticeNames, type NoticeWords, noticeWords } from '#shared/domain/notification.ts';
import type { Database, Db } from '../db/connection.ts';
import { listRequests } from '../leagues/join-requests-store.ts';
import { listReachableLeagueIdsOf } from '../leagues/memberships-store.ts';
import { listSeasons, type Season } from '../leagues/seasons-store.ts';
import { joinRefusal } from '../leagues/state.ts';
import {
  countMembersOf,
  listNamesIn,
  listReadable,
  listTeams,
  type NamedMember,
  type ReadableLeague,
} from './readable-store.ts';

/** The leagues whose notices a user may read now. `leftOut`: how many more there may be on lost machines. */
export type Readable = { userId: string; leagues: ReadonlyMap<string, ReadableLeague>; leftOut: number };

/** A user reads notices of the leagues that they are a present member of. */
export async function readableBy(database: Pick<Database, 'db' | 'machines'>, userId: string): Promise<Readable> {
  const { leagueIds, leftOut } = await listReachableLeagueIdsOf(database, userId);
  const leagues = await listReadable(database, leagueIds, userId);
  return { userId, leagues: new Map(leagues.map((league) => [league.id, league])), leftOut };
}

/**
 * The words of a user's notices at `now`, with the names of that moment. Notices of other leagues than the readable ones
 * are left out. A channel calls it when it sends, not when it queues: the user may have left the league meanwhile.
 */
export async function presentNotices<N extends Notice>(
  database: Pick<Database, 'db' | 'machines'>,
  { userId, leagues }: Readable,
  notices: readonly N[],
  now: Date,
): Promise<{ notice: N; words: NoticeWords }[]> {
  const readable = notices.filter(({ leagueId }) => leagues.has(leagueId));
  const named = readable.filter((notice) => peopleIn(notice).length > 0);
  const names = await listNamesIn(database, leaguesOf(named), [...new Set(named.flatMap(peopleIn))]);
  const counts = await countMembersOf(database, leaguesOf(readable.filter(({ kind }) => kind === 'joined')));
  const answered = readable.flatMap((notice) =>
    notice.kind === 'asked' && leagues.get(notice.leagueId)?.mayApprove ? [notice.leagueId] : [],
  );
  const waiting = new Map<string, ReadonlyMap<string, string>>();
  for (const leagueId of new Set(answered)) waiting.set(leagueId, await listWaiting(database.db, leagueId));
  const teams = await listTeams(database.db, [...new Set(readable.flatMap(gamesIn))]);
  const nextIds = readable.flatMap((notice) => (notice.kind === 'season' ? [notice.facts.nextId] : []));
  const seasons = await listSeasons(database, nextIds, userId);
  const games = new Map(teams.map(({ id, awayAbbr, homeAbbr }) => [id, `${awayAbbr} @ ${homeAbbr}`]));
  return readable.flatMap((notice) => {
    const league = leagues.get(notice.leagueId);
    if (!league) return [];
    const about: NoticeNames = {
      league: league.name,
      endDate: league.endDate,
      members: counts.get(league.id) ?? 0,
      people: peopleOf(names, league.id),
      waiting: waiting.get(league.id) ?? new Map(),
      games,
      announcement: league.announcement,
      seasons: presentSeasons(seasons, now),
    };
    return [{ notice, words: noticeWords(notice, userId, about, now) }];
  });
}

/** The names of those who wait to be let into a league, by user id. */
async function listWaiting(db: Db, leagueId: string): Promise<Map<string, string>> {
  return new Map((await listRequests(db, leagueId)).map((one) => [one.userId, displayName(one)]));
}

function presentSeasons(seasons: ReadonlyMap<string, Season>, now: Date): NoticeNames['seasons'] {
  const shown = [...seasons].filter(([, { isRemoved }]) => !isRemoved);
  return new Map(
    shown.map(([id, season]) => {
      const { name, isMember } = season;
      return [id, { name, isMember, isClosed: joinRefusal(season, now) !== null }];
    }),
  );
}

function leaguesOf(notices: readonly Notice[]): string[] {
  return [...new Set(notices.map(({ leagueId }) => leagueId))];
}

function peopleOf(names: readonly NamedMember[], leagueId: string): Map<string, string> {
  return new Map(names.filter((one) => one.leagueId === leagueId).map((one) => [one.userId, rowName(one)]));
}

/** The users whom the words may name. */
function peopleIn(notice: Notice): readonly string[] {
  if (notice.kind === 'recap') return notice.facts.winners;
  if (notice.kind === 'final') return notice.facts.champions;
  if (notice.kind === 'season') return [notice.facts.startedBy];
  return notice.kind === 'joined' ? [notice.facts.userId] : [];
}

function gamesIn(notice: Notice): readonly string[] {
  return notice.kind === 'corrected' ? notice.facts.games : [];
}
