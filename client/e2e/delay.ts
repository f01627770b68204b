import type { Page, Request } from '@playwright/test';

/** A promise, and the function that resolves it. */
function signal(): [promise: Promise<void>, resolve: () => void] {
  let resolve = () => {};
  const promise = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  return [promise, resolve];
}

/** Delays the page's requests to `url`, like a slow network, until the returned function is called. */
export async function delayRequests(page: Page, url: string): Promise<() => void> {
  const [released, release] = signal();
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/**
 * Lets the server answer the page's next request to `url`, and delays the reply until `release` is called. `answered`
 * resolves once the server has answered.
 */
export async function delayNextReply(page: Page, url: string) {
  const [released, release] = signal();
  const [answered, tellAnswered] = signal();
  await page.route(
    url,
    async (route) => {
      const response = await route.fetch();
      tellAnswered();
      await released;
      await route.fulfill({ response }).catch(() => undefined); // the page may have cancelled the request
    },
    { times: 1 },
  );
  return { answered, release };
}

/** The requests of the page that have no reply yet, from now on; without streams of events, which never end. */
export function unansweredOf(page: Page): ReadonlySet<Request> {
  const unanswered = new Set<Request>();
  page.on('request', (request) => request.resourceType() !== 'eventsource' && unanswered.add(request));
  page.on('requestfinished', (request) => unanswered.delete(request));
  page.on('requestfailed', (request) => unanswered.delete(request));
  return unanswered;
}
