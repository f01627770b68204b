import { expect, type Page, type Request } from '@playwright/test';
import { events } from '#shared/api/events.ts';

export const dialog = (page: Page) => page.getByRole('dialog');

/** Presses a button of the open dialog. */
export const pressInDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();

export const toastOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

/** Fills in the form to sign in, and submits it. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click();
}

export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const toast = toastOf(page, title);
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  if (text) await expect(toast.getByText(text, { exact: true })).toBeVisible();
}

/** Makes the next request with this method and path fail with status 500. */
export async function failNext(page: Page, method: string, path: RegExp): Promise<void> {
  await page.route(
    path,
    (route) => (route.request().method() === method ? route.fulfill({ status: 500, body: '' }) : route.fallback()),
    { times: 1 },
  );
}

/**
 * Blocks the page's server-sent events until the returned function is called. Until then the page refetches only on a
 * tap or by its own timers.
 */
export async function blockEvents(page: Page): Promise<() => Promise<void>> {
  const stream = `**${events.path}`;
  await page.route(stream, (route) => route.abort());
  return () => page.unroute(stream);
}

/** The paths matching `paths` that the page requests while its installed clock advances by `ms`. */
export async function requestsWithin(page: Page, ms: number, paths: RegExp): Promise<string[]> {
  const requested: string[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (paths.test(pathname)) requested.push(pathname);
  };
  page.on('request', note);
  await page.clock.fastForward(ms);
  // Playwright reports requests in order: once it reports this one, it has reported all earlier ones.
  await Promise.all([page.waitForRequest('**/healthz'), page.evaluate(() => fetch('/healthz').then(({ ok }) => ok))]);
  page.off('request', note);
  return requested;
}

/** Waits for a text that is visible for half a second only, before a redirect. Polls in the page itself. */
export async function waitForWords(page: Page, words: string): Promise<void> {
  await page.waitForFunction((wanted) => document.body?.innerText.includes(wanted), words);
}

/** Runs `act`, which needs an account, without one. Expects a toast with the reason and the landing page. */
export async function expectLedToSignIn(page: Page, act: () => Promise<void>): Promise<void> {
  const toastShown = waitForWords(page, 'Unauthorized\nYou are logged out. Logging in again...');
  await act();
  await toastShown;
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
}
