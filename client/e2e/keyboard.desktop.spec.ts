import type { Locator, Page } from '@playwright/test';
import { dialog, expectToast } from './screen.ts';
import { enter, sunday } from './slip.ts';
import { expect, test } from './stage.ts';

/** Chosen: more stops than a slate has on the way from its top to its end. */
const mostStops = 400;

/** Presses a key until the control has the focus. */
async function goTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  for (let stops = 0; stops < mostStops; stops += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reaches ${control}`);
}

async function open(page: Page, control: Locator): Promise<void> {
  await goTo(page, control);
  await page.keyboard.press('Enter');
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await goTo(page, field);
  await page.keyboard.type(text);
}

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });

test('by the keyboard alone: from signing up to a placed parlay and its receipt', async ({ person }) => {
  const page = await person();
  await page.goto('/');

  await test.step('an account', async () => {
    await open(page, page.getByRole('button', { name: 'Create Account' }));
    await goTo(page, field(page, 'First Name'), 'Shift+Tab'); // above the button that was pressed
    await page.keyboard.type('Ann');
    await type(page, field(page, 'Last Name'), 'Tester');
    await type(page, field(page, 'Email'), 'ann@example.com');
    await type(page, page.getByLabel('Password', { exact: true }), 'correct horse');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Account created!');
  });

  await test.step('a league, whose page offers its link at once', async () => {
    await open(page, page.getByRole('button', { name: 'Create League' }).first());
    await type(page, dialog(page).getByLabel('League Name'), 'Sunday League');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/league\//);
    await expect(page.getByRole('heading', { level: 1, name: 'Sunday League' })).toBeVisible();
    await goTo(page, page.getByRole('button', { name: 'Copy Link' }));
  });

  await test.step('two picks of different games, by arrow keys', async () => {
    await open(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Games' }));
    const moneyline = page.getByRole('article').getByRole('button', { name: / moneyline / });
    await expect(moneyline.nth(3)).toBeVisible();
    await goTo(page, moneyline.first());
    await page.keyboard.press('Space');
    await expect(moneyline.first()).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown'); // past the other team of the game
    await expect(moneyline.nth(2)).toBeFocused();
  });

  await test.step('one key puts the second pick on the slip, and leads to its amount and back', async () => {
    await page.keyboard.press('F2');
    const amounts = page.getByLabel(/^Amount in Ching for /);
    await expect(amounts.nth(1)).toBeFocused();
    await page.keyboard.press('F2');
    await expect(page.locator('[data-market][aria-pressed=true]').nth(1)).toBeFocused();
    await page.keyboard.press('F2');
    await expect(amounts.nth(1)).toBeFocused();
  });

  await test.step('a parlay: Enter in its amount leads to the question, and its button places', async () => {
    await goTo(page, page.getByRole('tab', { name: 'Individual' }), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await type(page, field(page, 'Parlay amount in Ching'), '25');
    await page.keyboard.press('Enter');
    await open(page, dialog(page).getByRole('button', { name: 'Confirm Parlay' }));
    await expectToast(page, 'Parlay Placed!');
    await expect(page.getByRole('heading', { name: 'Parlay of 2 placed' })).toBeVisible();
    await expect(page.getByText('975 Ching').first()).toBeVisible();
  });

  await test.step('the receipt leads to the bet', async () => {
    await open(page, page.getByRole('complementary').getByRole('link', { name: 'My Bets' }));
    await expect(page.getByRole('article')).toContainText('PARLAY');
    await expect(page.getByRole('main')).toContainText('Sunday League');
  });
});

test('a leg that is removed and a slip that is cleared leave the focus at the heading of the slip', async ({
  person,
}) => {
  const page = await person();
  await enter(page, 'Ann', sunday);
  const moneyline = page.getByRole('article').getByRole('button', { name: / moneyline / });
  await moneyline.nth(0).click();
  await moneyline.nth(2).click();
  const remove = page.getByRole('button', { name: /^Remove / });
  const heading = page.getByRole('complementary').getByRole('heading', { name: /^Bet Slip/ });
  await expect(remove).toHaveCount(2);
  await remove.first().press('Enter');
  await expect(remove).toHaveCount(1);
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
  await expect(remove).toHaveCount(0);
  await expect(heading).toBeFocused();
});
