import type { Market, Side } from './side.ts';

export type Named = {
  displayName?: string | null;
  username?: string | null;
  firstName?: string | null;
  lastName?: string | null;
};

/** Display name, else username, else first name with last initial and a full stop, else first name, else 'Player'. Source: spec §9. */
export function displayName(person: Named): string {
  const { displayName: chosen, username, firstName, lastName } = trimmed(person);
  if (chosen) return chosen;
  if (username) return username;
  if (firstName && lastName) return `${firstName} ${[...lastName][0]}.`;
  return firstName || 'Player';
}

/** The part of an address before the @. */
export function emailLocalPart(email: string): string {
  return email.split('@')[0] ?? '';
}

/** What the top bar says: first name, else the part of the e-mail before the @, else 'User'. Source: spec §2. */
export function barName(user: { firstName: string | null; email: string | null }): string {
  return user.firstName?.trim() || emailLocalPart(user.email ?? '') || 'User';
}

/** What a league's rows say: display name, else first name, else e-mail local part, else 'User'. Source: spec §2. */
export function rowName(row: { displayName: string | null; firstName: string | null; email: string | null }): string {
  return row.displayName?.trim() || barName(row);
}

/** Letters that are written from right to left, and the signs that turn text to that direction. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Puts a typed name that holds right-to-left text between the isolates U+2068 and U+2069 (UAX #9), for strings that cannot
 * hold an element: accessible names, tooltips and the tab's title. The name then cannot reorder the text around it.
 */
export function isolate(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}

/** 'Spread {team}', '{team} ML', 'ML Draw', 'Total Over', 'Total Under'. Source: spec §9. */
export function betLabel(market: Market, side: Side, teams: { home: string; away: string }): string {
  if (market === 'total') return side === 'over' ? 'Total Over' : 'Total Under';
  if (side === 'draw') return 'ML Draw';
  const team = side === 'home' ? teams.home : teams.away;
  return market === 'spread' ? `Spread ${team}` : `${team} ML`;
}

/** A line as printed: spreads with their sign ("+3.5", "PK" at zero), totals without. */
export function showLine(market: Market, line: number | null): string {
  if (line === null) return '';
  if (market === 'total') return String(line);
  return line > 0 ? `+${line}` : line === 0 ? 'PK' : String(line);
}

/** A team's name as the odds form shows it: cut at 15 characters, with '...' after what was cut. Source: spec §2, "Admin odds". */
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
