import type { ReplyInput } from '#shared/api/endpoint.ts';
import { type leagueSeries, mostAllTimeRows } from '#shared/api/seasons.ts';
import { allTimeTable, type SeasonResult } from '#shared/domain/all-time.ts';
import { profitOf } from '#shared/domain/balance.ts';
import { toWire } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import type { Database, Db } from '../db/connection.ts';
import { leagueNotFound, type Member } from './access.ts';
import { listReachableLeagueIdsOf } from './memberships-store.ts';
import { presentLeague } from './present.ts';
import { listFinalStandings, type Standing } from './standings-store.ts';
import { type LeagueRow, listMemberships } from './store.ts';
import { listFrozenWeeks } from './weeks-store.ts';

/**
 * The final seasons of a league's series that the member is in, and the all-time table over them, from frozen rows
 * alone. `leftOut` is how many leagues of the member lie on lost machines: seasons may be among them.
 */
export async function readSeries(
  database: Pick<Database, 'db' | 'machines'>,
  { leagueId, userId }: Member,
  now: Date,
): Promise<{ series: ReplyInput<typeof leagueSeries>; leftOut: number }> {
  const { leagueIds, leftOut } = await listReachableLeagueIdsOf(database, userId);
  const leagues = (await listMemberships(database, leagueIds, userId, now)).map(({ league }) => league);
  const asked = leagues.find(({ id }) => id === leagueId);
  if (!asked) throw leagueNotFound();
  const isOfSeries = (league: LeagueRow) => seriesOf(league) === seriesOf(asked) && league.finalizedAt !== null;
  const played = leagues.filter(isOfSeries).sort((one, other) => one.season - other.season);
  const seasons: (readonly Standing[])[] = [];
  const results: SeasonResult[][] = [];
  for (const league of played) {
    const standings = await listFinalStandings(database.db, league.id);
    seasons.push(standings);
    results.push(await resultsOf(database.db, league, standings));
  }
  const names = new Map(seasons.flat().map((row) => [row.userId, rowName(row)]));
  const table = allTimeTable(results);
  return {
    series: {
      seasons: played.map((league, at) => seasonOf(league, seasons[at]?.length ?? 0, now)).reverse(),
      table: table
        .filter((row, at) => at < mostAllTimeRows || row.userId === userId)
        .map((row) => ({ ...row, net: toWire(row.net), name: names.get(row.userId) ?? '' })),
    },
    leftOut,
  };
}

function seriesOf({ id, seriesId }: Pick<LeagueRow, 'id' | 'seriesId'>): string {
  return seriesId ?? id;
}

async function resultsOf(db: Db, league: LeagueRow, standings: readonly Standing[]): Promise<SeasonResult[]> {
  const champions = new Set(league.champions.map(({ userId }) => userId));
  const weeksWon = new Map<string, number>();
  for (const { winners } of await listFrozenWeeks(db, league.id))
    for (const userId of winners) weeksWon.set(userId, (weeksWon.get(userId) ?? 0) + 1);
  return standings.map(({ userId, rank, total, given }) => ({
    userId,
    rank,
    net: profitOf(total, given),
    isChampion: champions.has(userId),
    weeksWon: weeksWon.get(userId) ?? 0,
  }));
}

function seasonOf(league: LeagueRow, members: number, now: Date) {
  const { id, name, season, startedAt, finalizedAt, champions } = presentLeague(league, now);
  return { groupId: id, name, season, startedAt, finalizedAt: finalizedAt ?? startedAt, members, champions };
}
