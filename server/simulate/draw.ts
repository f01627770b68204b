import type { League, Person, Season } from './season.ts';

const names = ['Ann', 'Ben', 'Cleo', 'Dev', 'Eva', 'Finn', 'Gus', 'Hana', 'Ivo', 'June', 'Kai', 'Lou', 'Mia', 'Ned'];

/** Somebody who has signed up and is signed in; null if there is nobody. */
export function signedIn({ chance, people }: Season): Person | null {
  const found = people.filter(({ id, isSignedIn }) => id !== null && isSignedIn);
  return found.length > 0 ? chance.pick(found) : null;
}

/** Somebody with one of their leagues; null if nobody was drawn who has one. */
export function memberOf(season: Season): { person: Person; league: League } | null {
  const person = signedIn(season);
  const leagues = [...(person?.leagues ?? [])];
  if (!person || leagues.length === 0) return null;
  // Most of what people do is about leagues that run.
  const running = leagues.filter(({ endsAt }) => endsAt > season.clock.ms());
  const among = running.length > 0 && season.chance.is(0.9) ? running : leagues;
  return { person, league: season.chance.pick(among) };
}

/** The owner of a running league; null if none was drawn. */
export function ownerOf(season: Season): { person: Person; league: League } | null {
  const running = season.leagues.filter(({ endsAt, owner }) => endsAt > season.clock.ms() && owner.isSignedIn);
  if (running.length === 0) return null;
  const league = season.chance.pick(running);
  return { person: league.owner, league };
}

export function nameOf(number: number): string {
  return names[number % names.length] ?? 'Ann';
}
