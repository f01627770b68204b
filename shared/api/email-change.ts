import { z } from 'zod';
import { email, message, newPassword, passwordLength } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { asksPassword, ownPassword } from './own-account.ts';
import { shortText } from './values.ts';

/** Chosen: a letter to the new address is read on the same day; and a long weekend to notice that of the old one. */
export const emailChangeHours = 24;
export const emailUndoHours = 72;

/** Mails a link to the new address. The answer is the same for an address of another account: the letter says so. */
export const askEmailChange = endpoint({
  method: 'POST',
  path: '/api/account/email',
  access: 'signed-in',
  body: () => z.object({ email: email(), password: ownPassword() }),
  reply: message,
  refuses: [
    ...asksPassword,
    '409 `same-email`: the caller has this address',
    '429 `too-many`: five letters in an hour, or three in a day to one address',
  ],
});

/** Gives the account the address to which the link was mailed. The address of before is told, and may undo it. */
export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/account/email/confirm',
  access: 'all',
  body: () => z.object({ token: shortText(200) }),
  reply: message,
  refuses: [
    '400 `bad-link`: the token is unknown, used or older than a day, or another address was asked for since',
    '409 `email-taken`: another account has the address by now',
  ],
});

/** Gives the account its address of before back, with a new password, and ends all of its sessions. */
export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/api/account/email/undo',
  access: 'all',
  body: () => z.object({ token: shortText(200), newPassword: newPassword(passwordLength.signUp) }),
  reply: message,
  refuses: [
    '400 `bad-input`: also a password among the ten thousand most common',
    '400 `bad-link`: the token is unknown, used or older than 72 hours',
    '429 `too-many`: ten tries an hour for a network address',
  ],
});
