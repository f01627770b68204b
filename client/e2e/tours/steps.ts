import type { Page } from '@playwright/test';
import { dialog, pressInDialog } from '../screen.ts';
import { expect } from '../stage.ts';

/** Examines the screen or dialog that is open. */
export type Check = (page: Page, where: string) => Promise<void>;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const cards = (page: Page) => page.getByRole('article');
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click({ timeout: 20_000 });

/** Opens a path and waits until `shown` is there. */
export async function open(page: Page, path: string, shown = heading(page)): Promise<void> {
  await page.goto(path);
  await expect(shown.first()).toBeVisible({ timeout: 40_000 });
}

/** Opens the dialogs of these buttons, one after the other. */
export async function seeDialogs(page: Page, check: Check, buttons: readonly (string | RegExp)[]): Promise<void> {
  for (const name of buttons) {
    await press(page, name);
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).locator('[aria-busy=true]')).toHaveCount(0);
    await check(page, `dialog of ${name}`);
    await pressInDialog(page, 'Close');
    await expect(dialog(page)).toBeHidden();
  }
}
