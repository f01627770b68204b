import type { Letter } from './store.ts';

/**
 * The letter with a reset link, without its body: `resetText` writes the body when the letter is sent.
 *
 * next  the path of the invitation that the link leads back to; null for none
 */
export function resetLetter(recipient: string, resetUserId: string, next: string | null): Letter {
  return { recipient, subject: 'Reset your Ching password', body: '', resetUserId, next };
}

/**
 * The body of a reset letter. Nothing in it comes from the request that asked for the reset, but the code of an
 * invitation in the link.
 */
export function resetText(link: string): string {
  return [
    'Somebody asked for a new password for your Ching account.',
    `Set it here within an hour:\n\n${link}`,
    'If it was not you, there is nothing to do: your password stays as it is.',
  ].join('\n\n');
}

/**
 * The letter that informs the owner of an account that its password was changed. `elsewhere`: one browser stayed signed
 * in, where it was changed.
 */
export function passwordChangedLetter(
  { id, email }: { id: string; email: string },
  forgotPage: string,
  elsewhere = false,
): Letter {
  const where = elsewhere ? 'everywhere else' : 'everywhere';
  return {
    recipient: email,
    userId: id,
    subject: 'Your Ching password was changed',
    body: [
      `The password of your Ching account was just changed, and you were signed out ${where}.`,
      `If it was not you, ask for a new one at once:\n\n${forgotPage}`,
    ].join('\n\n'),
  };
}
