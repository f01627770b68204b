import { lazy } from '#shared/lazy.ts';

/** The longest name of a league, in characters. */
export const longestLeagueName = 60;

export type Named = {
  displayName?: string | null;
  username?: string | null;
  firstName?: string | null;
  lastName?: string | null;
};

/**
 * Display name, else username, else first name with last initial and a full stop, else first name, else 'Player'.
 * Source: docs/screens.md#names.
 */
export function displayName(person: Named): string {
  const { displayName: chosen, username, firstName, lastName } = trimmed(person);
  if (chosen) return chosen;
  if (username) return username;
  if (firstName && lastName) return `${firstName} ${[...lastName][0]}.`;
  return firstName || 'Player';
}

/** The part of an e-mail address before the @. */
export function emailLocalPart(email: string): string {
  return email.split('@')[0] ?? '';
}

/** The name in the top bar: first name, else e-mail local part, else 'User'. Source: docs/screens.md#names. */
export function barName(user: { firstName: string | null; email: string | null }): string {
  return user.firstName?.trim() || emailLocalPart(user.email ?? '') || 'User';
}

/** The name of an account that is gone, wherever leagues show it. A deleted account has it as its first name. */
export const formerMember = 'Former member';

/** The name of an account that is gone, where it had set odds. */
export const formerAdmin = 'Former admin';

/**
 * The name that admins see with manual odds: the first name, else the part of the e-mail before the @, else 'Admin'.
 * Source: docs/screens.md#names.
 */
export function signerName(user: { firstName: string | null; email: string }): string {
  return user.firstName?.trim() || emailLocalPart(user.email) || 'Admin';
}

/**
 * The name that everybody sees with manual odds, visitors too, and so without any part of an address: the first name,
 * else the username, else 'Admin'. Source: docs/screens.md#names.
 */
export function publicSignerName(user: { firstName: string | null; username: string | null }): string {
  return user.firstName?.trim() || user.username?.trim() || 'Admin';
}

/**
 * The name in a league's rows: display name, else first name, else e-mail local part, else 'User'.
 * Source: docs/screens.md#names.
 */
export function rowName(row: { displayName: string | null; firstName: string | null; email: string | null }): string {
  return row.displayName?.trim() || barName(row);
}

const segmenter = lazy(() => (typeof Intl.Segmenter === 'function' ? new Intl.Segmenter() : null));

/** The first letter of a name, in capitals; an emoji of several code points is one. */
export function initialOf(name: string): string {
  const text = name.trim();
  const [first] = segmenter()?.segment(text) ?? text;
  return (typeof first === 'string' ? first : (first?.segment ?? '')).toUpperCase();
}

/** The initials of the first two words of a name: 'SL' of 'Sunday League'. */
export function initialsOf(name: string): string {
  return name.trim().split(/\s+/).slice(0, 2).map(initialOf).join('');
}

/** Right-to-left letters, and the control characters that change the direction of text to right-to-left. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Wraps a name with right-to-left text in the isolates U+2068 and U+2069 (UAX #9), so that it cannot reorder the text
 * around it. For plain strings, which cannot contain a `<bdi>` element: accessible names, tooltips and the tab's title.
 */
export function isolate(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}

/** A team's name in the odds form: at most 15 characters, then '...'. Source: docs/screens.md#names. */
export function cutName(name: string): string {
  const letters = [...name];
  return letters.length > 15 ? `${letters.slice(0, 15).join('')}...` : name;
}

function trimmed(person: Named): Record<keyof Named, string> {
  const text = (value: string | null | undefined) => value?.trim() ?? '';
  return {
    displayName: text(person.displayName),
    username: text(person.username),
    firstName: text(person.firstName),
    lastName: text(person.lastName),
  };
}
