import { z } from 'zod';
import { auditActs } from '#shared/domain/audit.ts';
import { chatFailures, chatServices } from '#shared/domain/chat.ts';
import { leagueRoles } from '#shared/domain/league-role.ts';
import { mailFailures } from '#shared/domain/mail-failure.ts';
import { pushFailures } from '#shared/domain/push-failure.ts';
import { allowedSports } from '#shared/domain/sport.ts';
import { lazy } from '#shared/lazy.ts';
import { longestEmail, message } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { leagueStates } from './groups.ts';
import { fairPlay, reveals } from './league-rules.ts';
import { instant, instantInput, shortText, uuid } from './values.ts';

const notAdmin = '403 `admin-required`';

/** An account or a league: an id, or the whole e-mail address of an account. */
const wanted = lazy(() =>
  shortText(longestEmail)
    .describe('an id, or a whole e-mail address')
    .transform((typed, context): { id: string } | { email: string } => {
      const text = typed.trim();
      if (z.uuid().safeParse(text).success) return { id: text.toLowerCase() };
      if (/^[!-~]+@[!-~]+$/.test(text)) return { email: text };
      context.addIssue({ code: 'custom', message: 'Please enter a whole e-mail address or an id' });
      return z.NEVER;
    }),
);

const admin = lazy(() =>
  z.object({
    id: uuid(),
    email: z.string(),
    name: z.string(),
    /** When the right was granted; null if the audit log does not know. */
    since: instant().nullable(),
  }),
);

/** Chosen: more admins than a site has. */
export const mostAdmins = 100;

export const listAdmins = endpoint({
  method: 'GET',
  path: '/api/admin/admins',
  access: 'admin',
  reply: () =>
    z.object({ admins: z.array(admin()).describe(`in the order of their addresses, at most ${mostAdmins}`) }),
  refuses: [notAdmin],
});

/** Makes an admin of an account, at once. Nothing changes for an admin. */
export const grantAdminRight = endpoint({
  method: 'POST',
  path: '/api/admin/admins',
  access: 'admin',
  body: () => z.object({ who: wanted() }),
  reply: message,
  refuses: [notAdmin, '404 `user-not-found`', '429 `too-many`: thirty changes in an hour'],
});

/** Ends the right of an admin, at once. Nothing changes for an account without it. */
export const revokeAdminRight = endpoint({
  method: 'POST',
  path: '/api/admin/admins/revoke',
  access: 'admin',
  body: () =>
    z.object({
      id: uuid(),
      isOwnMeant: z.boolean().default(false).describe("true to end the caller's own right"),
    }),
  reply: message,
  refuses: [
    notAdmin,
    '404 `user-not-found`',
    "409 `own-right`: it is the caller's own, and `isOwnMeant` does not say so",
    '409 `last-admin`: there would be none left',
    '429 `too-many`: thirty changes in an hour',
  ],
});

const userFacts = lazy(() =>
  z.object({
    id: uuid(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    username: z.string().nullable(),
    isAdmin: z.boolean(),
    createdAt: instant(),
    sessions: z.int().describe('browsers in which the account is signed in'),
    leagues: z
      .array(
        z.object({
          id: uuid(),
          name: z.string(),
          role: z.enum([...leagueRoles, 'removed']),
          state: z.enum(['open', 'ended', 'final']),
          joinedAt: instant(),
        }),
      )
      .describe('the last joined first, at most 50'),
    leaguesInAll: z.int().describe('may count leagues that are deleted'),
    leaguesLeftOut: z.int().describe('leagues on a machine that is lost'),
  }),
);
export type UserFacts = z.output<ReturnType<typeof userFacts>>;

const leagueFacts = lazy(() =>
  z.object({
    id: uuid(),
    name: z.string(),
    owner: z.object({ id: uuid(), name: z.string() }),
    members: z.int().describe('present members'),
    state: z.enum(leagueStates),
    createdAt: instant(),
    joinDeadline: instant().nullable(),
    endDate: instant().nullable(),
    finalizedAt: instant().nullable(),
    season: z.int(),
    allowedSports: z.enum(allowedSports),
    reveal: z.enum(reveals),
    fairPlay: fairPlay(),
  }),
);
export type LeagueFacts = z.output<ReturnType<typeof leagueFacts>>;

/**
 * The account with an id or a whole e-mail address, and the league with an id. A POST, because it leaves a line in the
 * audit log, and so that no address stands in a URL. No join code, no announcement, no bet, no balance and no address of
 * another member is in the answer.
 */
export const searchPeople = endpoint({
  method: 'POST',
  path: '/api/admin/search',
  access: 'admin',
  body: () => z.object({ query: wanted() }),
  reply: () =>
    z.object({
      user: userFacts().nullable(),
      league: leagueFacts().nullable(),
      isWhole: z.boolean().describe('false if a league of this id would be on a machine that is lost'),
    }),
  refuses: [notAdmin, '429 `too-many`: 120 searches in an hour'],
});

const failedLetter = lazy(() =>
  z.object({
    id: uuid(),
    subject: z.string(),
    to: z.string().describe("the first letter of the recipient's address, and its domain"),
    queuedAt: instant(),
    tries: z.int(),
    failure: z.enum(mailFailures),
    failedAt: instant(),
    nextTryAt: instant().nullable().describe('null once it is given up'),
    mayTryAgain: z.boolean().describe('a letter with a reset link may not: whoever needs one asks for a new one'),
  }),
);
export type FailedLetter = z.output<ReturnType<typeof failedLetter>>;

/** Chosen: about two screens of a phone. */
export const lettersPerPage = 20;
/** Chosen: a number beyond it says no more. */
export const mostCounted = 1_000;

/** The letters whose last try failed, the newest first, page by page. */
export const failedMail = endpoint({
  method: 'GET',
  path: '/api/admin/mail',
  access: 'admin',
  params: () => z.object({ after: uuid().describe('the last letter of an earlier answer').optional() }),
  reply: () =>
    z.object({
      letters: z.array(failedLetter()),
      next: uuid().nullable().describe('`after` of the next page; null at the end'),
      givenUp: z.int().describe(`among the ${mostCounted} newest that failed`),
      waiting: z.int().describe('the same, of those that are tried again'),
    }),
  refuses: [notAdmin],
});

/** Sends letters again that were given up. Those among them that may not be tried again stay as they are. */
export const tryMailAgain = endpoint({
  method: 'POST',
  path: '/api/admin/mail/try-again',
  access: 'admin',
  body: () => z.object({ ids: z.array(uuid()).min(1).max(lettersPerPage) }),
  reply: () => z.object({ tried: z.int().describe('how many of them are sent again') }),
  refuses: [notAdmin, '429 `too-many`: sixty times in an hour'],
});

/** How many pushes failed within a day, and how many group chats of leagues fail now, by service and reason. */
export const failedDeliveries = endpoint({
  method: 'GET',
  path: '/api/admin/deliveries',
  access: 'admin',
  reply: () =>
    z.object({
      pushes: z
        .array(
          z.object({
            service: z.string().describe('the host of the push service'),
            failure: z.enum(pushFailures),
            givenUp: z.int(),
            waiting: z.int(),
          }),
        )
        .describe(`of the ${mostCounted} that failed last`),
      chats: z.array(
        z.object({
          service: z.enum(chatServices),
          failure: z.enum(chatFailures),
          off: z.int().describe('leagues whose chat is switched off'),
          waiting: z.int().describe('leagues whose chat is tried again'),
        }),
      ),
      isWhole: z.boolean().describe('false while the leagues of a lost machine are left out'),
    }),
  refuses: [notAdmin],
});

const auditLine = lazy(() =>
  z.object({
    id: uuid(),
    at: instant(),
    actor: z.string().describe("a name; 'A command', 'The feed', or 'Somebody whose account is gone'"),
    words: z.string().describe('what follows the actor: `made Ann an admin.`'),
  }),
);

/** Chosen: about two screens of a phone. */
export const linesPerPage = 30;

/** The audit log, the latest act first, page by page. */
export const auditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  params: () =>
    z.object({
      actor: z
        .union([z.literal('command'), uuid()], 'is neither an id nor `command`')
        .describe("whose acts; `command`: the operator's")
        .optional(),
      act: z.enum(auditActs).optional(),
      since: instantInput().optional(),
      after: uuid().describe('the last line of an earlier answer').optional(),
    }),
  reply: () =>
    z.object({
      lines: z.array(auditLine()),
      next: uuid().nullable().describe('`after` of the next page; null at the end'),
    }),
  refuses: [notAdmin],
});
