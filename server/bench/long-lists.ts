import { performance } from 'node:perf_hooks';
import type { Db } from '../db/connection.ts';
import { recordLeagueChanges } from '../events/store.ts';
import type { Crowd } from './crowd.ts';
import { type HttpConnection, openConnection } from './http-connection.ts';
import { gamesRequest, leaderboardRequest, myBetsRequest, ownFormRequest, raceRequest, slatePath } from './requests.ts';
import { type Served, serve } from './served.ts';

/** `prepare` runs before each request. */
type LongList = { name: string; request: Buffer; prepare?(): Promise<void> };

/**
 * longestGap    how long the event loop was blocked at most, in milliseconds.
 * slowestOther  the slowest slate requested meanwhile, in milliseconds.
 */
type Run = { bytes: number; ms: number; longestGap: number; slowestOther: number };

export type LongListFigures = Run & { name: string };

/**
 * The longest list of bets, the form that sums most bets, and the longest leaderboard and race right after a change, so
 * that no process has them cached.
 */
export function longListsOf(crowd: Crowd, db: Db): LongList[] {
  const bets = Math.max(...crowd.size.histories);
  const members = Math.max(...crowd.size.standings);
  const member = crowd.memberOfLeagueWith(members);
  return [
    { name: `My Bets of ${bets.toLocaleString('en')} tickets`, request: myBetsRequest(crowd.userWithTickets(bets)) },
    {
      name: `form of a member with ${bets.toLocaleString('en')} tickets`,
      request: ownFormRequest(crowd.userWithTickets(bets)),
    },
    {
      name: `leaderboard of ${members.toLocaleString('en')} members, just changed`,
      request: leaderboardRequest(member),
      prepare: () => recordLeagueChanges(db, [member.leagueId]),
    },
    {
      name: `race of ${members.toLocaleString('en')} members, just changed`,
      request: raceRequest(member),
      prepare: () => recordLeagueChanges(db, [member.leagueId]),
    },
  ];
}

const warmUps = 2;

/** The delay that each list causes other requests: the worst of `times` requests. */
export async function measureLongLists(
  url: string,
  lists: readonly LongList[],
  times: number,
): Promise<LongListFigures[]> {
  const app = await serve({ serves: 'app', url });
  const [connection, other] = [await openConnection(app.port), await openConnection(app.port)];
  const figures: LongListFigures[] = [];
  for (const list of lists) {
    const runs: Run[] = [];
    for (let run = 0; run < warmUps + times; run += 1) runs.push(await ask(list, app, connection, other));
    const worst = (figure: keyof Run) => Math.max(...runs.slice(warmUps).map((run) => run[figure]));
    figures.push({
      name: list.name,
      bytes: worst('bytes'),
      ms: worst('ms'),
      longestGap: worst('longestGap'),
      slowestOther: worst('slowestOther'),
    });
  }
  connection.close();
  other.close();
  await app.stop();
  return figures;
}

/** Requests the list on one connection, and the slate on the other until the list has arrived. */
async function ask(
  { name, request, prepare }: LongList,
  app: Served,
  connection: HttpConnection,
  other: HttpConnection,
): Promise<Run> {
  await prepare?.();
  await app.usage(); // resets the longest gap
  const begun = performance.now();
  let isUnderway = true;
  const answer = connection.send(request).finally(() => {
    isUnderway = false;
  });
  let slowestOther = 0;
  while (isUnderway) {
    const sent = performance.now();
    await other.send(gamesRequest(slatePath));
    slowestOther = Math.max(slowestOther, performance.now() - sent);
  }
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${name}: ${status} ${body.toString()}`);
  const ms = performance.now() - begun;
  const { longestGap } = await app.usage();
  return { bytes: body.length, ms, longestGap, slowestOther };
}
