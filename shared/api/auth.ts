import { z } from 'zod';
import { isInvitePath } from '#shared/domain/join-code.ts';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { optionalText, shortText } from './values.ts';

/**
 * The fewest characters at sign-up and at a reset, and the 72 bytes that bcrypt reads. Source:
 * docs/decisions/passwords.md.
 */
export const passwordLength = { signUp: 8, reset: 6, mostBytes: 72 } as const;

/** RFC 5321 §4.5.3.1.3: a path has 256 octets, of which two are its angle brackets. */
export const longestEmail = 254;

/**
 * The grammar of HTML's e-mail inputs, with a dot in the domain. It allows ASCII only, so that lower-casing never makes
 * two different addresses equal.
 */
export const email = lazy(() =>
  shortText(longestEmail, { wrong: 'is too long' })
    .trim()
    .check(z.email({ pattern: z.regexes.html5Email, error: 'is not an e-mail address' }))
    .refine((address) => address.includes('.', address.indexOf('@')), 'is not an e-mail address'),
);

/** A new password. It is neither trimmed nor normalised. Source: docs/decisions/passwords.md. */
export function newPassword(least: number) {
  const wrong = `Password must be at most ${passwordLength.mostBytes} bytes long.`;
  return shortText(passwordLength.mostBytes, { wrong })
    .min(least, `Password must be at least ${least} characters long.`)
    .refine(
      (text) => text.isWellFormed() && !text.includes('\u0000'),
      'Password holds a character that cannot be used.',
    )
    .refine((text) => new TextEncoder().encode(text).length <= passwordLength.mostBytes, wrong);
}

export const user = lazy(() =>
  z.object({
    id: z.uuid(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    /** Null unless somebody sets it in the database: no call does. */
    username: z.string().nullable(),
    displayName: z.string(),
    isAdmin: z.boolean(),
  }),
);
export type User = z.output<ReturnType<typeof user>>;

export const message = lazy(() => z.object({ message: z.string() }));

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'all',
  body: () =>
    z.object({
      email: email(),
      password: newPassword(passwordLength.signUp),
      firstName: optionalText(60),
      lastName: optionalText(60),
    }),
  reply: user,
  status: 201,
  refuses: ['400 `bad-input`: also a password among the ten thousand most common', '409 `email-taken`'],
});

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'all',
  // No further checks: an invalid address or password gets the same answer as a wrong password.
  body: () => z.object({ email: z.string().min(1), password: z.string().min(1) }),
  reply: user,
  refuses: ['401 `wrong-credentials`: also for an address that nobody has'],
});

export const logout = endpoint({ method: 'POST', path: '/api/auth/logout', access: 'all', reply: message });

export const currentUser = endpoint({ method: 'GET', path: '/api/auth/user', access: 'signed-in', reply: user });

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'all',
  // No further checks: every address gets the same answer, so that nobody learns whether an account exists.
  body: () =>
    z.object({
      email: z.string().min(1),
      /** The path of the invitation that the mailed link leads back to. Any other text is ignored. */
      next: z
        .string()
        .nullable()
        .default(null)
        .transform((path) => (path !== null && isInvitePath(path) ? path : null)),
    }),
  reply: message,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'all',
  body: () => z.object({ token: z.string().min(1), newPassword: newPassword(passwordLength.reset) }),
  reply: message,
  refuses: [
    '400 `bad-input`: also a password among the ten thousand most common',
    '400 `bad-link`: the token is unknown, used or older than an hour',
  ],
});
