import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';
import { listBets } from './bets.ts';
import { endpoint } from './endpoint.ts';
import { instantInput, shortText, uuid } from './values.ts';

/**
 * The tickets of a page. `open` are `live` and `pending` together; a parlay with started and unstarted legs is in both.
 * Source: docs/screens.md#my-bets.
 */
const pageStatuses = ['all', 'open', 'live', 'pending', 'won', 'lost', 'push'] as const;
export type PageStatus = (typeof pageStatuses)[number];

/** The parts of a list, in their order. Within each the latest comes first. Source: docs/screens.md#my-bets. */
export const sections = ['live', 'pending', 'won', 'lost', 'push'] as const;

/**
 * A place in a list: after the ticket that it names.
 *
 * section  the index in `sections`.
 * at       when the ticket was settled, or placed if it is open; in microseconds since 1970.
 */
export type Place = { section: number; at: number; id: string };

/** Chosen: the most tickets of a page that names no limit. */
const defaultLimit = 20;

const cursorPattern = /^([0-4])\.(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function cursorOf({ section, at, id }: Place): string {
  return `${section}.${at}.${id}`;
}

/** The place that a cursor names; null for a text that is no cursor. */
export function placeOf(cursor: string): Place | null {
  const [, section, at, id] = cursorPattern.exec(cursor) ?? [];
  return id === undefined ? null : { section: Number(section), at: Number(at), id };
}

const cursor = lazy(() =>
  shortText(60)
    .describe('a cursor of an earlier answer')
    .transform((text, context): Place => {
      const place = placeOf(text);
      if (place !== null) return place;
      context.addIssue({ code: 'custom', message: 'is not a cursor' });
      return z.NEVER;
    }),
);

const pageParams = lazy(() => ({
  status: z.enum(pageStatuses).optional(),
  before: cursor().describe('the page after this place in the list; without it the first one').optional(),
  until: cursor().describe('the page ends at this place: reads a page again that ended there').optional(),
  limit: shortText(3)
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= 100, 'must be from 1 to 100')
    .describe(`the most tickets, as text; ${defaultLimit} without it`)
    .default(defaultLimit),
}));
export type PageAsked = z.output<z.ZodObject<ReturnType<typeof pageParams>>>;

const page = lazy(() =>
  z.object({
    bets: listBets.reply.describe('of whole tickets'),
    next: z.string().nullable().describe('the cursor of the next page; null at the end'),
    counts: z.object(countFields()).describe('tickets in the whole list'),
  }),
);
export type BetPage = z.output<ReturnType<typeof page>>;

const countFields = lazy(() => ({
  all: z.int(),
  open: z.int(),
  live: z.int(),
  pending: z.int(),
  won: z.int(),
  lost: z.int(),
  push: z.int(),
}));
export type PageCounts = BetPage['counts'];

const ownPage = lazy(() =>
  page().extend({
    groups: z
      .array(z.object({ id: uuid(), name: z.string(), bets: z.int() }))
      .describe('the leagues with the most tickets, also those that the page leaves out: as many as fit in 16 kB'),
  }),
);

/** The parameters that make a call one for a page. */
const asksForPage = ['status', 'before', 'until', 'limit'];

/**
 * A page of the caller's own bets: `limit` tickets, or fewer where they are long. `counts` are of the league in
 * `groupId`, if there is one.
 */
export const listBetsPage = endpoint({
  method: 'GET',
  path: listBets.path,
  access: 'signed-in',
  onlyWith: [...asksForPage, 'groupId'],
  params: () => z.object({ ...pageParams(), groupId: uuid().optional() }),
  reply: ownPage,
  isOverLeagues: true,
});

/** The caller's own bets that are open, or were settled at `since` or later. */
export const listBetsSince = endpoint({
  method: 'GET',
  path: listBets.path,
  access: 'signed-in',
  onlyWith: ['since'],
  params: () => z.object({ since: instantInput() }),
  reply: () => listBets.reply,
  isOverLeagues: true,
});

/** A page of one member's bets in a league. */
export const memberBetsPage = endpoint({
  method: 'GET',
  path: '/api/users/:userId/bets',
  access: 'member',
  onlyWith: asksForPage,
  params: () => z.object({ ...pageParams(), userId: uuid(), groupId: uuid() }),
  reply: page,
  refuses: ['404 `member-not-found`: the user was never a member of the league'],
});

function activityPage(path: string) {
  return endpoint({
    method: 'GET',
    path,
    access: 'member',
    onlyWith: asksForPage,
    params: () => z.object({ ...pageParams(), id: uuid() }),
    reply: page,
  });
}

/** A page of a league's activity. */
export const groupBetsPage = activityPage('/api/groups/:id/bets');
export const groupBetsLastSevenDaysPage = activityPage('/api/groups/:id/bets/last-7-days');
