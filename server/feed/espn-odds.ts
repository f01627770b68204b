import { z } from 'zod';
import { emptyQuote, isLine, type Quote } from '#shared/domain/market.ts';
import { isPrice } from '#shared/domain/price.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { HomeAway } from './espn-soccer.ts';

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
 * A market of another shape counts as present and closed, so that no older field is read in its place.
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

/**
 * The quote in a competition's odds, market by market; null when no book has a market.
 *
 * A market that the book has closed ("OFF"), or whose sides do not agree, is null in the quote; the other markets are
 * still read. A line without a price gets none and is not offered: no price is made up.
 *
 * odds            absent, empty, [null], or a list of books; the book with the lowest priority number counts.
 * abbreviations   of both teams: the oldest generation names the favourite in text only ("ARI -7.5").
 */
export function readOdds(sport: Sport, odds: unknown, abbreviations: HomeAway<string>): Quote | null {
  const books = (Array.isArray(odds) ? odds : []).flatMap((entry) => {
    const book = block.safeParse(entry);
    return book.success ? [book.data] : [];
  });
  const [first, ...others] = books;
  if (!first) return null;
  const rank = (book: Block) => book.provider?.priority ?? Number.POSITIVE_INFINITY;
  const book = others.reduce((best, other) => (rank(other) < rank(best) ? other : best), first);
  const markets =
    sport === 'Soccer'
      ? [moneyline(book, true)]
      : [spread(sport, book, abbreviations), moneyline(book, false), total(book)];
  if (markets.every((part) => part === null)) return null;
  return Object.assign({ ...emptyQuote }, ...markets);
}

type Part = Partial<Quote> | null;

function spread(sport: Sport, book: Block, abbreviations: HomeAway<string>): Part {
  if (book.pointSpread) {
    const { home, away } = current(book.pointSpread.home, book.pointSpread.away);
    const line = readLine(home?.line);
    const agrees = line !== null && readLine(away?.line) === 0 - line && (book.spread ?? line) === line;
    return agrees ? spreadAt(line, readPrice(home?.odds), readPrice(away?.odds)) : {};
  }
  if (book.spread !== undefined) {
    if (!isLine(book.spread)) return {};
    return spreadAt(book.spread, whole(book.homeTeamOdds?.spreadOdds), whole(book.awayTeamOdds?.spreadOdds));
  }
  const inWords = /^(\S{1,12}) (-\d{1,2}(?:\.\d)?)$/.exec(book.details ?? '');
  // In baseball, hockey and soccer the text is the moneyline instead.
  if (!inWords || !['NFL', 'CFB', 'NBA'].includes(sport)) return null;
  const [, favourite, words] = inWords;
  const size = Number(words);
  if (!isLine(size) || abbreviations.home === abbreviations.away) return {};
  if (favourite === abbreviations.home) return spreadAt(size, null, null);
  return favourite === abbreviations.away ? spreadAt(0 - size, null, null) : {};
}

function spreadAt(line: number, home: number | null, away: number | null): Part {
  return { spreadHome: line, spreadAway: 0 - line, spreadHomePrice: home, spreadAwayPrice: away };
}

function moneyline(book: Block, drawOffered: boolean): Part {
  const home = book.homeTeamOdds?.moneyLine;
  const away = book.awayTeamOdds?.moneyLine;
  if (!book.moneyline && home === undefined && away === undefined) return null;
  const now = book.moneyline && current(book.moneyline.home, book.moneyline.away);
  const moneylineHome = now ? readPrice(now.home?.odds) : whole(home);
  const moneylineAway = now ? readPrice(now.away?.odds) : whole(away);
  if (moneylineHome === null || moneylineAway === null) return {};
  if (!drawOffered) return { moneylineHome, moneylineAway };
  const draw = book.moneyline?.draw;
  return {
    moneylineHome,
    moneylineAway,
    moneylineDraw: draw ? readPrice((draw.close ?? draw.open)?.odds) : whole(book.drawOdds?.moneyLine),
  };
}

function total(book: Block): Part {
  if (book.total) {
    const { home: over, away: under } = current(book.total.over, book.total.under);
    const line = readLine(over?.line?.replace(/^o/, ''));
    const agrees = line !== null && line > 0 && readLine(under?.line?.replace(/^u/, '')) === line;
    return agrees ? { totalPoints: line, overPrice: readPrice(over?.odds), underPrice: readPrice(under?.odds) } : {};
  }
  const { overUnder, current: now } = book;
  if (overUnder === undefined && now?.total === undefined) return null;
  const line = overUnder ?? readLine(now?.total);
  if (line === null || line <= 0 || !isLine(line)) return {};
  return { totalPoints: line, overPrice: readPrice(now?.over), underPrice: readPrice(now?.under) };
}

/** `close` of both sides, else `open` of both, never one of each. Before the start `close` is the current price. */
function current(home: Stages, away: Stages): Partial<HomeAway<z.output<typeof stage>>> {
  if (home?.close || away?.close) return { home: home?.close, away: away?.close };
  return { home: home?.open, away: away?.open };
}

function readPrice(text: string | undefined): number | null {
  if (text === 'EVEN') return 100;
  return text !== undefined && /^[+-]\d{3,7}$/.test(text) ? whole(Number(text)) : null;
}

function readLine(text: string | undefined): number | null {
  if (text === 'PK' || text === 'EVEN') return 0;
  if (text === undefined || !/^[+-]?\d{1,3}(\.\d)?$/.test(text)) return null;
  const line = Number(text);
  return isLine(line) ? line : null;
}

function whole(price: number | undefined): number | null {
  return price !== undefined && isPrice(price) ? price : null;
}
