import type { Letter } from './store.ts';

/** A letter that will hold a link to a new password, without its text, which `resetText` writes when it is sent. */
export function resetLetter(recipient: string, resetUserId: string): Letter {
  return { recipient, subject: 'Reset your Ching password', body: '', resetUserId };
}

/** The text with the link. Nothing in it comes from the request that asked for it. */
export function resetText(link: string): string {
  return [
    'Somebody asked for a new password for your Ching account.',
    `Set it here within an hour:\n\n${link}`,
    'If it was not you, there is nothing to do: your password stays as it is.',
  ].join('\n\n');
}

/** Tells the owner of an account that its password is another one now. */
export function passwordChangedLetter(recipient: string, forgotPage: string): Letter {
  return {
    recipient,
    subject: 'Your Ching password was changed',
    body: [
      'The password of your Ching account was just changed, and you were signed out everywhere.',
      `If it was not you, ask for a new one at once:\n\n${forgotPage}`,
    ].join('\n\n'),
  };
}
