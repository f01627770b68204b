import { chromium } from '@playwright/test';
import { expect, test } from './stage.ts';

test('with text of 200 % in the browser a desktop has the layout of a phone, with its slip', async ({ stage }) => {
  // The size is the browser's own, because media queries in rem do not follow the page's font size.
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '',
    args: ['--no-sandbox', '--blink-settings=defaultFontSize=32'],
  });
  try {
    const page = await browser.newPage({ baseURL: stage.url, viewport: { width: 1280, height: 800 } });
    await page.goto('/games');
    await page.getByRole('article').first().getByRole('button').first().click();
    await page.getByRole('button', { name: /^Bet Slip/ }).click();
    const slip = page.getByRole('dialog', { name: /^Bet Slip/ });
    await expect(slip.getByRole('button', { name: 'Place Bet' })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
  } finally {
    await browser.close();
  }
});
