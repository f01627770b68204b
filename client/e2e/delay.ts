import type { Page, Request } from '@playwright/test';

/** Delays the page's requests to `url`, like a slow network, until the returned function is called. */
export async function delayRequests(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The requests of the page that have no reply yet, from now on; without streams of events, which never end. */
export function unansweredOf(page: Page): ReadonlySet<Request> {
  const unanswered = new Set<Request>();
  page.on('request', (request) => request.resourceType() !== 'eventsource' && unanswered.add(request));
  page.on('requestfinished', (request) => unanswered.delete(request));
  page.on('requestfailed', (request) => unanswered.delete(request));
  return unanswered;
}
