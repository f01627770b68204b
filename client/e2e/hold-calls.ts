import type { Page } from '@playwright/test';

/** Keeps back the calls to an address, as a slow network does; what it returns lets them go, and all that follow. */
export async function holdCalls(page: Page, address: string): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}
