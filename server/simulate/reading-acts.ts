import { listBetsPage, memberBetsPage } from '#shared/api/bet-pages.ts';
import { gameBets, listBets } from '#shared/api/bets.ts';
import { memberForm } from '#shared/api/form.ts';
import { slateCalls } from '#shared/api/games.ts';
import { leaderboard, leagueTitle, listGroups } from '#shared/api/groups.ts';
import { leagueIfEnded } from '#shared/api/if-ended.ts';
import { leagueLog } from '#shared/api/league-log.ts';
import { memberLuck } from '#shared/api/luck.ts';
import { countNotices, listNotices, readNotices } from '#shared/api/notifications.ts';
import { oddsHistory } from '#shared/api/odds-history.ts';
import { leagueHistory } from '#shared/api/race.ts';
import { ownRecord } from '#shared/api/record.ts';
import { leagueSeries } from '#shared/api/seasons.ts';
import { memberRivalry, memberShelf } from '#shared/api/shelf.ts';
import { leagueStatement } from '#shared/api/statement.ts';
import { leagueWeek, leagueWeeks } from '#shared/api/weeks.ts';
import { memberOf } from './draw.ts';
import type { Season } from './season.ts';

/** Opens one of the pages: own ones, those of a league, and those of another member or a game. */
export async function read(season: Season): Promise<void> {
  const { chance, feed } = season;
  const found = memberOf(season);
  if (!found) return;
  const { person, league } = found;
  const params = { id: league.id };
  const other = { userId: chance.pick([...league.members]).id ?? '', groupId: league.id };
  const gameId = feed.fixtures.length > 0 ? chance.pick(feed.fixtures).id : null;
  const pages: (() => Promise<unknown>)[] = [
    () => season.ask(person, listGroups),
    () => season.ask(person, listBets),
    () => season.ask(person, listBetsPage, { params: { status: 'all' } }),
    () => season.ask(person, ownRecord),
    () => season.ask(person, slateCalls.NBA.games),
    () => season.ask(person, slateCalls.Soccer.games),
    () => season.ask(person, slateCalls.MLB.games),
    () => season.ask(person, countNotices),
    async () => {
      const { reply } = await season.ask(person, listNotices, { params: {} });
      if (reply?.newest) await season.ask(person, readNotices, { body: { until: reply.newest } });
    },
    () => season.ask(person, leaderboard, { params }),
    () => season.ask(person, leaderboard, { params }),
    () => season.ask(person, leagueTitle, { params }),
    () => season.ask(person, leagueIfEnded, { params }),
    () => season.ask(person, leagueLog, { params } as never),
    () => season.ask(person, leagueHistory, { params }),
    () => season.ask(person, leagueSeries, { params }),
    () => season.ask(person, leagueStatement, { params }),
    () => season.ask(person, leagueWeeks, { params }),
    () => season.ask(person, leagueWeek, { params: { ...params, number: String(chance.between(1, 4)) } }),
    () => season.ask(person, memberBetsPage, { params: { ...other, status: 'all' } }),
    () => season.ask(person, memberForm, { params: other }),
    () => season.ask(person, memberLuck, { params: other }),
    () => season.ask(person, memberShelf, { params: other }),
    () => season.ask(person, memberRivalry, { params: other }),
  ];
  if (gameId) {
    pages.push(
      () => season.ask(person, gameBets, { params: { gameId } }),
      () => season.ask(person, oddsHistory, { params: { gameId } }),
    );
  }
  await chance.pick(pages)();
}
