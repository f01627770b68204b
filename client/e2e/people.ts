import type { Page } from '@playwright/test';
import { register, type User } from '#shared/api/auth.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { createGroup, type Group, joinGroup, listGroups } from '#shared/api/groups.ts';
import { ask } from './ask.ts';

/** The instant `days` days from now, in ISO 8601. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

export const password = 'correct horse';

/** Creates an account with this first name through the API and signs it in on `page`. */
export async function signUp(
  page: Page,
  firstName: string,
  email = `${firstName.toLowerCase()}@example.com`,
): Promise<User> {
  return ask(page, register, { body: { email, password, firstName, lastName: 'Tester' } });
}

/** Creates a league of this person through the API: by default it ends in 60 days and allows every sport. */
export async function createLeague(
  page: Page,
  name: string,
  settings: Partial<BodyInput<typeof createGroup>> = {},
): Promise<Group> {
  const body = { name, description: null, joinDeadline: inDays(20), endDate: inDays(60), ...settings };
  return ask(page, createGroup, { body });
}

/** Joins these people to the league through the API. */
export async function join({ joinCode }: Group, ...pages: Page[]): Promise<void> {
  for (const page of pages) await ask(page, joinGroup, { body: { joinCode } });
}

/** The league of a person who is in one league alone. Throws otherwise. */
export async function onlyLeague(page: Page): Promise<Group> {
  const [only, ...others] = await ask(page, listGroups);
  if (!only || others.length > 0) throw new Error('one league is expected');
  return only.group;
}
