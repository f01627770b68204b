import { z } from 'zod';
import { presets } from '#shared/domain/fair-play.ts';
import { readJoinCode } from '#shared/domain/join-code.ts';
import { startingBalance } from '#shared/domain/money.ts';
import { longestLeagueName } from '#shared/domain/naming.ts';
import { allowedSports } from '#shared/domain/sport.ts';
import { lazy } from '#shared/lazy.ts';
import { message } from './auth.ts';
import { listBets } from './bets.ts';
import { endpoint } from './endpoint.ts';
import { fairPlay, fairPlayWith, reveals } from './league-rules.ts';
import { freeText, instant, instantInput, money, optionalText, stakeText, uuid } from './values.ts';

/** The states of a league. Source: docs/decisions/league-states.md. */
export const leagueStates = ['open', 'closed', 'settling', 'final'] as const;

const person = () => z.object({ userId: uuid(), name: z.string() });

const group = lazy(() =>
  z.object({
    id: uuid(),
    name: z.string(),
    description: z.string().nullable(),
    joinCode: z.string(),
    joinDeadline: instant().nullable(),
    endDate: instant().nullable(),
    ownerId: uuid(),
    allowedSports: z.enum(allowedSports),
    reveal: z.enum(reveals),
    /** Whether tickets may have a note and reactions. */
    remarks: z.boolean(),
    fairPlay: fairPlay(),
    state: z.enum(leagueStates),
    /** The number of unsettled tickets of all members after the league has ended; 0 while it is open. */
    openBets: z.int(),
    /**
     * Why the standings of an ended league are not final yet: a game has no result, or a correction of its result is
     * neither confirmed nor lapsed. `game` and `gameId` are null when the caller may not know which games members have
     * bet on. `until` is the latest end of the wait, when bets without a result become void. When `game` is null,
     * `until` is the end of an Eastern day. It is null once it has passed. `needsAdmin` is true when the game's time is
     * over and no poll has reported anything certain, so that only an admin can end the wait. It is always false when
     * `game` is null.
     */
    waitsFor: z.array(
      z.object({
        what: z.enum(['result', 'correction']),
        gameId: z.string().nullable(),
        game: z.string().nullable(),
        until: instant().nullable(),
        needsAdmin: z.boolean(),
      }),
    ),
    /** The winners, once the standings are final; members with equal balances share the title. */
    champions: z.array(z.object({ userId: uuid(), name: z.string(), balance: money() })),
    /** The member to whom the owner offers the league; null without an offer. */
    offeredTo: person().nullable(),
    /** Those who help the owner to run the league. */
    managers: z.array(person()),
    /** Whether the owner or a manager lets each new member in. */
    approvesJoins: z.boolean(),
    /** Words to all members, of up to 280 characters; null if there are none. */
    announcement: z.object({ text: z.string(), at: instant() }).nullable(),
    /** 1 for the first season of a series. */
    season: z.int(),
    startedAt: instant(),
    /** When the standings became final; null before. */
    finalizedAt: instant().nullable(),
  }),
);
export type Group = z.output<ReturnType<typeof group>>;

/** The next season of a league, as somebody sees it who may join it or has joined it. */
export const nextSeason = lazy(() =>
  z.object({ id: uuid(), name: z.string(), joinCode: z.string(), isMember: z.boolean() }),
);
export type NextSeason = z.output<ReturnType<typeof nextSeason>>;

const membership = lazy(() =>
  z.object({
    group: group(),
    /** The season before this one; null for a first season, and if the caller is no member of it. */
    previousId: uuid().nullable(),
    /** The season after this one; null while there is none, and if the caller was removed from it. */
    next: nextSeason().nullable(),
    memberCount: z.int(),
    displayName: z.string().nullable(),
    /** The caller's own money in the league. */
    balance: money(),
    available: money(),
    pending: money(),
  }),
);
export type Membership = z.output<ReturnType<typeof membership>>;

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/groups',
  access: 'signed-in',
  reply: () => z.array(membership()),
  isOverLeagues: true,
});

/** Chosen: some lines on a phone, and less than a push may have (server/push/message.ts). */
export const mostAnnounced = 280;

const leagueName = lazy(() =>
  freeText(longestLeagueName).refine((name) => name !== '', 'Please enter a name for your league'),
);

/** All five options together, since they are chosen together. */
const fairPlayInput = lazy(() =>
  fairPlayWith(stakeText).refine(({ rescue }) => rescue === null || rescue <= startingBalance, {
    path: ['rescue'],
    error: 'must be at most 1,000',
  }),
);

/** The settings of a new league. */
export const newLeague = lazy(() =>
  z.object({
    name: leagueName(),
    description: optionalText(500, 'many'),
    joinDeadline: instantInput('Please set a join deadline for your league'),
    endDate: instantInput('Please set an end date for your league'),
    allowedSports: z.enum(allowedSports).default('ALL'),
    reveal: z.enum(reveals).default('settled'),
    remarks: z.boolean().default(true),
    fairPlay: fairPlayInput().default(presets.classic),
    approvesJoins: z.boolean().default(false),
  }),
);

export const createGroup = endpoint({
  method: 'POST',
  path: '/api/groups',
  access: 'signed-in',
  body: newLeague,
  reply: group,
  status: 201,
  refuses: ['409 `too-many-leagues`: the caller owns 50 leagues, or is in 200'],
});

export const joinGroup = endpoint({
  method: 'POST',
  path: '/api/groups/join',
  access: 'signed-in',
  body: () =>
    z.object({
      joinCode: freeText(20)
        .transform(readJoinCode)
        .refine((code) => code !== '', 'Please enter a league join code'),
    }),
  reply: group,
  refuses: [
    '404 `unknown-code`: no league has this join code',
    '403 `removed`: the caller was removed from this league',
    '409 `already-member`, `too-late` (past the join deadline), `league-ended`, `approval-needed`',
    '409 `too-many-leagues`: the caller is in 200 leagues',
    '409 `league-full`: the league has 10,000 members',
  ],
});

const standing = lazy(() =>
  z.object({
    user: z.object({ id: uuid(), firstName: z.string().nullable(), email: z.string().nullable() }),
    displayName: z.string().nullable(),
    rank: z.int(),
    wins: z.int(),
    losses: z.int(),
    totalBets: z.int(),
    /** Read as the starting balance when it is missing. Source: docs/screens.md#words-and-numbers. */
    balance: money()
      .nullish()
      .transform((balance) => balance ?? startingBalance),
    /** The balance minus what the member was given: the grant, and a rescue. */
    profit: money(),
    /** Joined late without a claim to the title. */
    isGuest: z.boolean().default(false),
    /** Took the rescue, and gave up the claim to the title. */
    isRescued: z.boolean().default(false),
    /**
     * Null until the league is final, and in a league that asks for no active weeks: before, the weeks of others would
     * tell of their open bets.
     */
    title: z.object({ isEligible: z.boolean(), activeWeeks: z.int(), countedWeeks: z.int() }).nullable().default(null),
    /** On the caller's own row only. */
    available: money().optional(),
    pending: money().optional(),
  }),
);
export type Standing = z.output<ReturnType<typeof standing>>;

/** Best first. In a final league these are the frozen standings, which include members who have left since. */
export const leaderboard = endpoint({
  method: 'GET',
  path: '/api/groups/:id/leaderboard',
  access: 'member',
  params: () => z.object({ id: uuid() }),
  reply: () => z.array(standing()),
});

/** A field that is left out does not change. Null removes the value. */
export const updateGroup = endpoint({
  method: 'PATCH',
  path: '/api/groups/:id',
  access: 'manager',
  params: () => z.object({ id: uuid() }),
  body: () =>
    z.object({
      name: leagueName().optional(),
      description: freeText(500, 'many')
        .nullable()
        .transform((text) => text || null)
        .optional(),
      joinDeadline: instantInput().nullable().optional(),
      endDate: instantInput().nullable().optional(),
      allowedSports: z.enum(allowedSports).optional(),
      reveal: z.enum(reveals).optional(),
      remarks: z.boolean().optional(),
      fairPlay: fairPlayInput().optional(),
      approvesJoins: z.boolean().optional(),
      /** Other words than before are a notice to every member. */
      announcement: freeText(mostAnnounced, 'many')
        .nullable()
        .transform((text) => text || null)
        .optional(),
    }),
  reply: group,
  refuses: [
    '429 `too-many`: ten announcements in an hour',
    '409 `league-ended`: an end date that has passed is fixed',
    '409 `fair-play-fixed`: other options of fair play, once a bet was placed in the league',
    '409 `sports-fixed`: other sports, once a bet was placed in a league whose title asks for active weeks',
  ],
});

function regenerate<const M extends 'PATCH' | 'POST'>(method: M) {
  return endpoint({
    method,
    path: '/api/groups/:id/regenerate-code',
    access: 'manager',
    params: () => z.object({ id: uuid() }),
    reply: () => z.object({ joinCode: z.string() }),
  });
}

/** Both methods do the same. Source: docs/decisions/members-and-join-codes.md. */
export const regenerateCode = regenerate('PATCH');
export const regenerateCodeByPost = regenerate('POST');

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/api/groups/:id',
  access: 'owner',
  params: () => z.object({ id: uuid() }),
  reply: message,
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/groups/:id/members/:userId',
  access: 'manager',
  params: () => z.object({ id: uuid(), userId: uuid() }),
  reply: message,
  refuses: [
    '403 `not-owner`: of the owner, or by a manager of another',
    '404 `member-not-found`: nobody of this id is a member, or is one any more',
  ],
});

const title = lazy(() =>
  z.object({
    /** Of `countedWeeks`, which are those so far; the running week is among them once a game has started in it. */
    activeWeeks: z.int(),
    countedWeeks: z.int(),
    /** The active weeks that the weeks so far ask for. */
    neededWeeks: z.int(),
    /** The weeks that may still be missed, negative if the title is out of reach; null without an end date. */
    spareWeeks: z.int().nullable(),
    isGuest: z.boolean(),
    isRescued: z.boolean(),
    mayBeRescued: z.boolean(),
    /** The running week; null once the league has ended. `missing` is what must still be placed until `endsAt`. */
    thisWeek: z
      .object({ isCounted: z.boolean(), isActive: z.boolean(), missing: money(), endsAt: instant() })
      .nullable(),
  }),
);
export type Title = z.output<ReturnType<typeof title>>;

/**
 * The caller's own claim to the title. Null in a league that asks for no active weeks and has no rescue, and once it is
 * final.
 */
export const leagueTitle = endpoint({
  method: 'GET',
  path: '/api/groups/:id/title',
  access: 'member',
  params: () => z.object({ id: uuid() }),
  reply: () => title().nullable(),
});

/** Gives the caller the league's rescue, once. Source: docs/house-rules.md#fair-play. */
export const rescue = endpoint({
  method: 'POST',
  path: '/api/groups/:id/rescue',
  access: 'member',
  params: () => z.object({ id: uuid() }),
  reply: () => z.object({ balance: money(), available: money(), pending: money() }),
  refuses: [
    '409 `no-rescue`: the league has none',
    '409 `rescue-too-early`: the caller has 50 Ching or more, open bets included',
    '409 `already-rescued`, `league-ended`',
  ],
});

export const setDisplayName = endpoint({
  method: 'PATCH',
  path: '/api/groups/:id/display-name',
  access: 'member',
  params: () => z.object({ id: uuid() }),
  body: () => z.object({ displayName: freeText(40).refine((name) => name !== '', 'Please enter a display name') }),
  reply: () => z.object({ displayName: z.string() }),
});

function activity(path: string) {
  return endpoint({
    method: 'GET',
    path,
    access: 'member',
    params: () => z.object({ id: uuid() }),
    reply: () => listBets.reply,
  });
}

/** The tickets placed or settled within seven days and all open tickets, of those that the caller may see. */
export const groupBets = activity('/api/groups/:id/bets');
export const groupBetsLastSevenDays = activity('/api/groups/:id/bets/last-7-days');
