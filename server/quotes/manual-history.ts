import type { ReplyInput } from '#shared/api/endpoint.ts';
import { changesPerPage, type oddsHistory } from '#shared/api/odds-history.ts';
import { type Quote, swappedQuote } from '#shared/domain/market.ts';
import { formerAdmin, publicSignerName } from '#shared/domain/naming.ts';
import type { Db } from '../db/connection.ts';
import { wireQuote } from '../games/present.ts';
import { findGame, type GameRow } from '../games/store.ts';
import { Refusal } from '../lib/refusal.ts';
import { findNames } from '../users/store.ts';
import { type ChangeLine, countManualChanges, listManualChanges } from './manual-history-store.ts';
import { quotedBy } from './store.ts';

/**
 * A page of the changes that admins made to a game's odds. Notes are left out: only admins see them. Source:
 * docs/decisions/odds-in-the-open.md.
 *
 * refuses  an unknown game (404).
 */
export async function readOddsHistory(
  db: Db,
  gameId: string,
  after: string | null,
): Promise<ReplyInput<typeof oddsHistory>> {
  const game = await findGame(db, gameId);
  if (!game) throw new Refusal(404, 'game-not-found', 'Game not found');
  const found = await listManualChanges(db, game, { after, most: changesPerPage + 1 });
  const page = found.slice(0, changesPerPage);
  const signers = await findNames(
    db,
    page.flatMap(({ change }) => change.setById ?? []),
  );
  return {
    changes: page.map((line) => {
      const signer = signers.get(line.change.setById ?? '');
      return {
        id: line.change.id,
        at: line.change.at.toISOString(),
        setBy: signer ? publicSignerName(signer) : formerAdmin,
        isCleared: line.change.isCleared,
        ...quotesAround(game, line),
      };
    }),
    total: (await countManualChanges(db, [game])).get(game.id) ?? 0,
    next: found.length > page.length ? (page.at(-1)?.change.id ?? null) : null,
  };
}

/**
 * The quotes in force before and after a change, with the sides that the teams have now: the feed may have swapped home
 * and away since.
 */
function quotesAround(game: GameRow, { change, earlier, feed, extra }: ChangeLine) {
  const isSwapped = change.homeTeamId === game.awayTeamId;
  const shown = (quote: Quote | null) => wireQuote(quote && isSwapped ? swappedQuote(quote) : quote);
  const inForce = (manual: typeof earlier) =>
    quotedBy(game.sport, { feed, extra, manual: manual?.isCleared ? null : manual }).quote;
  return { before: shown(inForce(earlier)), after: shown(inForce(change)) };
}
