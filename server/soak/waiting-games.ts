import { performance } from 'node:perf_hooks';
import { ledgerErrors } from '../bench/ledger-check.ts';
import { fillLeagues, placeOn } from '../bench/settling.ts';
import { connect } from '../db/connection.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { createLog } from '../lib/log.ts';
import { settleGames } from '../settlement/settle.ts';
import { cloneTemplate } from '../testing/cluster.ts';
import { aGame, final } from '../testing/games.ts';
import { ownerPool } from '../testing/owner-pool.ts';

export type WaitingRun = { games: number; tickets: number; seconds: number; broken: string[] };

const ingestedAtOnce = 500;
const leagues = 50;
const membersPerLeague = 20;

/**
 * Measures one run of settling after an outage: all games have a result, none is settled, and each has few bets.
 */
export async function measureWaitingGames(
  clusterUrl: string,
  { games: count, tickets }: { games: number; tickets: number },
): Promise<WaitingRun> {
  const clone = await cloneTemplate(clusterUrl);
  const owner = ownerPool(clone.url);
  const database = connect(clone.url, createLog('error'));
  try {
    await database.machines.start();
    const now = Date.now();
    const games = Array.from({ length: count }, () => aGame({ startsAt: new Date(now - 3 * 3_600_000) }));
    const poll = async (seen: readonly FeedGame[], agoMs: number) => {
      for (let from = 0; from < seen.length; from += ingestedAtOnce) {
        const answer = answerOf(seen.slice(from, from + ingestedAtOnce));
        await ingest(database, 'NFL', answer, new Date(now - agoMs));
      }
    };
    await poll(games, 14_400_000);
    await fillLeagues(owner, { tickets: [tickets], leagues: [leagues], membersPerLeague });
    await placeOn(owner, games, { tickets, leagues, membersPerLeague });
    const finals = games.map((game) => final(game, 24, 20));
    await poll(finals, 120_000);
    await poll(finals, 60_000);
    await owner.query('vacuum analyze');
    await owner.query('checkpoint');
    const begun = performance.now();
    const settled = await settleGames(database, new Date(), 0);
    const seconds = (performance.now() - begun) / 1_000;
    const broken = await ledgerErrors(owner);
    if (settled.games !== count || settled.tickets !== tickets)
      broken.push('the run of settling has left games or tickets');
    return { games: settled.games, tickets: settled.tickets, seconds, broken };
  } finally {
    await Promise.all([owner.end(), database.end()]);
    await clone.drop();
  }
}
