import { login } from '#shared/api/auth.ts';
import type { Person, Season } from './season.ts';

/** Somebody without an account, in a browser of their own. */
export function newPerson(email: string, password: string): Person {
  return {
    id: null,
    email,
    password,
    cookies: new Map(),
    leagues: new Set(),
    addresses: new Set(),
    opened: new Set(),
    calendar: null,
    endedCalendars: [],
    reactedTo: new Set(),
    isAdmin: false,
    isSignedIn: false,
  };
}

/** Whether an address and a password sign somebody in, in another browser; asks again if the answer was lost. */
export async function signsIn(season: Season, email: string, password: string): Promise<boolean> {
  for (;;) {
    const { status } = await season.ask(newPerson(email, password), login, { body: { email, password } });
    if (status < 500) return status === 200;
  }
}
