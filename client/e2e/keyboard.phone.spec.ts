import type { Page } from '@playwright/test';
import { footballGames, openSlip } from './play.ts';
import { amountOf, enter, pick, sunday, three } from './slip.ts';
import { expect, test } from './stage.ts';

test('above the keyboard the sheet keeps its amounts and its button in view', async ({ stage, person }) => {
  const page = await person();
  await enter(page, 'dora', sunday);
  const [one] = three(await footballGames(page, stage, 3));
  await pick(page, one);
  await openSlip(page);
  const amount = amountOf(page, one.homeName);
  await amount.focus();
  const sheet = page.getByRole('dialog', { name: /^Bet Slip/ });
  const expectInView = async (shownHeight: number) => {
    await expect.poll(async () => Math.round(bottomOf(await sheet.boundingBox()))).toBeLessThanOrEqual(shownHeight);
    await amount.scrollIntoViewIfNeeded(); // as browsers do with the focused field
    for (const part of [amount, sheet.getByRole('button', { name: 'Place Bet' })]) {
      const box = await part.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect(bottomOf(box)).toBeLessThanOrEqual(shownHeight);
    }
  };
  await setVisibleHeight(page, 500); // of 844
  await expectInView(500);
  await amount.fill('100');
  await expect(sheet.getByText("Others' open bets are not counted.")).toBeVisible();
  await expectInView(500);
  await setVisibleHeight(page, null);
  await expect.poll(async () => Math.round(bottomOf(await sheet.boundingBox()))).toBe(844);
  await page.setViewportSize({ width: 844, height: 390 });
  await setVisibleHeight(page, 190);
  await expectInView(190);
  await setVisibleHeight(page, null);
  await page.setViewportSize({ width: 390, height: 844 });
});

/** Simulates a phone's keyboard that leaves `height` pixels of the window visible; null removes the keyboard. */
async function setVisibleHeight(page: Page, height: number | null): Promise<void> {
  await page.evaluate((left) => {
    if (left === null) Reflect.deleteProperty(visualViewport ?? {}, 'height');
    else Object.defineProperty(visualViewport, 'height', { value: left, configurable: true });
    visualViewport?.dispatchEvent(new Event('resize'));
  }, height);
}

const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.POSITIVE_INFINITY);
