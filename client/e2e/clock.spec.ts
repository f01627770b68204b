import type { Page } from '@playwright/test';
import { wallTime } from '#shared/domain/eastern.ts';
import { fromWhole, startingBalance } from '#shared/domain/money.ts';
import { unansweredOf } from './delay.ts';
import {
  closeReceipt,
  footballGames,
  footballSlate,
  leaveOddsOpen,
  oddsOn,
  openSlip,
  type PlayedGame,
} from './play.ts';
import { blockEvents, dialog, expectToast, pressInDialog } from './screen.ts';
import { amountOf, betsAndBalance, closeSlip, enter, pick, press, seeSlate, sunday, title } from './slip.ts';
import { expect, type Stage, test } from './stage.ts';

const hourMs = 3_600_000;
const soonMs = 3_000_000;

/** Two football games of the slate. */
async function two(page: Page, stage: Stage): Promise<[PlayedGame, PlayedGame]> {
  const [one, other] = await footballGames(page, stage, 2);
  if (!one || !other) throw new Error('the replay has no two football games');
  return [one, other];
}

/**
 * Moves a game's start to `ms` milliseconds from now, waits for the slate, and returns the start in epoch milliseconds.
 */
async function startIn(page: Page, { replay }: Stage, { id }: PlayedGame, ms: number): Promise<number> {
  const expected = Date.now() + ms;
  let startsAt = Number.NaN;
  replay.changeGame(id, { startsInSeconds: ms / 1_000 });
  const offBy = async () => {
    const game = (await footballSlate(page)).find((listed) => listed.id === `espn:${id}`);
    startsAt = game ? Date.parse(game.gameTime) : Number.POSITIVE_INFINITY;
    return Math.abs(startsAt - expected);
  };
  await expect.poll(offBy, { timeout: 30_000 }).toBeLessThan(60_000); // the feed's start times have no seconds
  return startsAt;
}

test('a device whose clock is two hours off bets like any other', async ({ stage, person }) => {
  const [ahead, behind] = [await person(), await person()];
  const [one, other] = await two(ahead, stage);
  const [, startsAt] = await Promise.all([startIn(ahead, stage, one, soonMs), startIn(ahead, stage, other, soonMs)]);
  for (const [page, words, offMs] of [
    [ahead, 'fast', 2 * hourMs],
    [behind, 'slow', -2 * hourMs],
  ] as const) {
    await page.clock.install({ time: Date.now() + offMs });
    const unanswered = unansweredOf(page);
    await leaveOddsOpen(page);

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
      await closeReceipt(page);
      const { bets, available } = await betsAndBalance(page);
      expect([bets.length, available]).toEqual([1, fromWhole(975)]);
    });

    await test.step(`${words}: a game closes in the second of its start, and its pick leaves the slip`, async () => {
      await pick(page, other);
      await blockEvents(page);
      await page.route('**/api/games/**', (route) => route.abort());
      // A reply that is under way while the time jumps or runs would shift the page's estimate of the server's time.
      await page.route('**/api/**', (route) => route.abort());
      await expect.poll(() => unanswered.size).toBe(0);
      await page.clock.pauseAt(startsAt + offMs - 1_000);
      await expect(oddsOn(page, other, / moneyline at /)).toHaveCount(2);
      await openSlip(page);
      await expect(title(page, `${other.homeName} ML`)).toBeVisible();
      await page.clock.runFor(2_000);
      await expect(title(page, 'Your slip is empty')).toBeVisible();
      // React delays what follows a lazy part by a timer, which does not run while the time stands still.
      await page.clock.resume();
      await closeSlip(page);
      await expect(oddsOn(page, other, / at (plus|minus) /)).toHaveCount(0);
      await page.unroute('**/api/**');
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

test('a parlay whose first game starts while it is confirmed is not placed as a single', async ({ stage, person }) => {
  const page = await person();
  const [one, other] = await two(page, stage);
  const [startsAt] = await Promise.all([startIn(page, stage, one, soonMs), startIn(page, stage, other, 2 * soonMs)]);
  await page.clock.install();
  await leaveOddsOpen(page);
  await enter(page, 'eve', sunday);
  for (const game of [one, other]) await pick(page, game);
  await openSlip(page);
  await page.getByRole('tab', { name: 'Parlay', exact: true }).click();
  await page.getByLabel('Parlay amount in Ching').fill('1000');
  const confirm = page.getByRole('button', { name: 'Confirm Parlay', exact: true });
  // Load the dialog: React delays what follows a lazy part by a timer, which does not run while the time stands still.
  await press(page, 'Place Parlay');
  await expect(confirm).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(confirm).toHaveCount(0);
  await blockEvents(page);
  await page.route('**/api/games/**', (route) => route.abort());
  await page.clock.pauseAt(startsAt - 1_000);
  await press(page, 'Place Parlay');
  await page.clock.runFor(500); // until the dialog's animation has ended
  await expect(confirm).toBeEnabled();
  const box = await confirm.boundingBox();
  if (!box) throw new Error('there is nothing to tap');
  const tapThere = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);

  await page.clock.runFor(1_500);
  await expect(
    title(page, `${one.away} @ ${one.home}: betting is locked, so that bet was taken off the slip.`),
  ).toBeVisible();
  for (const laterMs of [350, 350, 350]) {
    await page.clock.runFor(laterMs);
    await tapThere();
  }
  await page.clock.resume();
  await expect(title(page, 'The slip has changed')).toBeVisible();
  await expect(confirm).toBeDisabled();
  await press(page, 'Back to the Slip');
  await expect(dialog(page).getByText('The slip has changed')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Place Bet', exact: true })).toBeVisible();
  expect(await betsAndBalance(page)).toEqual({ bets: [], available: startingBalance });
});
