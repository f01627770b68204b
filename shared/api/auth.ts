import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { optionalText, shortText } from './values.ts';

/** Sign-up takes 8 characters or more; bcrypt reads no more than 72 bytes. Source: spec §9; design D16. */
export const passwordLength = { signUp: 8, reset: 6, mostBytes: 72 } as const;

/** RFC 5321 §4.5.3.1.3: a path has 256 octets, two of them its brackets. */
export const longestEmail = 254;

/** The grammar of HTML's e-mail fields, with a dot in the domain. ASCII: no two spellings meet after lower-casing. */
const email = lazy(() =>
  shortText(longestEmail, { wrong: 'is too long' })
    .trim()
    .check(z.email({ pattern: z.regexes.html5Email, error: 'is not an e-mail address' }))
    .refine((address) => address.includes('.', address.indexOf('@')), 'is not an e-mail address'),
);

/** Taken as it is: never trimmed, never composed (hardening A1). */
function password(least: number) {
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
      password: password(passwordLength.signUp),
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
  // No more than this is asked of a sign-in: whatever does not match is answered like a wrong password.
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
  // Whatever it is, the answer is the same: an account is never given away.
  body: () => z.object({ email: z.string().min(1) }),
  reply: message,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'all',
  body: () => z.object({ token: z.string().min(1), newPassword: password(passwordLength.reset) }),
  reply: message,
  refuses: [
    '400 `bad-input`: also a password among the ten thousand most common',
    '400 `bad-link`: the token is unknown, used or older than an hour',
  ],
});
