import { expect, type Page, type Request, type Route } from '@playwright/test';
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

/** Lets `answer` answer the page's next request with this method and path. Others go to the server. */
export async function answerNext(
  page: Page,
  method: string,
  path: RegExp,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  let isAnswered = false;
  await page.route(path, (route) => {
    if (isAnswered || route.request().method() !== method) return route.fallback();
    isAnswered = true;
    return answer(route);
  });
}

/** Makes the next request with this method and path fail with status 500. */
export const failNext = (page: Page, method: string, path: RegExp) =>
  answerNext(page, method, path, (route) => route.fulfill({ status: 500, body: '' }));

/**
 * Blocks the page's server-sent events until the returned function is called. Until then the page refetches only on a
 * tap or by its own timers.
 */
export async function blockEvents(page: Page): Promise<() => Promise<void>> {
  const stream = `**${events.path}`;
  await page.route(stream, (route) => route.abort());
  return () => page.unroute(stream);
}

/**
 * Turns off the page's refetches every 30 s, so that changes reach the page by server-sent events only.
 * Source: `docs/screens.md#calls-and-refreshing`.
 */
export async function withoutRefreshes(page: Page): Promise<Page> {
  await page.addInitScript(() => {
    const realSetInterval = window.setInterval;
    window.setInterval = ((task: TimerHandler, ms?: number, ...more: unknown[]) =>
      ms === 30_000 ? 0 : realSetInterval(task, ms, ...more)) as typeof window.setInterval;
  });
  return page;
}

/**
 * The time for a change to reach an open page. After a refetch of more than two seconds, on a busy machine, the page
 * waits longer than an expectation does.
 */
export const liveTimeout = { timeout: 60_000 };

/** Lets the notifications of the loaded page stay: a busy machine may not get to one within its five seconds. */
export async function withoutToastTimers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const realSetTimeout = window.setTimeout;
    window.setTimeout = ((task: TimerHandler, ms?: number, ...more: unknown[]) =>
      ms === 5_000 ? 0 : realSetTimeout(task, ms, ...more)) as typeof window.setTimeout;
  });
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
  // Its chunk must be there: half a second after a toast the page is left, whether that has shown or not.
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeAttached();
  const toastShown = waitForWords(page, 'Unauthorized\nYou are logged out. Logging in again...');
  await act();
  await toastShown;
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
}
