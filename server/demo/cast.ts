import type { Chance } from '../feed/simulation/chance.ts';

/**
 * The bets that a made-up person prefers; any bet on a game that offers none of them. `points`: on the team to which a
 * spread gives points.
 */
export type Style = 'favorites' | 'underdogs' | 'overs' | 'unders' | 'points' | 'away' | 'parlays' | 'anything';

/** A made-up person, who keeps to one style; `displayName` is their display name in the league, or null without one. */
export type Person = { firstName: string; lastName: string; displayName: string | null; style: Style };

/**
 * The account that a visitor gets. Its past bets are on anything: whatever a friend prefers, some of them took the other
 * side, so the visitor has rivals.
 */
export const visitor: Person = { firstName: 'Guest', lastName: 'Player', displayName: null, style: 'anything' };

/** Chosen: with the visitor, a league has eight members. */
const friends = 7;

// No two have the same first name: `personNamed` finds them by it.
const people: readonly Person[] = [
  { firstName: 'Maya', lastName: 'Okafor', displayName: null, style: 'favorites' },
  { firstName: 'Theo', lastName: 'Lindqvist', displayName: 'Theo L.', style: 'points' },
  { firstName: 'Priya', lastName: 'Raman', displayName: null, style: 'away' },
  { firstName: 'Jonah', lastName: 'Weiss', displayName: 'Parlay Jonah', style: 'parlays' },
  { firstName: 'Camila', lastName: 'Torres', displayName: null, style: 'underdogs' },
  { firstName: 'Dev', lastName: 'Patel', displayName: 'Dev the Dog', style: 'underdogs' },
  { firstName: 'Hannah', lastName: 'Brooks', displayName: null, style: 'unders' },
  { firstName: 'Luca', lastName: 'Moretti', displayName: null, style: 'parlays' },
  { firstName: 'Grace', lastName: 'Kim', displayName: 'Over Grace', style: 'overs' },
  { firstName: 'Omar', lastName: 'Haddad', displayName: null, style: 'away' },
  { firstName: 'Nora', lastName: 'Fitzgerald', displayName: 'Fitz', style: 'favorites' },
  { firstName: 'Sam', lastName: 'Whitaker', displayName: null, style: 'points' },
  { firstName: 'Ines', lastName: 'Carvalho', displayName: null, style: 'away' },
  { firstName: 'Marcus', lastName: 'Bell', displayName: 'Big Marcus', style: 'favorites' },
  { firstName: 'Yuki', lastName: 'Tanaka', displayName: null, style: 'unders' },
  { firstName: 'Elena', lastName: 'Petrova', displayName: 'Lena', style: 'underdogs' },
];

const leagueNames = [
  ['Sunday Regulars', 'Same couch, same arguments, one leaderboard.'],
  ['The Back Row', 'Loser brings the snacks.'],
  ['Kitchen Table League', 'Family rules: no sulking after a bad beat.'],
  ['Third Floor', 'Who really knows sports in this office?'],
  ['Old Roommates', 'Ten years on and still sure of everything.'],
] as const;

/** The league under Fair play, in which some of the same friends play beside the other one. */
export const fairPlayLeague = {
  announcement: null,
  name: 'Fair Play Season',
  description: 'The title goes to somebody who plays: bet in three weeks of four, a quarter of your balance at most.',
};

/** The made-up person of this first name; null if there is none. */
export function personNamed(firstName: string): Person | null {
  return [visitor, ...people].find((person) => person.firstName === firstName) ?? null;
}

/** Draws the friends of one league, each at most once. */
export function castOf(chance: Chance): Person[] {
  return shuffled(people, chance).slice(0, friends);
}

/** The words of a league to its members. */
export function leagueWordsOf(chance: Chance): { name: string; description: string; announcement: string } {
  const [name, description] = oneOf(leagueNames, chance);
  return { name, description, announcement: 'Whoever loses the week buys the wings. Bets close at kick-off!' };
}

export function shuffled<T>(items: readonly T[], chance: Chance): T[] {
  return items
    .map((item) => ({ item, order: chance.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** A random item of a list that must not be empty. */
export function oneOf<T>(items: readonly T[], chance: Chance): T {
  return items[Math.floor(chance.next() * items.length)] as T;
}
