import { performance } from 'node:perf_hooks';
import { cursorOf, sections } from '#shared/api/bet-pages.ts';
import type { Crowd } from './crowd.ts';
import { percentile } from './figures.ts';
import { openConnection } from './http-connection.ts';
import {
  currentUserRequest,
  ifEndedRequest,
  lastSevenDaysPageRequest,
  lastSevenDaysRequest,
  leaderboardRequest,
  leaguesRequest,
  memberBetsPageRequest,
  memberBetsRequest,
  myBetsPageRequest,
  myBetsRequest,
  ownFormRequest,
  ownLuckRequest,
  raceRequest,
  recordRequest,
} from './requests.ts';
import { serve } from './served.ts';

export type PageFigures = { name: string; bytes: number; p50: number; p99: number };

/** A page's name, and its request by number. */
type BenchPage = [name: string, request: (number: number) => Buffer];

export function pagesOf(crowd: Crowd): BenchPage[] {
  const { standings: memberCounts, histories: ticketCounts, tickets, leagues, leaguesOfOne } = crowd.size;
  const longest = Math.max(...ticketCounts);
  return [
    ['current user', (number) => currentUserRequest(crowd.seat(number))],
    ['my leagues', (number) => leaguesRequest(crowd.seat(number))],
    ...memberCounts.map((members): [string, () => Buffer] => [
      `leaderboard of ${members.toLocaleString('en')} members`,
      () => leaderboardRequest(crowd.memberOfLeagueWith(members)),
    ]),
    ...memberCounts.map((members): [string, () => Buffer] => [
      `race of ${members.toLocaleString('en')} members`,
      () => raceRequest(crowd.memberOfLeagueWith(members)),
    ]),
    ...ticketCounts.map((count): [string, () => Buffer] => [
      `My Bets of ${count.toLocaleString('en')} tickets`,
      () => myBetsRequest(crowd.userWithTickets(count)),
    ]),
    ...ticketCounts.map((count): [string, () => Buffer] => [
      `My Bets of ${count.toLocaleString('en')} tickets, the first page`,
      () => myBetsPageRequest(crowd.userWithTickets(count)),
    ]),
    [
      `My Bets of ${longest.toLocaleString('en')} tickets, a page of half a year ago`,
      () => myBetsPageRequest(crowd.userWithTickets(longest), halfAYearAgo()),
    ],
    [
      `My Bets of a member of ${leaguesOfOne} leagues, the first page`,
      () => myBetsPageRequest(crowd.memberOfManyLeagues()),
    ],
    [
      `history of a member with ${longest.toLocaleString('en')} tickets`,
      () => memberBetsRequest(crowd.userWithTickets(longest), crowd.userWithTickets(longest)),
    ],
    [
      `history of a member with ${longest.toLocaleString('en')} tickets, the first page`,
      () => memberBetsPageRequest(crowd.userWithTickets(longest), crowd.userWithTickets(longest)),
    ],
    ...ticketCounts.map((count): [string, () => Buffer] => [
      `record of a member with ${count.toLocaleString('en')} tickets`,
      () => recordRequest(crowd.userWithTickets(count)),
    ]),
    ...ticketCounts.map((count): [string, () => Buffer] => [
      `form of a member with ${count.toLocaleString('en')} tickets`,
      () => ownFormRequest(crowd.userWithTickets(count)),
    ]),
    ...ticketCounts.map((count): [string, () => Buffer] => [
      `luck of a member with ${count.toLocaleString('en')} tickets`,
      () => ownLuckRequest(crowd.userWithTickets(count)),
    ]),
    [
      `last seven days of a league with ${Math.round(tickets / leagues).toLocaleString('en')} tickets`,
      (number) => lastSevenDaysRequest(crowd.seat(number)),
    ],
    [
      `last seven days of a league with ${Math.round(tickets / leagues).toLocaleString('en')} tickets, the first page`,
      (number) => lastSevenDaysPageRequest(crowd.seat(number)),
    ],
  ];
}

/** The cursor of tickets that were won until half a year ago. */
function halfAYearAgo(): string {
  const at = (Date.now() - 182 * 24 * 3_600_000) * 1_000;
  return cursorOf({ section: sections.indexOf('won'), at, id: '00000000-0000-7000-8000-000000000000' });
}

/** Pages whose work is about games that are live: measure them while they are. */
export function livePagesOf(crowd: Crowd): BenchPage[] {
  const members = Math.max(...crowd.size.standings);
  const open = crowd.size.openBets.toLocaleString('en');
  return [
    [
      `if it ended now of ${members.toLocaleString('en')} members`,
      (number) => ifEndedRequest(crowd.memberOfLeagueWith(members, number)),
    ],
    [
      `last seven days of a league with ${open} live bets, the first page`,
      () => lastSevenDaysPageRequest(crowd.memberOfOpenBets('started')),
    ],
    [
      `last seven days of a league with ${open} hidden bets, the first page`,
      () => lastSevenDaysPageRequest(crowd.memberOfOpenBets('settled')),
    ],
  ];
}

/** Latency of single requests, one after the other: `times` of each page, after a warm-up. */
export async function measurePages(
  databaseUrl: string,
  pages: readonly BenchPage[],
  times: number,
): Promise<PageFigures[]> {
  const app = await serve({ serves: 'app', url: databaseUrl });
  const connection = await openConnection(app.port);
  const figures = [];
  for (const [name, request] of pages) {
    const took: number[] = [];
    let bytes = 0;
    for (let number = -Math.ceil(times / 4); number < times; number += 1) {
      const begun = performance.now();
      const { status, body } = await connection.send(request(Math.abs(number)));
      if (status !== 200) throw new Error(`${name}: ${status} ${body.toString()}`);
      if (number >= 0) took.push(performance.now() - begun);
      bytes = body.length;
    }
    figures.push({ name, bytes, p50: percentile(took, 0.5), p99: percentile(took, 0.99) });
  }
  connection.close();
  await app.stop();
  return figures;
}
