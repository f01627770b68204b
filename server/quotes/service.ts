import type { ManualRecord } from '#shared/api/admin.ts';
import { isLocked, lockWords } from '#shared/domain/lock.ts';
import { flatQuote, notOffered, type Quote, type QuoteField, quoteFields } from '#shared/domain/market.ts';
import { appendAuditLines } from '../audit/store.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/connection.ts';
import { recordSportChange } from '../events/store.ts';
import { fullName } from '../games/present.ts';
import { type Span, weekGames } from '../games/service.ts';
import { type GameRow, lockGames } from '../games/store.ts';
import { badInput, Refusal } from '../lib/refusal.ts';
import type { Admin } from '../users/access.ts';
import { appendHistory, deleteManualQuotes, listManualQuotes, type ManualQuote, upsertManualQuotes } from './store.ts';

/** The manual quotes of the games in the NFL's list of a week. */
export async function weekManualQuotes(
  db: Db,
  week: number,
  season: number,
  now: Date,
  span: Span,
): Promise<ManualQuote[]> {
  const { value: listed } = await weekGames(db, 'NFL', week, season, now, span);
  return listManualQuotes(
    db,
    listed.map(({ game }) => game.id),
  );
}

/** The stored quotes, and the ids of the games whose manual quote was cleared. */
export type Saved = { saved: ManualQuote[]; cleared: string[] };

/**
 * Sets or clears the manual quote of each named game: all of them, or none.
 *
 * First locks the games, so that saves of one game follow each other and no bet is placed on it meanwhile; then reads
 * the database's clock. Placed tickets do not change. Clearing a game without a manual quote leaves no line in the
 * history.
 * Source: docs/decisions/three-sources-of-quotes.md, docs/security.md#rights-and-tenancy.
 *
 * refuses  an unknown game (404), a market that the sport does not offer (400), a game that takes no bets, and a game
 *          whose teams or manual odds differ from those that the record names as seen (409).
 */
export async function saveManualQuotes(
  { withTx }: Database,
  admin: Admin,
  records: readonly ManualRecord[],
): Promise<Saved> {
  return withTx(async (tx) => {
    const locked = await lockGames(
      tx,
      records.map((record) => record.gameId),
    );
    const at = await databaseNow(tx);
    const gamesById = new Map(locked.map((game) => [game.id, game]));
    refuseUnfit(records, gamesById, at);
    await refuseOutdated(tx, records, gamesById);

    const signature = { setById: admin.userId, at };
    const changes = records.map((record) => ({
      ...record,
      teams: gamesById.get(record.gameId) ?? null,
    }));
    const toSet = changes.flatMap(({ quote, ...record }) => (quote ? [{ ...record, quote }] : []));
    const toClear = changes.filter(({ quote }) => quote === null);
    const before = await quotesOf(tx, records);
    const saved = await upsertManualQuotes(tx, toSet, signature);
    const cleared = await deleteManualQuotes(
      tx,
      toClear.map((record) => record.gameId),
    );
    const wereSet = toClear.filter((record) => cleared.includes(record.gameId));
    await appendHistory(tx, [...toSet, ...wereSet], signature);
    await appendAuditLines(tx, [
      ...toSet.map(({ gameId, quote }) => oddsLine(admin, 'odds-set', gameId, before.get(gameId) ?? null, quote)),
      ...wereSet.map(({ gameId }) => oddsLine(admin, 'odds-cleared', gameId, before.get(gameId) ?? null, null)),
    ]);
    for (const sport of new Set(locked.map((game) => game.sport))) await recordSportChange(tx, sport);
    return { saved, cleared };
  });
}

/** The manual quotes of these games before a change, by game. */
async function quotesOf(tx: Db, records: readonly ManualRecord[]): Promise<Map<string, Quote>> {
  const ids = records.map(({ gameId }) => gameId);
  return new Map((await listManualQuotes(tx, ids)).map(({ gameId, quote }) => [gameId, quote]));
}

/** The audit line of a game's odds, with the fields that changed. */
function oddsLine(
  { userId }: Admin,
  action: 'odds-set' | 'odds-cleared',
  gameId: string,
  before: Quote | null,
  after: Quote | null,
) {
  const [was, is] = [flatQuote(before), flatQuote(after)];
  const changed = Object.keys(quoteFields).flatMap((name) => {
    const field = name as QuoteField;
    return was[field] === is[field] ? [] : [{ field, before: was[field], after: is[field] }];
  });
  return { actorId: userId, action, leagueId: null, detail: { gameId, changed } };
}

/**
 * Refuses records that are wrong in themselves, then those whose game takes no bets.
 * Source: docs/decisions/answers-and-errors.md.
 */
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

/** Refuses records made on an outdated page: one that showed other teams, or odds from before another admin's save. */
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
    if (!game) continue; // `refuseUnfit` has refused it
    const away = fullName(game.awayCity, game.awayName);
    const home = fullName(game.homeCity, game.homeName);
    const hasOtherTeams = seen.awayTeam !== away || seen.homeTeam !== home;
    if (!hasOtherTeams && savedAt.get(gameId) === seen.updatedAt?.getTime()) continue;
    const what = hasOtherTeams ? 'The teams of this game have changed' : 'The odds of this game were changed meanwhile';
    throw new Refusal(409, 'odds-changed', `${what} (${game.awayAbbr} @ ${game.homeAbbr})`);
  }
}
