import { performance } from 'node:perf_hooks';
import type { Db } from '../db/connection.ts';
import { recordLeagueChanges } from '../events/store.ts';
import type { Crowd } from './crowd.ts';
import { type HttpConnection, openConnection } from './http-connection.ts';
import { askGames, askLeaderboard, askMyBets, slatePath } from './requests.ts';
import { type Served, serve } from './served.ts';

/** `prepare` runs before each request. */
type LongList = { name: string; request: Buffer; prepare?(): Promise<void> };

/** In milliseconds: for how long the event loop was blocked, and how long the slowest slate took that was asked for meanwhile. */
type Run = { bytes: number; ms: number; longestGap: number; slowestOther: number };

export type LongListFigures = Run & { name: string };

/** The longest list of bets and the longest leaderboard, which no process has in memory. */
export function longListsOf(crowd: Crowd, db: Db): LongList[] {
  const bets = Math.max(...crowd.size.histories);
  const members = Math.max(...crowd.size.standings);
  const board = crowd.standings(members);
  return [
    { name: `My Bets of ${bets.toLocaleString('en')} tickets`, request: askMyBets(crowd.history(bets)) },
    {
      name: `leaderboard of ${members.toLocaleString('en')} members, just changed`,
      request: askLeaderboard(board),
      prepare: () => recordLeagueChanges(db, [board.leagueId]),
    },
  ];
}

const warmUps = 2;

/** What each list costs everybody else: the worst of `times` requests. */
export async function measureLongLists(
  url: string,
  lists: readonly LongList[],
  times: number,
): Promise<LongListFigures[]> {
  const app = await serve({ serves: 'app', url });
  const [line, other] = [await openConnection(app.port), await openConnection(app.port)];
  const figures: LongListFigures[] = [];
  for (const list of lists) {
    const runs: Run[] = [];
    for (let run = 0; run < warmUps + times; run += 1) runs.push(await ask(list, app, line, other));
    const worst = (figure: keyof Run) => Math.max(...runs.slice(warmUps).map((run) => run[figure]));
    figures.push({
      name: list.name,
      bytes: worst('bytes'),
      ms: worst('ms'),
      longestGap: worst('longestGap'),
      slowestOther: worst('slowestOther'),
    });
  }
  line.close();
  other.close();
  await app.stop();
  return figures;
}

/** Asks for the list on one line, and on the other for the slate until the list has come. */
async function ask(
  { name, request, prepare }: LongList,
  app: Served,
  line: HttpConnection,
  other: HttpConnection,
): Promise<Run> {
  await prepare?.();
  await app.usage(); // resets the longest gap
  const begun = performance.now();
  let isUnderway = true;
  const answer = line.send(request).finally(() => {
    isUnderway = false;
  });
  let slowestOther = 0;
  while (isUnderway) {
    const sent = performance.now();
    await other.send(askGames(slatePath));
    slowestOther = Math.max(slowestOther, performance.now() - sent);
  }
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${name}: ${status} ${body.toString()}`);
  const ms = performance.now() - begun;
  const { longestGap } = await app.usage();
  return { bytes: body.length, ms, longestGap, slowestOther };
}
