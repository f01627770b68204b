import type { ManualRecord } from '#shared/api/admin.ts';
import { isLocked, lockWords } from '#shared/domain/lock.ts';
import type { Quote } from '#shared/domain/market.ts';
import { type Sport, sportRules } from '#shared/domain/sport.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/connection.ts';
import { recordSportChange } from '../events/store.ts';
import { fullName } from '../games/present.ts';
import { type Span, weekGames } from '../games/service.ts';
import { type GameRow, lockGameRows } from '../games/store.ts';
import { badInput, Refusal } from '../lib/refusal.ts';
import type { Admin } from '../users/access.ts';
import { appendHistory, deleteManualQuotes, listManualQuotes, type QuoteRow, upsertManualQuotes } from './store.ts';

/** The manual quotes of the games that the NFL's list of this week shows. */
export async function weekManualQuotes(
  db: Db,
  week: number,
  season: number,
  now: Date,
  span: Span,
): Promise<QuoteRow[]> {
  const { value: listed } = await weekGames(db, 'NFL', week, season, now, span);
  return listManualQuotes(
    db,
    listed.map(({ game }) => game.id),
  );
}

/** The quotes as they now stand, and the games whose override was taken away. */
export type Saved = { saved: QuoteRow[]; cleared: string[] };

/**
 * Sets or clears the manual quote of each game named: all of them, or none.
 *
 * The games are held first, so that saves of one game follow each other and no bet is placed on it meanwhile; the
 * database clock is read after that. Placed tickets keep the lines and prices that they were placed at. Clearing where
 * nothing is set changes nothing and leaves no line in the history.
 *
 * refuses  an unknown game (404), a market that the sport does not offer (400), a game that takes no bets or is not what
 *          the record has seen (409).
 * Source   design D14; hardening B13.
 */
export async function saveManualQuotes(
  { withTx }: Database,
  admin: Admin,
  records: readonly ManualRecord[],
): Promise<Saved> {
  return withTx(async (tx) => {
    const held = await lockGameRows(
      tx,
      records.map((record) => record.gameId),
    );
    const at = await databaseNow(tx);
    const gamesById = new Map(held.map((game) => [game.id, game]));
    refuseUnfit(records, gamesById, at);
    await refuseOutdated(tx, records, gamesById);

    const signature = { setById: admin.userId, setBy: admin.name, at };
    const toSet = records.flatMap(({ quote, ...record }) => (quote ? [{ ...record, quote }] : []));
    const toClear = records.filter(({ quote }) => quote === null);
    const saved = await upsertManualQuotes(tx, toSet, signature);
    const cleared = await deleteManualQuotes(
      tx,
      toClear.map((record) => record.gameId),
    );
    const wereSet = toClear.filter((record) => cleared.includes(record.gameId));
    await appendHistory(tx, [...toSet, ...wereSet], signature);
    for (const sport of new Set(held.map((game) => game.sport))) await recordSportChange(tx, sport);
    return { saved, cleared };
  });
}

/** What is wrong with a record comes before what has happened to its game (design 5, "Order of checks"). */
function refuseUnfit(records: readonly ManualRecord[], games: ReadonlyMap<string, GameRow>, now: Date): void {
  const found = records.map((record) => {
    const game = games.get(record.gameId);
    if (!game) throw new Refusal(404, 'game-not-found', `Game not found: ${record.gameId}`);
    return { game, quote: record.quote, name: `${game.awayAbbr} @ ${game.homeAbbr}` };
  });
  for (const { game, quote, name } of found) {
    const missing = quote && notOffered(game.sport, quote);
    if (missing) throw badInput(`${game.sport} has no ${missing} (${name})`);
  }
  for (const { game, name } of found) {
    if (isLocked(game, now)) throw new Refusal(409, 'locked', `${lockWords(game.status)} (${name})`);
  }
}

/** Compares each record with what its page showed: odds typed for other teams, or before another admin's, are not saved. */
async function refuseOutdated(
  tx: Db,
  records: readonly ManualRecord[],
  games: ReadonlyMap<string, GameRow>,
): Promise<void> {
  const compared = records.flatMap(({ gameId, seen }) => (seen ? [{ gameId, seen }] : []));
  if (compared.length === 0) return;
  const ids = compared.map(({ gameId }) => gameId);
  const savedAt = new Map((await listManualQuotes(tx, ids)).map((row) => [row.gameId, row.changedAt.getTime()]));
  for (const { gameId, seen } of compared) {
    const game = games.get(gameId);
    if (!game) continue; // refused before
    const away = fullName(game.awayCity, game.awayName);
    const home = fullName(game.homeCity, game.homeName);
    const hasOtherTeams = seen.awayTeam !== away || seen.homeTeam !== home;
    if (!hasOtherTeams && savedAt.get(gameId) === seen.updatedAt?.getTime()) continue;
    const what = hasOtherTeams ? 'The teams of this game have changed' : 'The odds of this game were changed meanwhile';
    throw new Refusal(409, 'odds-changed', `${what} (${game.awayAbbr} @ ${game.homeAbbr})`);
  }
}

/** The first part of a quote that the sport does not have; null when it has all of them. */
function notOffered(sport: Sport, quote: Quote): string | null {
  const { markets, drawOffered } = sportRules[sport];
  if (quote.spreadHome !== null && !markets.includes('spread')) return 'spread';
  if (quote.totalPoints !== null && !markets.includes('total')) return 'total';
  return quote.moneylineDraw !== null && !drawOffered ? 'draw' : null;
}
