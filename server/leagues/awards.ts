import { type Award, awardedTickets, seasonAwards, weekAwards } from '#shared/domain/award.ts';
import type { RecapLeg, WeekFacts, WeekRound } from '#shared/domain/recap.ts';
import { numberOf } from '#shared/domain/week.ts';
import type { Db } from '../db/connection.ts';
import {
  countRecaps,
  findWeekAfter,
  insertAwards,
  listChampions,
  listEarlierWeeks,
  listUps,
  setAwardedUntil,
} from './awards-store.ts';
import type { BareLeague } from './store.ts';
import { findWeek, listRecapLegs, listWeekRounds, type Span, spanOf } from './weeks-store.ts';

/** Whether the awards of all that is frozen of a league are written. */
export function isAwarded({ awardedUntil, frozenUntil }: Pick<BareLeague, 'awardedUntil' | 'frozenUntil'>): boolean {
  return awardedUntil?.getTime() === frozenUntil?.getTime();
}

/** The awards of a week with these facts and rounds. All weeks before it are frozen, and their awards written. */
export async function readWeekAwards(
  db: Db,
  leagueId: string,
  { number, span }: { number: number; span: Span },
  { rows }: Pick<WeekFacts, 'rows'>,
  rounds: readonly WeekRound[],
): Promise<Award[]> {
  const tickets = awardedTickets(rounds);
  const ids = tickets.longShots.map(({ ticketId }) => ticketId);
  const legsOf: Map<string, RecapLeg[]> = await listRecapLegs(db, leagueId, span, ids);
  return weekAwards(number, rows, tickets, await listEarlierWeeks(db, leagueId, number), legsOf);
}

/** Writes the awards of the season, in the transaction that has frozen its standings and all its weeks. */
export async function awardSeason(tx: Db, leagueId: string, last: number): Promise<void> {
  const season = { recaps: await countRecaps(tx, leagueId), champions: await listChampions(tx, leagueId), last };
  await insertAwards(tx, leagueId, seasonAwards(await listUps(tx, leagueId), season));
}

/**
 * Writes the awards of the first week that was frozen before there were awards, or, after the last of them, those of the
 * season. The caller has locked the league, whose row is `league`, and calls again until `isAwarded`.
 */
export async function awardNext(tx: Db, league: BareLeague): Promise<void> {
  const { id, awardedUntil, frozenUntil, finalizedAt, createdAt, endDate } = league;
  const week = await findWeekAfter(tx, id, awardedUntil);
  if (week) {
    const isLast = endDate !== null && endDate <= week.endsAt;
    const span = spanOf({ ...week, isLast });
    const frozen = await findWeek(tx, id, week.number);
    const rounds = await listWeekRounds(tx, id, span);
    if (frozen)
      await insertAwards(tx, id, await readWeekAwards(tx, id, { number: week.number, span }, frozen.facts, rounds));
    await setAwardedUntil(tx, id, week.endsAt);
    return;
  }
  const isOver = finalizedAt !== null && frozenUntil?.getTime() === finalizedAt.getTime();
  if (isOver) await awardSeason(tx, id, numberOf(finalizedAt, { createdAt, endDate }));
  await setAwardedUntil(tx, id, null);
}
