import { z } from 'zod';
import { rules } from '#shared/domain/grade.ts';
import type { Price } from '#shared/domain/price.ts';
import { longestNote } from '#shared/domain/remarks.ts';
import { markets, sides } from '#shared/domain/side.ts';
import { maxLegs, minParlayLegs } from '#shared/domain/slip.ts';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { gameView } from './games.ts';
import { remarks } from './remarks.ts';
import { gameId, instant, lineText, money, optionalText, price, shortText, stakeText, uuid } from './values.ts';

/** The status of a leg or ticket on the wire; void is sent as push. Source: docs/decisions/tickets-and-legs.md. */
const betStatuses = ['pending', 'won', 'lost', 'push'] as const;
export type BetStatus = (typeof betStatuses)[number];

/**
 * Another name for a parlay's identifier, which the client also reads. This server sends `parlayId` only.
 * Source: docs/decisions/tickets-and-legs.md.
 */
const alias = lazy(() => z.string().nullish().meta({ alias: true }));

/** One grading of a leg, with its reasons. */
const grading = lazy(() =>
  z.object({
    status: z.enum(betStatuses).exclude(['pending']),
    rule: z.enum(rules).describe('the row of the house rules that decided'),
    words: z.string().describe('what that row says'),
    score: z
      .object({ away: z.int(), home: z.int() })
      .nullable()
      .describe('that it was graded on, in soccer after 90 minutes; null where none decided'),
    arithmetic: z.string().nullable().describe('null for a void'),
    settledAt: instant(),
    source: z.enum(['feed', 'admin']).nullable().describe('of the result; null where time ran out without one'),
    pullId: uuid().nullable().describe('the pull that confirmed the result'),
    reason: z.string().nullable().describe('that an admin gave'),
  }),
);

/** The grading in force, and the gradings that corrections replaced. Source: docs/house-rules.md#corrections. */
const settlement = lazy(() =>
  grading().extend({
    corrections: z.array(grading()).describe('what each correction replaced, the oldest first'),
  }),
);

/**
 * One leg with the money of its ticket. A single is one bet; a parlay is one bet per leg, all with the same `parlayId`.
 * Source: docs/decisions/tickets-and-legs.md.
 */
const oneBet = lazy(() =>
  z.object({
    id: uuid(),
    gameId: z.string(),
    groupId: uuid(),
    userId: uuid(),
    parlayId: z.string().nullish().describe('shared by the legs of a parlay, null for a single'),
    parlay_id: alias(),
    parlayGroupId: alias(),
    parlay_group_id: alias(),
    parlayKey: alias(),
    ticketId: alias(),
    ticket_id: alias(),
    legNumber: z.int(),
    legCount: z.int().describe('legs of the whole ticket, hidden ones included'),
    betType: z.enum(markets),
    betSide: z.enum(sides),
    amount: money(),
    odds: price(),
    potentialPayout: money(),
    line: lineText().nullable(),
    status: z.enum(betStatuses),
    parlayOutcome: z.object({ status: z.enum(betStatuses), payout: money() }).nullable(),
    createdAt: instant(),
    placedAt: instant(),
    settledAt: instant().nullable(),
    settlement: settlement().nullable().describe('why the leg was graded as it was; null until it is'),
    displayName: z.string(),
    user: z.object({
      id: uuid(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      username: z.string().nullable(),
      email: z.string().nullable(),
    }),
    group: z.object({ id: uuid(), name: z.string() }),
    game: gameView(),
    remarks: remarks().nullable().describe('of the ticket; null if the league has none'),
  }),
);

/** The bet with the parlay's identifier under the name `parlayId` only; null for a single. An empty text counts as null. */
function withoutAliases<B extends z.output<ReturnType<typeof oneBet>>>(bet: B) {
  const { parlay_id, parlayGroupId, parlay_group_id, parlayKey, ticketId, ticket_id, ...rest } = bet;
  return {
    ...rest,
    parlayId:
      rest.parlayId || parlay_id || parlayGroupId || parlay_group_id || parlayKey || ticketId || ticket_id || null,
  };
}

const bet = lazy(() => oneBet().transform(withoutAliases));
export type Bet = z.output<ReturnType<typeof bet>>;

/** A bet in the list of one game's bets. */
const betOnGame = lazy(() =>
  oneBet()
    .extend({ setOdds: z.boolean().describe('the leg is on this game, and the bettor set odds on it as an admin') })
    .transform(withoutAliases),
);
export type BetOnGame = z.output<ReturnType<typeof betOnGame>>;

const leg = lazy(() => ({
  gameId: gameId(),
  betType: z.enum(markets),
  betSide: z.enum(sides),
  odds: price(),
  line: lineText().nullable(),
}));

/** The bettor's words on the ticket; empty and missing are none. */
const note = lazy(() => optionalText(longestNote));

const refusesNote = '409 `remarks-off`: the bet has a note, and the league has no notes and reactions';

/**
 * A pick of the request in the names of the domain. The server checks line and price against the quote.
 * Source: docs/decisions/prices-checked-by-the-server.md.
 */
function pickOf(wire: {
  gameId: string;
  betType: (typeof markets)[number];
  betSide: (typeof sides)[number];
  odds: Price;
  line: number | null;
}) {
  return { gameId: wire.gameId, market: wire.betType, side: wire.betSide, price: wire.odds, line: wire.line };
}

export const listBets = endpoint({
  method: 'GET',
  path: '/api/bets',
  access: 'signed-in',
  reply: () => z.array(bet()),
  isOverLeagues: true,
});

export const placeBet = endpoint({
  method: 'POST',
  path: '/api/bets',
  access: 'member',
  body: () =>
    z
      .object({
        ...leg(),
        groupId: uuid(),
        amount: stakeText(),
        potentialPayout: shortText(40).optional(),
        note: note(),
      })
      .transform((wire) => ({
        leagueId: wire.groupId,
        stake: wire.amount,
        note: wire.note,
        picks: [pickOf(wire)],
      })),
  reply: bet,
  status: 201,
  refuses: ['409 `over-cap`: the open stakes would be more than the league allows', refusesNote],
});

export const placeParlay = endpoint({
  method: 'POST',
  path: '/api/bets/parlay',
  access: 'member',
  body: () =>
    z
      .object({
        bets: z
          .array(z.object(leg()))
          .min(minParlayLegs, 'Parlay requires at least 2 bets')
          .max(maxLegs, `A parlay takes at most ${maxLegs} bets`),
        groupId: uuid(),
        totalAmount: stakeText(),
        note: note(),
      })
      .transform((wire) => ({
        leagueId: wire.groupId,
        stake: wire.totalAmount,
        note: wire.note,
        picks: wire.bets.map(pickOf),
      })),
  reply: () => z.array(bet()),
  status: 201,
  refuses: [
    '409 `over-cap`: the open stakes would be more than the league allows',
    '409 `too-many-legs`: the league allows shorter parlays',
    refusesNote,
  ],
});

/** The bets on one game in the caller's leagues that the caller may see. */
export const gameBets = endpoint({
  method: 'GET',
  path: '/api/games/:gameId/bets',
  access: 'signed-in',
  params: () => z.object({ gameId: gameId() }),
  reply: () => z.array(betOnGame()),
  refuses: ['404 `game-not-found`'],
  isOverLeagues: true,
});

/** The bets of one member in a league that the caller may see. */
export const memberBets = endpoint({
  method: 'GET',
  path: '/api/users/:userId/bets',
  access: 'member',
  params: () => z.object({ userId: uuid(), groupId: uuid() }),
  reply: () => z.array(bet()),
  refuses: ['404 `member-not-found`: the user was never a member of the league'],
});
