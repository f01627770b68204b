/** Letters and digits that nobody takes for each other. Why: docs/decisions/members-and-join-codes.md. */
export const joinCodeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const joinCodeLength = 6;

const longestTyped = 40; // Chosen: a code with a space or a dash after each letter, and room for more

/**
 * A join code as people type or say it, in one spelling: capitals without spaces and dashes. Empty for a text that is
 * too long for one, which is not read.
 */
export function readJoinCode(typed: string): string {
  if (typed.length > longestTyped) return '';
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

/** Whether a text, as `readJoinCode` returns it, can be a join code. */
export function isJoinCode(text: string): boolean {
  return text.length === joinCodeLength && [...text].every((letter) => joinCodeAlphabet.includes(letter));
}

/** The path of the page that shows the invitation with a join code. */
export function invitePath(code: string): string {
  return `/join/${code}`;
}

/** Whether a path is that of an invitation, in the spelling of `invitePath`. */
export function isInvitePath(path: string): boolean {
  return path.startsWith(invitePath('')) && isJoinCode(path.slice(invitePath('').length));
}
