import type { Page } from '@playwright/test';
import { register, type User } from '#shared/api/auth.ts';
import { ask } from './ask.ts';

/** The e-mail of a person of the journeys, by first name. */
export const emailOf = (firstName: string) => `${firstName.toLowerCase()}@example.com`;

export const password = 'correct horse';

/** Gives the person at this page an account and signs them in, without the screens. */
export async function signUp(page: Page, firstName: string): Promise<User> {
  return ask(page, register, { body: { email: emailOf(firstName), password, firstName, lastName: 'Tester' } });
}
