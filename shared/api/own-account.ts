import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';
import { message, newPassword, passwordLength, user } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { instant, optionalText, shortText } from './values.ts';

/** The caller's password, which proves that the caller is more than somebody at an open browser. */
export const ownPassword = lazy(() => z.string().min(1));

export const asksPassword = [
  '403 `wrong-password`: also for an account of a demo, whose password nobody has',
  '429 `too-many`: five wrong passwords in 15 minutes, then one try per delay',
] as const;

export const changeNames = endpoint({
  method: 'PATCH',
  path: '/api/account/names',
  access: 'signed-in',
  body: () => z.object({ firstName: optionalText(60), lastName: optionalText(60) }),
  reply: user,
  refuses: ['429 `too-many`: twenty changes in an hour'],
});

/** Changes the password, and ends every other session of the caller. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  access: 'signed-in',
  body: () => z.object({ password: ownPassword(), newPassword: newPassword(passwordLength.signUp) }),
  reply: message,
  refuses: [
    '400 `bad-input`: also a password among the ten thousand most common',
    ...asksPassword,
    '429 `too-many`: five changes in an hour',
  ],
});

/**
 * Deletes the account: sessions, names, address, notices and settings. Leagues keep the results of the caller under
 * 'Former member'.
 */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/account/deletion',
  access: 'signed-in',
  body: () => z.object({ password: ownPassword() }),
  reply: message,
  refuses: [
    ...asksPassword,
    '409 `owns-leagues`: the caller owns a league that is not final; another member takes it over, or it is deleted',
    '409 `last-admin`: the site would have no admin',
    '503 `league-unreachable`: a league of the caller lies on a lost machine, and could be such a league',
  ],
});

/** All data of the caller as a file of JSON. */
export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/account/export.json',
  access: 'signed-in',
  reply: () =>
    z
      .string()
      .describe(
        'application/json: account, sessions, devices, settings, notices, and leagues with tickets, legs and ledger',
      ),
  refuses: ['429 `too-many`: five exports in an hour'],
});

/** A browser in which the caller is signed in. */
const ownSession = lazy(() =>
  z.object({
    /** Names the session for one call that ends it. It is a digest: nobody can sign in with it. */
    id: z.string(),
    /** 'Chrome on Android', from what the browser said of itself at the sign-in. */
    label: z.string(),
    signedInAt: instant(),
    /** It is written at most once an hour. */
    lastSeenAt: instant(),
    isThis: z.boolean(),
  }),
);
export type OwnSession = z.output<ReturnType<typeof ownSession>>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  access: 'signed-in',
  reply: () =>
    z.object({
      /** This one first, then those that were seen last; at most 50. */
      sessions: z.array(ownSession()),
      /** How many further sessions there are. */
      more: z.number().int(),
    }),
});

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  access: 'signed-in',
  params: () => z.object({ id: shortText(43).regex(/^[\w-]{43}$/) }),
  reply: message,
  refuses: [
    '404 `session-not-found`: also a session of somebody else, and one that has ended',
    '409 `this-session`: signing out ends it',
  ],
});

/** Ends every session of the caller but this one. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  access: 'signed-in',
  reply: message,
});
