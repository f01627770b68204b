import { expect, type Page } from '@playwright/test';
import { events } from '#shared/api/events.ts';

export const dialog = (page: Page) => page.getByRole('dialog');

/** Presses a button of the open dialog. */
export const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  await expect(page.getByText(title, { exact: true })).toBeVisible();
  if (text) await expect(page.getByText(text, { exact: true })).toBeVisible();
}

/** Lets the next such call fail as a server does that has broken down. */
export async function failNext(page: Page, method: string, path: RegExp): Promise<void> {
  await page.route(
    path,
    (route) => (route.request().method() === method ? route.fulfill({ status: 500, body: '' }) : route.fallback()),
    { times: 1 },
  );
}

/**
 * Keeps the page from hearing what changes, so that it asks anew only when it is told to, or at its own pace, until what
 * it returns is called.
 */
export async function deafen(page: Page): Promise<() => Promise<void>> {
  const stream = `**${events.path}`;
  await page.route(stream, (route) => route.abort());
  return () => page.unroute(stream);
}

/** Waits, in the page itself, for words that stand for half a second only before the page is left. */
export async function glimpse(page: Page, words: string): Promise<void> {
  await page.waitForFunction((wanted) => document.body?.innerText.includes(wanted), words);
}

/** Does what needs an account without one: the page says so, and leads to the landing page. */
export async function expectLedToSignIn(page: Page, act: () => Promise<void>): Promise<void> {
  const told = glimpse(page, 'Unauthorized\nYou are logged out. Logging in again...');
  await act();
  await told;
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
}
