import { z } from 'zod';
import { emptyQuote, isEmpty, ownMarkets, type Quote } from '#shared/domain/market.ts';
import { isLine } from '#shared/domain/markets/market-rules.ts';
import { isPrice, type Price } from '#shared/domain/price.ts';
import { type Sport, sportRules } from '#shared/domain/sport.ts';
import type { Quarantined } from '../games/feed-answer.ts';
import { FeedFailure } from './feed.ts';
import { feedText, firstIssue, readEventId } from './read-event.ts';

const eventId = z.string().regex(/^[0-9a-f]{32}$/, 'is no event id');
const key = z.string().regex(/^[a-z0-9_]{1,60}$/, 'is no key');
const instant = z.iso.datetime({ offset: true }).transform((value) => new Date(value));

const outcome = z.object({ name: feedText(120), price: z.number(), point: z.number().optional() });
type Outcome = z.output<typeof outcome>;

const market = z.object({ key, outcomes: z.array(outcome).max(20) });
const book = z.object({ key, markets: z.array(z.unknown()) });

const event = z.object({
  id: eventId,
  sport_key: key,
  commence_time: instant,
  home_team: feedText(120),
  away_team: feedText(120),
  bookmakers: z.array(z.unknown()),
});

/** One event of The Odds API with every book's markets, complete or not. */
export type OddsEvent = {
  id: string;
  /** The provider's key of the league ('americanfootball_nfl'). */
  league: string;
  startsAt: Date;
  /** Full names, as outcomes call the teams. */
  home: string;
  away: string;
  books: { key: string; markets: { key: string; outcomes: Outcome[] }[] }[];
};

/**
 * Parses each event of an answer by itself. An event that does not parse is quarantined with its reason. A book or a
 * market of another shape is left out without a report, because another book can replace it. Of repeated events the
 * first counts.
 *
 * Throws `FeedFailure` when the payload is no list, or when most prices are decimal: all prices must have one unit.
 */
export function readOddsEvents(payload: unknown): { events: OddsEvent[]; quarantined: Quarantined[] } {
  if (!Array.isArray(payload)) throw new FeedFailure('answered something else than a list of events');
  const events = new Map<string, OddsEvent>();
  const quarantined: Quarantined[] = [];
  for (const raw of payload) {
    const parsed = event.safeParse(raw);
    if (!parsed.success) {
      quarantined.push({ eventId: readEventId(raw, eventId), reason: firstIssue(parsed.error) });
      continue;
    }
    const { id, sport_key: league, commence_time: startsAt, home_team: home, away_team: away } = parsed.data;
    const books = readAll(book, parsed.data.bookmakers).map(({ key, markets }) => ({
      key,
      markets: readAll(market, markets),
    }));
    if (home === away) quarantined.push({ eventId: id, reason: 'a team against itself' });
    else if (!events.has(id)) events.set(id, { id, league, startsAt, home, away, books });
  }
  const prices = [...events.values()]
    .flatMap(({ books }) => books.flatMap(({ markets }) => markets.flatMap(({ outcomes }) => outcomes)))
    .map(({ price }) => price);
  if (prices.filter(isDecimal).length * 2 > prices.length) throw new FeedFailure('answered decimal odds');
  return { events: [...events.values()], quarantined };
}

/** Whether a price is in the range of decimal prices, where no American price is. */
function isDecimal(price: number): boolean {
  return price > 1 && price < 100;
}

/** Books in order of preference; all others follow by name. Source: `docs/feeds.md#the-odds-api`. */
const preferredBooks = ['draftkings', 'fanduel', 'betmgm', 'williamhill_us', 'caesars'];

/**
 * The quote of an event. Each market comes whole from one book: the most preferred one that has the market complete.
 *
 * A complete market has exactly its own sides, found by name and never by order, each with a price. Its lines mirror
 * each other or are equal, in steps of 0.5. A moneyline has a draw exactly where the sport offers one. Lay prices of
 * exchanges and markets that the sport does not have are ignored. Null when no book has a market of the sport complete.
 */
export function quoteOf(event: OddsEvent, sport: Sport): Quote | null {
  const { drawOffered } = sportRules[sport];
  const rank = (key: string) => preferredBooks.indexOf(key) + 1 || preferredBooks.length + 1;
  const books = event.books.toSorted((a, b) => rank(a.key) - rank(b.key) || (a.key < b.key ? -1 : 1));
  const first = <T>(key: string, read: (outcomes: readonly Outcome[]) => T | null): T | null => {
    for (const { markets } of books) {
      for (const { outcomes } of markets.filter((market) => market.key === key)) {
        const part = read(outcomes);
        if (part) return part;
      }
    }
    return null;
  };
  const quote = {
    ...emptyQuote,
    spread: first('spreads', (outcomes) => spread(event, outcomes)),
    moneyline: first('h2h', (outcomes) => moneyline(event, outcomes, drawOffered)),
    total: first('totals', total),
  };
  return isEmpty(quote) ? null : ownMarkets(sport, quote);
}

function moneyline({ home, away }: OddsEvent, outcomes: readonly Outcome[], drawOffered: boolean): Quote['moneyline'] {
  const sides = sidesNamed(outcomes, drawOffered ? [home, away, 'Draw'] : [home, away]);
  const [atHome, onRoad, draw] = sides ?? [];
  return atHome && onRoad ? { home: atHome.price, away: onRoad.price, draw: draw?.price ?? null } : null;
}

function spread({ home, away }: OddsEvent, outcomes: readonly Outcome[]): Quote['spread'] {
  const [atHome, onRoad] = sidesNamed(outcomes, [home, away]) ?? [];
  if (atHome?.point === undefined || onRoad?.point === undefined) return null;
  if (atHome.point + onRoad.point !== 0 || !isLine(atHome.point)) return null;
  return { line: atHome.point + 0, home: atHome.price, away: onRoad.price }; // never a negative zero
}

function total(outcomes: readonly Outcome[]): Quote['total'] {
  const [over, under] = sidesNamed(outcomes, ['Over', 'Under']) ?? [];
  if (over?.point === undefined || !under || over.point !== under.point) return null;
  if (over.point <= 0 || !isLine(over.point)) return null;
  return { line: over.point, over: over.price, under: under.price };
}

/**
 * The outcomes with these names, in the order of the names; null if one lacks a price or is missing, or if there is any
 * further outcome.
 */
function sidesNamed(outcomes: readonly Outcome[], names: readonly string[]): { price: Price; point?: number }[] | null {
  const sides = names.flatMap((name) => {
    const [side, ...more] = outcomes.filter((outcome) => outcome.name === name);
    return side && more.length === 0 && isPrice(side.price) ? [{ ...side, price: side.price }] : [];
  });
  return sides.length === names.length && outcomes.length === names.length ? sides : null;
}

function readAll<T extends z.ZodType>(shape: T, raws: readonly unknown[]): z.output<T>[] {
  return raws.flatMap((raw) => {
    const parsed = shape.safeParse(raw);
    return parsed.success ? [parsed.data] : [];
  });
}
