import type { Page } from '@playwright/test';

/** Keeps back what the page asks of `url`, as a slow network does, until what it returns is called; from then on it passes. */
export async function hold(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
