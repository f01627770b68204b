import { z } from 'zod';
import { lateStarts } from '#shared/domain/fair-play.ts';
import { readJoinCode } from '#shared/domain/join-code.ts';
import { allowedSports } from '#shared/domain/sport.ts';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { fairPlay, reveals } from './league-rules.ts';
import { instant, uuid } from './values.ts';

/** The most members of whom an invitation shows the initial. */
export const mostInitials = 8;

/** The facts of a league for strangers who have its link: of members a number and initials, and no name. */
const invitedTo = lazy(() =>
  z.object({
    description: z.string().nullable(),
    /** The display name of the owner in the league. */
    owner: z.string(),
    memberCount: z.int(),
    /** Those of display names: the owner's, then those who joined first. */
    initials: z.array(z.string()).max(mostInitials),
    joinDeadline: instant().nullable(),
    endDate: instant().nullable(),
    /** The number of the running week, and of all weeks until the end date; null without an end date. */
    week: z.int(),
    weeks: z.int().nullable(),
    allowedSports: z.enum(allowedSports),
    reveal: z.enum(reveals),
    /** Whether somebody who runs the league lets each new member in. */
    approvesJoins: z.boolean(),
    remarks: z.boolean(),
    fairPlay: fairPlay(),
    /** The start of those who join now: `full` unless the first week is over. */
    start: z.enum(lateStarts),
  }),
);
export type InvitedTo = z.output<ReturnType<typeof invitedTo>>;

const shown = lazy(() =>
  z.object({
    name: z.string(),
    /** The id of the league if the caller is a member, else null. */
    leagueId: uuid().nullable(),
    /** The id of the league if the caller has asked to join and waits for an answer, else null. */
    waitsIn: uuid().nullable(),
    /** Why nobody can join any more, in words; null while one can. */
    closed: z.string().nullable(),
    /** Null once nobody can join any more. */
    league: invitedTo().nullable(),
  }),
);
export type Invite = z.output<ReturnType<typeof shown>>;

/**
 * Shows the league to which the link with this join code leads. It joins nobody. Unknown, replaced and malformed codes
 * get one and the same 404.
 */
export const invite = endpoint({
  method: 'GET',
  path: '/api/groups/invite/:code',
  access: 'all',
  params: () => z.object({ code: z.string().transform(readJoinCode) }),
  reply: shown,
  refuses: ['404 `unknown-code`: no league has this join code', '429 `too-many`: also after too many unknown codes'],
});
