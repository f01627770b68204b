import type { Page } from '@playwright/test';

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
