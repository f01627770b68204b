import type { Page } from '@playwright/test';
import { wallTime } from '#shared/domain/eastern.ts';
import { footballGames, footballSlate, oddsOn, openSlip, type PlayedGame } from './play.ts';
import { deafen, dialog, expectToast, press as pressInDialog } from './screen.ts';
import { amountOf, books, closeSlip, enter, pick, press, seeSlate, sunday, title } from './slip.ts';
import { expect, type Stage, test } from './stage.ts';

const hourMs = 3_600_000;
const soonMs = 3_000_000;

/** Two football games that start in less than an hour, as the slate has them, and the start of the second. */
async function soon(page: Page, stage: Stage): Promise<{ one: PlayedGame; two: PlayedGame; startsAt: number }> {
  const [one, two] = await footballGames(page, stage, 2);
  if (!one || !two) throw new Error('the replay has no two football games');
  const expected = Date.now() + soonMs;
  for (const { id } of [one, two]) stage.replay.lead(id, { startsInSeconds: soonMs / 1_000 });
  const startOf = async (of: PlayedGame) => {
    const game = (await footballSlate(page)).find(({ id }) => id === `espn:${of.id}`);
    return game ? Date.parse(game.gameTime) : Number.POSITIVE_INFINITY;
  };
  for (const game of [one, two]) {
    const offBy = async () => Math.abs((await startOf(game)) - expected);
    await expect.poll(offBy, { timeout: 30_000 }).toBeLessThan(60_000); // the feed tells no seconds
  }
  return { one, two, startsAt: await startOf(two) };
}

test('a device whose clock is two hours off bets like any other', async ({ stage, person }) => {
  test.setTimeout(120_000);
  const [ahead, behind] = [await person(), await person()];
  const { one, two, startsAt } = await soon(ahead, stage);
  for (const [page, words, offMs] of [
    [ahead, 'fast', 2 * hourMs],
    [behind, 'slow', -2 * hourMs],
  ] as const) {
    await page.clock.install({ time: Date.now() + offMs });

    await test.step(`${words}: a game that starts in less than an hour is open, and its pick survives a reload`, async () => {
      await enter(page, words, sunday);
      await pick(page, one);
      await page.reload();
      await seeSlate(page);
      await openSlip(page);
      await expect(title(page, `${one.homeName} ML`)).toBeVisible();
    });

    await test.step(`${words}: it is bet on`, async () => {
      await amountOf(page, one.homeName).fill('25');
      await press(page, 'Place Bet');
      await press(page, 'Confirm Bet');
      await expect(title(page, 'Bet Placed!')).toBeVisible();
      const { bets, available } = await books(page);
      expect([bets.length, available]).toEqual([1, '975.00']);
    });

    await test.step(`${words}: a game closes in the second of its start, and its pick leaves the slip`, async () => {
      await pick(page, two);
      await deafen(page);
      await page.route('**/api/games/**', (route) => route.abort());
      await page.clock.pauseAt(startsAt + offMs - 1_000);
      await expect(oddsOn(page, two, / moneyline at /)).toHaveCount(2);
      await openSlip(page);
      await expect(title(page, `${two.homeName} ML`)).toBeVisible();
      await page.clock.runFor(2_000);
      await expect(title(page, 'Your slip is empty')).toBeVisible();
      await closeSlip(page);
      await expect(oddsOn(page, two, / at /)).toHaveCount(0);
      await page.clock.resume();
    });

    await test.step(`${words}: a league may be joined for an hour yet`, async () => {
      await page.getByRole('button', { name: 'Create League' }).first().click();
      await dialog(page).getByLabel('League Name').fill('The last hour');
      await dialog(page)
        .getByLabel('Join Deadline')
        .fill(wallTime(new Date(Date.now() + hourMs)));
      await pressInDialog(page, 'Create League');
      await expectToast(page, 'League Created');
    });
  }
});
