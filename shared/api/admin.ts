import { z } from 'zod';
import {
  type FlatQuote,
  fieldsOf,
  isEmpty,
  type LineField,
  mapFields,
  type QuoteField,
  quoteFields,
  quoteOf,
  readMarket,
} from '#shared/domain/market.ts';
import { type Market, markets } from '#shared/domain/side.ts';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { weekParams } from './games.ts';
import { freeText, gameId, instant, instantInput, lineText, notOdds, price, shortText } from './values.ts';

/** American odds; 0 and null both mean no odds. */
const oddsInput = lazy(() =>
  z
    .union([z.literal(0), price()], notOdds)
    .nullable()
    .transform((odds) => odds || null)
    .default(null),
);
const lineInput = lazy(() => lineText().nullable().default(null));

const manualOdds = lazy(() =>
  z.object({
    gameId: z.string(),
    ...mapFields(
      () => lineText().nullable(),
      () => price().nullable(),
    ),
    /** The admin's first name, else the part of the e-mail address before the @, else 'Admin'. */
    setBy: z.string(),
    notes: z.string(),
    updatedAt: instant(),
  }),
);
export type ManualOdds = z.output<ReturnType<typeof manualOdds>>;

/** The manual odds of one week of the NFL. */
export const weekManualOdds = endpoint({
  method: 'GET',
  path: '/api/admin/manual-odds',
  access: 'admin',
  params: weekParams,
  reply: () => z.array(manualOdds()),
  refuses: ['403 `admin-required`'],
});

/** Chosen: the most games in one request. */
export const maxGamesPerCall = 300;

/** The manual odds of these games. */
export const manualOddsByGames = endpoint({
  method: 'POST',
  path: '/api/admin/manual-odds/by-games',
  access: 'admin',
  body: () =>
    z.object({ gameIds: z.array(gameId()).max(maxGamesPerCall, `Please ask for at most ${maxGamesPerCall} games`) }),
  reply: () => z.array(manualOdds()),
  refuses: ['403 `admin-required`'],
});

/**
 * The teams and manual odds on the page when the admin typed the odds. The server refuses the record if the game has
 * other teams or other manual odds by then. Without it the server compares nothing.
 */
const seenOdds = lazy(() =>
  z.object({
    awayTeam: shortText(200),
    homeTeam: shortText(200),
    /** The time at which the manual odds on the page had been saved; null if there were none. */
    updatedAt: instantInput().nullable(),
  }),
);
export type SeenOdds = z.input<ReturnType<typeof seenOdds>>;

/** The odds of one game in a request. `quote` is null when every value is null: the manual odds are then deleted. */
const manualRecord = lazy(() =>
  z
    .object({
      gameId: gameId(),
      ...mapFields(lineInput, oddsInput),
      notes: freeText(500, 'many').nullish(),
      seen: seenOdds().optional(),
    })
    .transform(({ gameId, seen = null, notes, ...sent }, context) => {
      const flat = mapFields(
        (field) => sent[field] ?? mirrored(field, sent),
        (field): number | null => sent[field],
      );
      for (const market of markets) {
        const read = readMarket(market, flat);
        if (typeof read === 'string') context.addIssue({ code: 'custom', message: read, path: pathTo(market, flat) });
      }
      const quote = quoteOf(flat);
      return { gameId, seen, quote: isEmpty(quote) ? null : quote, notes: notes || null };
    }),
);
export type ManualRecord = z.output<ReturnType<typeof manualRecord>>;

/** The path of the field to correct in a market that is half or invalid: its first empty field, else its line. */
function pathTo(market: Market, flat: FlatQuote): QuoteField[] {
  const fields = fieldsOf(market);
  const empty = fields.filter((field) => flat[field] === null);
  return (empty.length > 0 ? empty : fields).slice(0, 1);
}

/** The default of a line that mirrors another one; null for any other line. */
function mirrored(field: LineField, sent: FlatQuote): number | null {
  const { mirrors } = quoteFields[field];
  const line = mirrors && sent[mirrors];
  return line === null ? null : 0 - line;
}

/**
 * Saves the manual odds of several games, all or none. A record whose values are all null deletes its game's manual
 * odds.
 */
export const saveManualOdds = endpoint({
  method: 'POST',
  path: '/api/admin/manual-odds/bulk',
  access: 'admin',
  body: () =>
    z.object({
      odds: z
        .array(manualRecord())
        .min(1, 'Please set odds for this game')
        .max(maxGamesPerCall, `Please save at most ${maxGamesPerCall} games at once`)
        .refine(
          (records) => new Set(records.map((record) => record.gameId)).size === records.length,
          'Please set the odds of a game only once',
        ),
    }),
  /** The saved records, without the deleted ones. */
  reply: () => z.array(manualOdds()),
  refuses: [
    '400 `bad-input`: a market given half, lines that do not mirror, a market that the sport does not offer, a game twice',
    '403 `admin-required`',
    '404 `game-not-found`',
    '409 `locked`: a game takes no more bets',
    '409 `odds-changed`: a game has other teams or other manual odds than `seen` says',
  ],
});
