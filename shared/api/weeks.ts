import { z } from 'zod';
import { markets, sides } from '#shared/domain/side.ts';
import { sports } from '#shared/domain/sport.ts';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { instant, lineText, money, price, shortText, uuid } from './values.ts';

/** A member with their name in the league; 'Former member' for an account that is gone. */
const person = lazy(() => z.object({ userId: uuid(), name: z.string() }));
export type Person = z.output<ReturnType<typeof person>>;

const week = lazy(() =>
  z.object({
    /** 1 for the week in which the league began. */
    number: z.int(),
    /** A Tuesday at 06:00 Eastern. */
    startsAt: instant(),
    /** The next Tuesday at 06:00 Eastern; in the last week of a league its end date. */
    endsAt: instant(),
    /** The number of tickets that were first settled in the week. */
    bets: z.int(),
  }),
);

const frozenWeek = lazy(() =>
  week().extend({
    /** Equal nets share the week. Empty if the house won: nobody's net is above zero. */
    winners: z.array(person()),
    /** The net of each winner, or of all together if the house won. */
    net: money(),
  }),
);
export type FrozenWeek = z.output<ReturnType<typeof frozenWeek>>;

const record = lazy(() => ({
  /** Available and pending after the week's settlements, less before them. */
  net: money(),
  /** The tickets that were first settled in the week. A void counts as a push. */
  wins: z.int(),
  losses: z.int(),
  pushes: z.int(),
}));

/** The status of a settled ticket; void is sent as push. */
const settledStatus = lazy(() => z.enum(['won', 'lost', 'push']));

const weeks = lazy(() =>
  z.object({
    /** The first week that is not frozen, an hour after its end or with its league; null once the league is final. */
    running: week()
      .extend({
        isLast: z.boolean(),
        /** Who would win the week now; empty while nobody's net is above zero. */
        leaders: z.array(person()),
        leadersNet: money().nullable(),
      })
      .nullable(),
    /** Newest first. A week in which nothing was settled has no entry. */
    frozen: z.array(frozenWeek()),
    /** The members of the leaderboard in its order, with the record of the running week. */
    members: z.array(
      person().extend({
        ...record(),
        weeksWon: z.int(),
        rank: z.int(),
        /** At the start of the running week; null for somebody who was no member then, and in a final league. */
        rankBefore: z.int().nullable(),
        /** The last five settled tickets, the oldest first. */
        form: z.array(settledStatus()),
      }),
    ),
  }),
);
export type Weeks = z.output<ReturnType<typeof weeks>>;

/** The weeks of a league. All of it rests on settled tickets, and is the same for every member. */
export const leagueWeeks = endpoint({
  method: 'GET',
  path: '/api/groups/:id/weeks',
  access: 'member',
  params: () => z.object({ id: uuid() }),
  reply: weeks,
});

const team = lazy(() => z.string());

export const recapLeg = lazy(() =>
  z.object({
    betType: z.enum(markets),
    betSide: z.enum(sides),
    line: lineText().nullable(),
    odds: price(),
    /** Pending: the ticket was lost before this leg was graded. */
    status: z.enum(['won', 'lost', 'push', 'pending']),
    game: z.object({
      sport: z.enum(sports),
      homeTeamAbbr: team(),
      homeTeamCity: team(),
      homeTeamName: team(),
      awayTeamAbbr: team(),
      awayTeamCity: team(),
      awayTeamName: team(),
    }),
  }),
);

const story = lazy(() => person().extend({ stake: money(), picks: z.array(recapLeg()) }));

const recap = lazy(() =>
  frozenWeek().extend({
    frozenAt: instant(),
    /** Best net first. Also members who left within the week, if a ticket of theirs was settled in it. */
    rows: z.array(
      person().extend({
        ...record(),
        /** At the end and at the start of the week; null for somebody who was no member then. */
        rank: z.int().nullable(),
        rankBefore: z.int().nullable(),
        /** Available and pending at the end. */
        balance: money(),
      }),
    ),
    /** The longest price that won. `odds` are those of the whole ticket. */
    bestHit: story().extend({ back: money(), odds: price() }).nullable(),
    biggestSingle: story()
      .extend({ back: money(), status: z.enum(['won', 'lost']) })
      .nullable(),
    /**
     * A lost parlay with all legs but one won; without one, the single that was lost by the least. `missed` is the index
     * of the lost leg, `margin` the points by which it lost; null if no score decided it.
     */
    nearestMiss: story()
      .extend({ potentialPayout: money(), missed: z.int(), margin: z.number().nullable() })
      .nullable(),
    /** At least three wins in a row. */
    longestStreak: z.object({ people: z.array(person()), wins: z.int() }).nullable(),
    /** `from` is null if several shared the lead before; `by` is the lead over the second at the end. */
    tookTheLead: person().extend({ from: person().nullable(), by: money() }).nullable(),
    /** Corrections count in the week in which they are written. The figures above stay as they were frozen. */
    footnotes: z.array(
      z.object({
        /** Whether tickets of this week were corrected in week `other`, or the other way round. */
        kind: z.enum(['counts-later', 'came-from-earlier']),
        other: z.int(),
        /** The games whose result was corrected: 'LAR @ SF'. */
        games: z.array(z.string()),
        /** The last correction. */
        at: instant(),
        /** The members whom it moved most, at most twenty, and the number of the others. */
        people: z.array(person().extend({ net: money() })),
        more: z.int(),
      }),
    ),
  }),
);
export type Recap = z.output<ReturnType<typeof recap>>;

/** The recap of a frozen week. It never changes but by its footnotes and by the names of members. */
export const leagueWeek = endpoint({
  method: 'GET',
  path: '/api/groups/:id/weeks/:number',
  access: 'member',
  params: () =>
    z.object({
      id: uuid(),
      number: shortText(5)
        .regex(/^[1-9]\d{0,4}$/)
        .transform(Number),
    }),
  reply: recap,
  refuses: ['404 `week-not-found`: the week is not frozen, or nothing was settled in it'],
});
