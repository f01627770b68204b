import { z } from 'zod';
import { awardKinds } from '#shared/domain/award.ts';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { instant, money, uuid } from './values.ts';
import { recapLeg } from './weeks.ts';

/** Chosen: more than a member earns in some seasons; the counts of a kind have no limit. */
export const mostAwards = 100;

const refusals = [
  '404 `league-not-found`: the caller is not a member of the league of `groupId`',
  '404 `member-not-found`: the user is no member of it, or shares no league with the caller',
];

const params = lazy(() => z.object({ userId: uuid(), groupId: uuid().optional() }));

const shelf = lazy(() =>
  z.object({
    /** The leagues that count, the latest first. */
    seasons: z.array(
      z.object({
        groupId: uuid(),
        name: z.string(),
        /** 1 for the first season of a series. */
        season: z.int(),
        startedAt: instant(),
        weeksWon: z.int(),
        /** As it was frozen; null while the league is not final, and for somebody who left before. */
        final: z
          .object({
            finalizedAt: instant(),
            rank: z.int(),
            members: z.int(),
            balance: money(),
            isChampion: z.boolean(),
            /** Whether the user could win the title; null where that asked for nothing. */
            isEligible: z.boolean().nullable(),
          })
          .nullable(),
      }),
    ),
    /** Every kind, in the order of a shelf. */
    kinds: z.array(
      z.object({
        kind: z.enum(awardKinds),
        /** How often the user has earned it in these leagues. */
        times: z.int(),
        /** Whether anybody has earned it in them. */
        isEarned: z.boolean(),
      }),
    ),
    /** What the user has earned, the latest first, at most 100. It has no amounts of Ching. */
    awards: z.array(
      z.object({
        kind: z.enum(awardKinds),
        groupId: uuid(),
        week: z.int(),
        /** Of `beat-300`: the leg. */
        leg: recapLeg().optional(),
        /** Of `four-legs`: the number of won legs. */
        legsWon: z.int().optional(),
        /** Of `biggest-climb`: the ranks before and after the week. */
        from: z.int().optional(),
        to: z.int().optional(),
      }),
    ),
  }),
);
export type Shelf = z.output<ReturnType<typeof shelf>>;

/**
 * What a user has played and earned: in the series of the league of `groupId`, else in all leagues that the caller is a
 * member of now and the user is or was in. All of it is frozen, and so the same for every member.
 */
export const memberShelf = endpoint({
  method: 'GET',
  path: '/api/users/:userId/shelf',
  access: 'signed-in',
  params,
  reply: shelf,
  refuses: refusals,
  isOverLeagues: true,
});

const rivalry = lazy(() =>
  z.object({
    /** The frozen weeks in which both had a bet settled: with the higher net of the caller, of the user, and equal ones. */
    weeks: z.object({ own: z.int(), others: z.int(), even: z.int() }),
    /** How often both took opposite sides of a market, and one of them was right: the caller, and the user. */
    sides: z.object({ own: z.int(), others: z.int() }),
  }),
);
export type RivalryView = z.output<ReturnType<typeof rivalry>>;

/**
 * The caller against another user, by settled bets alone: in the series of the league of `groupId`, else in all leagues
 * that the caller is a member of now and the user is or was in.
 */
export const memberRivalry = endpoint({
  method: 'GET',
  path: '/api/users/:userId/rivalry',
  access: 'signed-in',
  params,
  reply: rivalry,
  refuses: [...refusals, '404 `member-not-found`: the user is the caller'],
  isOverLeagues: true,
});
