import { showInstant } from '#shared/domain/eastern.ts';
import { correctingPolls } from '#shared/domain/limits.ts';
import { sportRules } from '#shared/domain/sport.ts';
import type { Database, Db } from '../db/connection.ts';
import { reachableLeagues } from '../db/reach.ts';
import { findGames, type GameRow } from '../games/store.ts';
import { whyAdmin } from './confirm.ts';
import { type CorrectionRow, listOpenCorrections } from './corrections-store.ts';
import { deadlineOf } from './deadline.ts';
import {
  type GameWithOpenLegs,
  listGamesWithOpenLegs,
  listPolled,
  listResults,
  type ResultRow,
} from './results-store.ts';

/** Chosen: hours after its start from which a game with open legs is listed for an admin. */
export const overdueHours = 12;

/** Chosen: a failing feed is still polled every ten minutes, so a feed without a poll for a day is no longer in use. */
const polledWithinMs = 24 * 3_600_000;

/** A game that has not been settled: why it waits, and when the house rules void its earliest legs. */
export type Overdue = GameWithOpenLegs & { why: string; voidBy: Date };

/**
 * Games with open legs whose start is more than `overdueHours` of their own time ago, the oldest first. Legs on lost
 * machines do not count.
 */
export async function listOverdueGames(database: Database, now: Date): Promise<Overdue[]> {
  const { db } = database;
  const { these } = await reachableLeagues(database);
  const waiting = await listGamesWithOpenLegs(db, now, overdueHours * 3_600_000, these);
  const polled = await listPolled(db, new Date(now.getTime() - polledWithinMs));
  return waiting.map((each) => ({
    ...each,
    why: whyNotPolled(each.game, polled) ?? whyItWaits(each),
    voidBy: deadlineOf(each.game, each.originalStart, each.absence).voidBy,
  }));
}

/**
 * A game whose result the feed disputes: the result in force, the feed's correction, and what the correction waits for.
 */
export type Disputed = { game: GameRow; result: ResultRow; correction: CorrectionRow; why: string };

/**
 * Games with a correction that may still become a result, the oldest first. Source: docs/house-rules.md#corrections.
 */
export async function listDisputedGames(db: Db): Promise<Disputed[]> {
  const open = await listOpenCorrections(db);
  const ids = open.map(({ gameId }) => gameId);
  const games = new Map((await findGames(db, ids)).map((game) => [game.id, game]));
  const results = new Map((await listResults(db, ids)).map((result) => [result.gameId, result])); // the last of each
  return open.flatMap((correction) => {
    const [game, result] = [games.get(correction.gameId), results.get(correction.gameId)];
    return game && result ? [{ game, result, correction, why: whyDisputed(correction) }] : [];
  });
}

function whyDisputed(correction: CorrectionRow): string {
  if (correction.state === 'needs-admin') return `an admin’s word, since ${whyAdmin(correction)}`;
  return `more polls that agree; so far there are ${correction.polls} of ${correctingPolls}`;
}

/** The reason if the game's feed is no longer polled but another feed is polled for its sport; null otherwise. */
function whyNotPolled({ id, sport }: GameRow, polled: readonly { feed: string; sport: string }[]): string | null {
  const feed = id.slice(0, id.indexOf(':'));
  const feeds = polled.filter((one) => one.sport === sport).map((one) => one.feed);
  if (feeds.length === 0 || feeds.includes(feed)) return null;
  return `its feed (${feed}) is not polled any more: set its result by hand, or void it`;
}

/** Why a game has not been settled, in words for an admin. Source: docs/house-rules.md#results. */
export function whyItWaits({ game, absence }: Pick<GameWithOpenLegs, 'game' | 'absence'>): string {
  if (game.resultRev > game.settledRev) return 'it has a result that the worker has not settled yet';
  if (absence) return `the feed has not listed it since ${showInstant(absence.since)}`;
  if (game.proposedStart) return 'the feed has other teams or another start for it, which nothing has confirmed yet';
  switch (game.status) {
    case 'scheduled':
      return 'the feed has not seen it begin';
    case 'live':
      return 'the feed says that it is still being played';
    case 'postponed':
      return 'postponed';
    case 'suspended':
      return `suspended (${game.statusWord})`;
    case 'canceled':
      return 'cancelled, by one poll only';
    case 'final':
      return whyFinalWaits(game);
  }
}

function whyFinalWaits(game: GameRow): string {
  if (game.countedHome === null || game.countedAway === null) return 'final, but the score that counts is not known';
  if (game.settleable) return 'final, by one poll only'; // after a second equal poll it would have a result
  if (endedEarly(game)) return `final too early: ${periodsOf(game)}`;
  return `final, but the feed’s last status of it is ${game.statusWord}`; // unknown, or that of a game played on
}

/** Fewer periods than regulation; in baseball, innings that do not agree with the half-innings played. */
function endedEarly({ sport, period, halfInnings }: GameRow): boolean {
  const { finalNeeds, regulationPeriods } = sportRules[sport];
  if (finalNeeds === 'any-period') return false;
  if (finalNeeds === 'all-periods') return (period ?? 0) < regulationPeriods;
  return halfInnings === null || period === null || (halfInnings !== 2 * period && halfInnings !== 2 * period - 1);
}

function periodsOf({ sport, period, halfInnings }: GameRow): string {
  if (sportRules[sport].finalNeeds === 'half-innings')
    return `inning ${period ?? 'unknown'} with ${halfInnings ?? 0} half-innings`;
  return `${period ?? 0} of ${sportRules[sport].regulationPeriods} periods`;
}
