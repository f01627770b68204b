import type { GameView } from '#shared/api/games.ts';
import type { OddsChange } from '#shared/api/odds-history.ts';
import { marketRules, offers, quoteOf, showLine } from '#shared/domain/market.ts';
import { showPrice } from '#shared/domain/price.ts';
import { teamsOf } from '#shared/words/game-title.ts';

/** The odds of one side of one market before and after a change. A text is null where the side was not offered. */
export type PriceMove = { label: string; from: string | null; to: string | null };

/** The sides whose line or price a change moved, opened or closed, in the order of the slate. */
export function priceMoves(game: GameView, { before, after }: Pick<OddsChange, 'before' | 'after'>): PriceMove[] {
  const [had, has] = [textsOf(game, before), textsOf(game, after)];
  return [...new Map([...had, ...has]).keys()].flatMap((label) => {
    const [from, to] = [had.get(label) ?? null, has.get(label) ?? null];
    return from === to ? [] : [{ label, from, to }];
  });
}

/** '-3.5 at -110', '+150', by the label of the side. */
function textsOf(game: GameView, flat: OddsChange['before']): Map<string, string> {
  const teams = teamsOf(game);
  return new Map(
    offers(game.sport, quoteOf(flat)).map(({ market, side, line, price }) => [
      marketRules[market].label(side, teams),
      line === null ? showPrice(price) : `${showLine(market, line)} at ${showPrice(price)}`,
    ]),
  );
}
