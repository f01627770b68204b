import { z } from 'zod';
import { grades } from '#shared/domain/grade.ts';
import { markets, sides } from '#shared/domain/side.ts';
import { lazy } from '#shared/lazy.ts';
import { message } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { gameView } from './games.ts';
import { freeText, gameId, instant, lineText, money, shortText, uuid } from './values.ts';

const why = lazy(() => z.enum(['unconfirmed', 'quarantined', 'suspended', 'overdue']));
export type WhyWaiting = z.output<ReturnType<typeof why>>;

const outcome = lazy(() => ({
  isVoid: z.boolean(),
  home: z.int().nullable(),
  away: z.int().nullable(),
  halfInnings: z.int().nullable().describe('of baseball that was called early; else null'),
}));

/** A game as who runs the site sees it: why it waits, its result, and what the feed says of it. */
const adminGame = lazy(() =>
  z.object({
    game: gameView(),
    waits: z
      .object({
        why: why(),
        since: instant().nullable(),
        detail: z.string().describe('what it waits for, in words'),
      })
      .nullable(),
    result: z
      .object({
        ...outcome(),
        rev: z.int(),
        source: z.enum(['feed', 'admin']),
        reason: z.string().nullable().describe('that an admin gave'),
        at: instant(),
      })
      .nullable(),
    feed: z
      .object({ ...outcome(), seenAt: instant() })
      .nullable()
      .describe('the score that counts by the last poll of the feed; null while it gives none'),
    correction: z
      .object({ ...outcome(), seenAt: instant(), until: instant() })
      .nullable()
      .describe('what the feed says against the result'),
    hasStarted: z.boolean().describe('before, it can only be voided'),
    takesBets: z.boolean().describe('then a preview shows no bets; nor does one of a closed game that may open again'),
  }),
);
export type AdminGame = z.output<ReturnType<typeof adminGame>>;

/** The games that need somebody: unconfirmed, quarantined, suspended or overdue; at most 100. */
export const waitingGames = endpoint({
  method: 'GET',
  path: '/api/admin/games/waiting',
  access: 'admin',
  reply: () => z.array(adminGame()),
  refuses: ['403 `admin-required`'],
});

/**
 * Games of the two weeks around now by the name of a team or by an id; without words those that got a first result in
 * the last 72 hours. The latest start first, at most 50.
 */
export const findAdminGames = endpoint({
  method: 'GET',
  path: '/api/admin/games',
  access: 'admin',
  params: () => z.object({ words: shortText(81).optional() }),
  reply: () => z.array(adminGame()),
  refuses: ['403 `admin-required`'],
});

const points = lazy(() => z.int('must be a whole number').min(0).max(300));
const wantedOutcome = lazy(() =>
  z.union([
    z.object({ isVoid: z.literal(true) }),
    z.object({
      isVoid: z.literal(false),
      home: points(),
      away: points(),
      halfInnings: z.int().min(1).max(100).nullable().default(null),
    }),
  ]),
);
export type WantedOutcome = z.input<ReturnType<typeof wantedOutcome>>;

const ticketMove = lazy(() =>
  z.object({
    id: uuid(),
    legs: z.int(),
    betType: z.enum(markets),
    betSide: z.enum(sides),
    line: lineText().nullable(),
    before: z.enum(grades).nullable().describe('null while it is open'),
    after: z.enum(grades).nullable(),
    change: money().describe('of the balance'),
  }),
);
export type PreviewTicket = z.output<ReturnType<typeof ticketMove>>;

const memberMove = lazy(() =>
  z.object({
    userId: uuid(),
    name: z.string(),
    before: money(),
    change: money(),
    after: money(),
    rank: z.object({ before: z.int(), after: z.int() }).nullable().describe('null for who was removed'),
    tickets: z.array(ticketMove()),
  }),
);

const leagueMove = lazy(() =>
  z.object({
    id: uuid(),
    name: z.string(),
    isFinal: z.boolean().describe('then nothing moves in it'),
    members: z.array(memberMove()).describe('those with tickets on the game, the highest balance afterwards first'),
    leaders: z.object({ before: z.array(z.string()), after: z.array(z.string()) }),
  }),
);
export type PreviewLeague = z.output<ReturnType<typeof leagueMove>>;

const gamePreview = lazy(() =>
  z.object({
    rev: z.int().describe('of the result in force; 0 for none'),
    digest: z.string().describe('of all that the preview says: writing needs it'),
    isNew: z.boolean().describe('false if this is the result in force already'),
    isHidden: z.boolean().describe('the game takes bets, or may take some again, so the preview names none'),
    leagues: z.array(leagueMove()),
    more: z.object({ leagues: z.int(), tickets: z.int() }).describe('left out of a long preview'),
    pastTime: z.int().describe('legs that stay void: the game was not played in time'),
    isWhole: z.boolean().describe('false while leagues cannot be reached; they are settled later'),
  }),
);
export type Preview = z.output<ReturnType<typeof gamePreview>>;

const refusesResult = [
  '403 `admin-required`',
  '404 `game-not-found`',
  '409 `not-started`: a score before the start',
  '409 `result-stands`: the first result is older than 72 hours',
] as const;

/** Shows what a result, or a void, would move in every league. It writes nothing. */
export const previewGameResult = endpoint({
  method: 'POST',
  path: '/api/admin/games/:gameId/preview',
  access: 'admin',
  params: () => z.object({ gameId: gameId() }),
  body: () => z.object({ outcome: wantedOutcome() }),
  reply: gamePreview,
  refuses: [...refusesResult, '429 `too-many`: 120 in a minute'],
});

/** Writes a result, or a void, that was previewed, and settles it. A game with a result is corrected. */
export const setGameResult = endpoint({
  method: 'POST',
  path: '/api/admin/games/:gameId/result',
  access: 'admin',
  params: () => z.object({ gameId: gameId() }),
  body: () =>
    z.object({
      outcome: wantedOutcome(),
      reason: freeText(300).refine((text) => text !== '', 'is needed: players read it under Why?'),
      rev: z.int().min(0),
      digest: shortText(60),
    }),
  reply: message,
  refuses: [
    ...refusesResult,
    '409 `result-changed`: another result since the preview',
    '409 `moves-changed`: other bets, balances or ranks since the preview',
    '429 `too-many`: 30 in a minute',
  ],
});
