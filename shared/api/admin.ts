import { z } from 'zod';
import { isLine, type Quote } from '#shared/domain/market.ts';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { weekParams } from './games.ts';
import { freeText, gameId, instant, instantInput, lineText, price, shortText } from './values.ts';

/** American odds; 0 and null both mean no odds. */
const oddsInput = lazy(() =>
  z
    .union([z.literal(0), price()], 'are not American odds')
    .nullable()
    .transform((odds) => odds || null)
    .default(null),
);
const lineInput = lazy(() => lineText().nullable().default(null));

const manualOdds = lazy(() =>
  z.object({
    gameId: z.string(),
    spreadHome: lineText().nullable(),
    spreadAway: lineText().nullable(),
    spreadHomeOdds: price().nullable(),
    spreadAwayOdds: price().nullable(),
    moneylineHome: price().nullable(),
    moneylineAway: price().nullable(),
    moneylineDraw: price().nullable(),
    totalPoints: lineText().nullable(),
    overOdds: price().nullable(),
    underOdds: price().nullable(),
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
 * What the page showed when the admin typed the odds. The server refuses the record if the game has other teams or
 * other manual odds by then. Without it the server compares nothing.
 */
const seenOdds = lazy(() =>
  z.object({
    awayTeam: shortText(200),
    homeTeam: shortText(200),
    /** When the manual odds on the page had been saved; null if there were none. */
    updatedAt: instantInput().nullable(),
  }),
);
export type SeenOdds = z.input<ReturnType<typeof seenOdds>>;

/** The odds of one game in a request. `quote` is null when every value is null: the manual odds are then deleted. */
const manualRecord = lazy(() =>
  z
    .object({
      gameId: gameId(),
      spreadHome: lineInput(),
      /** The negative of the home spread: the default, and the only value that is accepted. */
      spreadAway: lineInput(),
      spreadHomeOdds: oddsInput(),
      spreadAwayOdds: oddsInput(),
      moneylineHome: oddsInput(),
      moneylineAway: oddsInput(),
      moneylineDraw: oddsInput(),
      totalPoints: lineInput(),
      overOdds: oddsInput(),
      underOdds: oddsInput(),
      notes: freeText(500, 'many').nullish(),
      seen: seenOdds().optional(),
    })
    .transform((sent, context) => {
      const mirrored = sent.spreadHome === null ? null : 0 - sent.spreadHome;
      const quote: Quote = {
        spreadHome: sent.spreadHome,
        spreadAway: sent.spreadAway ?? mirrored,
        spreadHomePrice: sent.spreadHomeOdds,
        spreadAwayPrice: sent.spreadAwayOdds,
        moneylineHome: sent.moneylineHome,
        moneylineAway: sent.moneylineAway,
        moneylineDraw: sent.moneylineDraw,
        totalPoints: sent.totalPoints,
        overPrice: sent.overOdds,
        underPrice: sent.underOdds,
      };
      const problem = problemOf(quote);
      if (problem) context.addIssue({ code: 'custom', message: problem });
      const isEmpty = Object.values(quote).every((value) => value === null);
      const { gameId, seen = null } = sent;
      return { gameId, seen, quote: isEmpty ? null : quote, notes: sent.notes || null };
    }),
);
export type ManualRecord = z.output<ReturnType<typeof manualRecord>>;

/** Why a quote is invalid in every sport: an incomplete market, or an invalid line. Null when it is valid. */
function problemOf(quote: Quote): string | null {
  const { spreadHome, spreadAway, moneylineHome, moneylineAway, moneylineDraw, totalPoints } = quote;
  if (isIncomplete([spreadHome, spreadAway, quote.spreadHomePrice, quote.spreadAwayPrice])) {
    return 'The spread needs its line and the odds of both teams';
  }
  if (spreadHome !== null && spreadAway !== null) {
    if (spreadHome + spreadAway !== 0) return 'The away spread must be the negative of the home spread';
    if (!isLine(spreadHome)) return 'The spread must be at most 1,000 points';
  }
  if (isIncomplete([moneylineHome, moneylineAway]) || (moneylineDraw !== null && moneylineHome === null)) {
    return 'The moneyline needs the odds of both teams';
  }
  if (isIncomplete([totalPoints, quote.overPrice, quote.underPrice])) {
    return 'The total needs its points and the odds of over and under';
  }
  if (totalPoints !== null && (totalPoints <= 0 || !isLine(totalPoints))) {
    return 'The total must be greater than 0 and at most 1,000 points';
  }
  return null;
}

function isIncomplete(values: readonly (number | null)[]): boolean {
  return values.some((value) => value === null) && values.some((value) => value !== null);
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
