import type { Chance } from '../feed/simulation/chance.ts';

/** A made-up person; `displayName` is their display name in the league, or null without one. */
export type Person = { firstName: string; lastName: string; displayName: string | null };

/** The account that a visitor gets. */
export const visitor: Person = { firstName: 'Guest', lastName: 'Player', displayName: null };

/** Chosen: with the visitor, a league has eight members. */
const friends = 7;

const people: readonly Person[] = [
  { firstName: 'Maya', lastName: 'Okafor', displayName: null },
  { firstName: 'Theo', lastName: 'Lindqvist', displayName: 'Theo L.' },
  { firstName: 'Priya', lastName: 'Raman', displayName: null },
  { firstName: 'Jonah', lastName: 'Weiss', displayName: 'Parlay Jonah' },
  { firstName: 'Camila', lastName: 'Torres', displayName: null },
  { firstName: 'Dev', lastName: 'Patel', displayName: 'Dev the Dog' },
  { firstName: 'Hannah', lastName: 'Brooks', displayName: null },
  { firstName: 'Luca', lastName: 'Moretti', displayName: null },
  { firstName: 'Grace', lastName: 'Kim', displayName: 'Over Grace' },
  { firstName: 'Omar', lastName: 'Haddad', displayName: null },
  { firstName: 'Nora', lastName: 'Fitzgerald', displayName: 'Fitz' },
  { firstName: 'Sam', lastName: 'Whitaker', displayName: null },
  { firstName: 'Ines', lastName: 'Carvalho', displayName: null },
  { firstName: 'Marcus', lastName: 'Bell', displayName: 'Big Marcus' },
  { firstName: 'Yuki', lastName: 'Tanaka', displayName: null },
  { firstName: 'Elena', lastName: 'Petrova', displayName: 'Lena' },
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
