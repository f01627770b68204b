import { z } from 'zod';
import { mapFields } from '#shared/domain/market.ts';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { gameId, instant, lineText, uuid } from './values.ts';

/** The lines and prices of every market; null where a market was not offered. */
const quote = lazy(() =>
  z.object(
    mapFields(
      () => lineText().nullable(),
      () => z.int().nullable(),
    ),
  ),
);

const oddsChange = lazy(() =>
  z.object({
    id: uuid(),
    at: instant(),
    setBy: z.string().describe("the admin's present name; 'Former admin' for an account that is gone"),
    isCleared: z.boolean().describe('the odds of the feed were in force again from then on'),
    before: quote().describe("in force before the change: an admin's odds or the feed's"),
    after: quote().describe('in force after it'),
  }),
);
export type OddsChange = z.output<ReturnType<typeof oddsChange>>;

/** Chosen: the changes of one answer, about two screens of a phone. */
export const changesPerPage = 20;

/** Every change of a game's odds by an admin, the latest first, page by page, with the game's present sides. */
export const oddsHistory = endpoint({
  method: 'GET',
  path: '/api/games/:gameId/odds-history',
  access: 'signed-in',
  params: () =>
    z.object({
      gameId: gameId(),
      after: uuid().describe('the last change of an earlier answer; without it the latest changes').optional(),
    }),
  reply: () =>
    z.object({
      changes: z.array(oddsChange()),
      total: z.int().describe('changes in the whole history'),
      next: uuid().nullable().describe('`after` of the next page; null at the end'),
    }),
  refuses: ['404 `game-not-found`'],
});
export type OddsHistory = z.output<typeof oddsHistory.reply>;
