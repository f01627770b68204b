import { performance } from 'node:perf_hooks';
import type { Crowd } from './crowd.ts';
import { percentile } from './figures.ts';
import { openConnection } from './http-connection.ts';
import { askCurrentUser, askLastSevenDays, askLeaderboard, askLeagues, askMyBets } from './requests.ts';
import { serve } from './served.ts';

export type PageFigures = { name: string; bytes: number; p50: number; p99: number };

/** Latency of single requests, one after the other: `times` of each page, after a warm-up. */
export async function measurePages(url: string, crowd: Crowd, times: number): Promise<PageFigures[]> {
  const { standings, histories, tickets, leagues } = crowd.size;
  const pages: [string, (number: number) => Buffer][] = [
    ['current user', (number) => askCurrentUser(crowd.seat(number))],
    ['my leagues', (number) => askLeagues(crowd.seat(number))],
    ...standings.map((members): [string, () => Buffer] => [
      `leaderboard of ${members.toLocaleString('en')} members`,
      () => askLeaderboard(crowd.standings(members)),
    ]),
    ...histories.map((count): [string, () => Buffer] => [
      `My Bets of ${count.toLocaleString('en')} tickets`,
      () => askMyBets(crowd.history(count)),
    ]),
    [
      `last seven days of a league with ${Math.round(tickets / leagues).toLocaleString('en')} tickets`,
      (number) => askLastSevenDays(crowd.seat(number)),
    ],
  ];
  const app = await serve({ serves: 'app', url });
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
