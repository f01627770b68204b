import type { World } from './world.ts';

let people = 0;

/** The body of a sign-up, with an address that no other has. */
export function aPerson(changes: Record<string, unknown> = {}) {
  people += 1;
  return {
    email: `person.${people}@example.com`,
    password: 'correct horse',
    firstName: 'Ann',
    lastName: 'Lee',
    ...changes,
  };
}

/** Posts as a visitor. */
export async function postTo(world: World, path: string, body: unknown) {
  const response = await world.visitor().raw('POST', path, { body });
  return { status: response.status, cookies: response.headers.getSetCookie(), body: await response.json() };
}

export const wrongCredentials = {
  status: 401,
  cookies: [],
  body: { message: 'Invalid email or password', code: 'wrong-credentials' },
};
