import type { Page } from '@playwright/test';
import { register, type User } from '#shared/api/auth.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { createGroup, type Group, joinGroup } from '#shared/api/groups.ts';
import { ask } from './ask.ts';

/** The instant so many days from now, as the wire has it. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

/** Gives the person at this page an account under this first name and signs them in, without the screens. */
export async function signUp(
  page: Page,
  firstName: string,
  email = `${firstName.toLowerCase()}@example.com`,
): Promise<User> {
  return ask(page, register, { body: { email, password: 'correct horse', firstName, lastName: 'Tester' } });
}

/** A league of this person's, made without the screens: open for months, to every sport, unless said otherwise. */
export async function foundLeague(
  page: Page,
  name: string,
  settings: Partial<BodyInput<typeof createGroup>> = {},
): Promise<Group> {
  const body = { name, description: null, joinDeadline: inDays(20), endDate: inDays(60), ...settings };
  return ask(page, createGroup, { body });
}

/** Makes members of these people, without the screens. */
export async function join({ joinCode }: Group, ...pages: Page[]): Promise<void> {
  for (const page of pages) await ask(page, joinGroup, { body: { joinCode } });
}
