import { gradeLeg } from '#shared/domain/grade.ts';
import { offers } from '#shared/domain/market.ts';
import { type Cents, fromWhole } from '#shared/domain/money.ts';
import { type Price, payout } from '#shared/domain/price.ts';
import { runningWeek } from '#shared/domain/week.ts';
import type { Db } from '../db/connection.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import type { Member } from '../leagues/access.ts';
import { findWeeksOfLeague, listRunningRows, spanOf } from '../leagues/weeks-store.ts';
import type { SentSlip } from '../tickets/place.ts';

/** Chosen, in whole Ching: by how much the made-up winner of a week leads it at least, and the step of the stake. */
const leadChing = 25;
const stakeStep = 5;

/** A game that takes bets, and the same game once it is over. */
export type Played = { game: FeedGame; over: FeedGame };

/**
 * The bet by which a member wins the running week: on a side of a played game that will win, with a stake that leads
 * everybody else's net. Null if no side wins, or too little is available.
 */
export async function winningSlip(
  db: Db,
  { leagueId, userId }: Member,
  played: readonly Played[],
  available: Cents,
): Promise<SentSlip | null> {
  const league = await findWeeksOfLeague(db, leagueId);
  const week = league && runningWeek(league);
  const [best] = played.flatMap(winningPicks).sort((a, b) => b.price - a.price);
  if (!week || !best) return null;
  const rows = await listRunningRows(db, leagueId, spanOf(week));
  const own = rows.find((row) => row.userId === userId)?.net ?? 0;
  const others = rows.filter((row) => row.userId !== userId).map(({ net }) => net);
  const needed = Math.max(0, ...others) + fromWhole(leadChing) - own;
  const profitOfOne = payout(fromWhole(1), [best.price]) - fromWhole(1);
  const steps = Math.max(1, Math.ceil(needed / profitOfOne / stakeStep));
  const stake = fromWhole(steps * stakeStep);
  return stake > available ? null : { stake, picks: [best] };
}

function winningPicks({ game, over }: Played): (SentSlip['picks'][number] & { price: Price })[] {
  const { countedHome: home, countedAway: away, sport, halfInnings } = over;
  if (over.status !== 'final' || home === null || away === null) return [];
  return offers(sport, game.quote)
    .filter((offer) => gradeLeg(offer, { sport, score: { home, away }, halfInnings }).grade === 'won')
    .map((offer) => ({ gameId: game.id, ...offer }));
}
