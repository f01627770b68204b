import { z } from 'zod';
import { emptyQuote, type Quote } from '#shared/domain/market.ts';
import { isLine } from '#shared/domain/markets/market-rules.ts';
import { isPrice, type Price } from '#shared/domain/price.ts';
import type { HomeAway } from '#shared/domain/side.ts';
import { type Sport, sportRules } from '#shared/domain/sport.ts';

const stage = z.object({ line: z.string().optional(), odds: z.string().optional() });
const stages = z.object({ open: stage.optional(), close: stage.optional() }).optional();
const teamOdds = z.object({ moneyLine: z.number().optional(), spreadOdds: z.number().optional() });
const word = z.string().optional().catch(undefined);
/** A price or a line of the second generation. Without `american`, `alternateDisplayValue` has the same notation. */
const american = z
  .object({ american: word, alternateDisplayValue: word })
  .transform(({ american, alternateDisplayValue }) => american ?? alternateDisplayValue)
  .optional()
  .catch(undefined);

/**
 * One book's block, in any of the three generations of `docs/feeds.md#odds`. An old field of another shape is ignored.
 * A market of another shape counts as present and closed, so that no older field is read instead.
 */
const block = z.object({
  provider: z.object({ priority: z.number().optional() }).optional().catch(undefined),
  details: z.string().optional().catch(undefined),
  spread: z.number().optional().catch(undefined),
  overUnder: z.number().optional().catch(undefined),
  homeTeamOdds: teamOdds.optional().catch(undefined),
  awayTeamOdds: teamOdds.optional().catch(undefined),
  drawOdds: teamOdds.optional().catch(undefined),
  current: z.object({ over: american, under: american, total: american }).optional().catch(undefined),
  pointSpread: z.object({ home: stages, away: stages }).optional().catch({}),
  moneyline: z.object({ home: stages, away: stages, draw: stages }).optional().catch({}),
  total: z.object({ over: stages, under: stages }).optional().catch({}),
});
type Block = z.output<typeof block>;
type Stages = z.output<typeof stages>;

/** A market of a book. Null when it is closed, undefined when the book says nothing about it. */
type Read<M extends keyof Quote> = Quote[M] | undefined;

/**
 * The quote in a competition's odds, market by market; null when no book has a market.
 *
 * A market that the book has closed ("OFF"), whose sides do not agree, or that lacks a price is null in the quote; the
 * other markets are still read. No price is made up.
 *
 * odds  absent, empty, [null], or a list of books; the book with the lowest priority number counts.
 */
export function readOdds(sport: Sport, odds: unknown): Quote | null {
  const books = (Array.isArray(odds) ? odds : []).flatMap((entry) => {
    const book = block.safeParse(entry);
    return book.success ? [book.data] : [];
  });
  const [first, ...others] = books;
  if (!first) return null;
  const rank = (book: Block) => book.provider?.priority ?? Number.POSITIVE_INFINITY;
  const book = others.reduce((best, other) => (rank(other) < rank(best) ? other : best), first);
  const { markets, drawOffered } = sportRules[sport];
  const spread = markets.includes('spread') ? readSpread(sport, book) : undefined;
  const moneyline = readMoneyline(book, drawOffered);
  const total = markets.includes('total') ? readTotal(book) : undefined;
  if (spread === undefined && moneyline === undefined && total === undefined) return null;
  return { ...emptyQuote, spread: spread ?? null, moneyline: moneyline ?? null, total: total ?? null };
}

function readSpread(sport: Sport, book: Block): Read<'spread'> {
  if (book.pointSpread) {
    const { home, away } = current(book.pointSpread.home, book.pointSpread.away);
    const line = readLine(home?.line);
    const agrees = line !== null && readLine(away?.line) === 0 - line && (book.spread ?? line) === line;
    return agrees ? spreadAt(line, readPrice(home?.odds), readPrice(away?.odds)) : null;
  }
  if (book.spread !== undefined) {
    return spreadAt(book.spread, whole(book.homeTeamOdds?.spreadOdds), whole(book.awayTeamOdds?.spreadOdds));
  }
  // The oldest generation has the spread in words, without prices. In other sports the words are the moneyline.
  const inWords = /^\S{1,12} -\d{1,2}(\.\d)?$/.test(book.details ?? '');
  return inWords && ['NFL', 'CFB', 'NBA'].includes(sport) ? null : undefined;
}

function spreadAt(line: number, home: Price | null, away: Price | null): Quote['spread'] {
  return isLine(line) && home !== null && away !== null ? { line, home, away } : null;
}

function readMoneyline(book: Block, drawOffered: boolean): Read<'moneyline'> {
  const atHome = book.homeTeamOdds?.moneyLine;
  const onRoad = book.awayTeamOdds?.moneyLine;
  if (!book.moneyline && atHome === undefined && onRoad === undefined) return undefined;
  const now = book.moneyline && current(book.moneyline.home, book.moneyline.away);
  const home = now ? readPrice(now.home?.odds) : whole(atHome);
  const away = now ? readPrice(now.away?.odds) : whole(onRoad);
  if (home === null || away === null) return null;
  if (!drawOffered) return { home, away, draw: null };
  const draw = book.moneyline?.draw;
  return { home, away, draw: draw ? readPrice((draw.close ?? draw.open)?.odds) : whole(book.drawOdds?.moneyLine) };
}

function readTotal(book: Block): Read<'total'> {
  if (book.total) {
    const { home: over, away: under } = current(book.total.over, book.total.under);
    const line = readLine(over?.line?.replace(/^o/, ''));
    const agrees = readLine(under?.line?.replace(/^u/, '')) === line;
    return agrees ? totalAt(line, readPrice(over?.odds), readPrice(under?.odds)) : null;
  }
  const { overUnder, current: now } = book;
  if (overUnder === undefined && now?.total === undefined) return undefined;
  return totalAt(overUnder ?? readLine(now?.total), readPrice(now?.over), readPrice(now?.under));
}

function totalAt(line: number | null, over: Price | null, under: Price | null): Quote['total'] {
  if (line === null || line <= 0 || !isLine(line)) return null;
  return over !== null && under !== null ? { line, over, under } : null;
}

/** `close` of both sides, else `open` of both, never one of each. Before the start `close` is the current price. */
function current(home: Stages, away: Stages): Partial<HomeAway<z.output<typeof stage>>> {
  if (home?.close || away?.close) return { home: home?.close, away: away?.close };
  return { home: home?.open, away: away?.open };
}

function readPrice(text: string | undefined): Price | null {
  if (text === 'EVEN') return whole(100);
  return text !== undefined && /^[+-]\d{3,7}$/.test(text) ? whole(Number(text)) : null;
}

function readLine(text: string | undefined): number | null {
  if (text === 'PK' || text === 'EVEN') return 0;
  if (text === undefined || !/^[+-]?\d{1,3}(\.\d)?$/.test(text)) return null;
  const line = Number(text);
  return isLine(line) ? line : null;
}

function whole(price: number | undefined): Price | null {
  return price !== undefined && isPrice(price) ? price : null;
}
