import { footballGames, oddsOn, openSlip } from './play.ts';
import { amountOf, closeSlip, enter, pick, press, sunday, title } from './slip.ts';
import { expect, test } from './stage.ts';

test('odds close at the second in which their feed has been silent for too long, and open again', async ({
  stage,
  person,
}) => {
  test.setTimeout(300_000);
  const page = await person();
  await enter(page, 'bob', sunday);
  const [game] = await footballGames(page, stage, 1);
  if (!game) throw new Error('the replay has no football game');
  const odds = oddsOn(page, game, new RegExp(`^${game.homeName} moneyline`));
  const card = page.getByRole('article', { name: `${game.awayName} at ${game.homeName}` });
  await pick(page, game);
  await openSlip(page);
  await amountOf(page, game.homeName).fill('100');
  const gone = title(page, 'This is not offered any more. Remove it to go on.');

  await test.step('the page closes them by itself, on the slate and on the slip', async () => {
    stage.replay.misbehave({ mode: 'html' });
    const asked = stage.replay.asked('NFL');
    // The second request comes after the answer to the first, which may be a good one, is stored.
    await expect.poll(() => stage.replay.asked('NFL'), { timeout: 30_000 }).toBeGreaterThan(asked + 1);
    let closeAt = 0;
    const slate = async (seconds: number) => {
      await page.waitForResponse(async (response) => {
        if (!response.url().includes('/api/games/week/') || response.status() !== 200) return false;
        const at = Date.parse((await response.json())[0].oddsCloseAt);
        if (!(at > closeAt && at < Date.now() + (seconds + 2) * 1_000)) return false;
        closeAt = at;
        return true;
      });
    };
    // On a busy machine the slate may come when the odds have closed already: then they close later.
    for (let seconds = 8; closeAt < Date.now() + 3_000; seconds *= 2) {
      await Promise.all([slate(seconds), stage.closeOddsIn('NFL', seconds)]);
    }
    await expect(gone).toBeHidden();
    await page.route('**/api/games/**', (route) => route.abort());
    await expect(gone).toBeVisible({ timeout: closeAt - Date.now() + 20_000 });
    await press(page, 'Place Bet');
    await expect(title(page, 'Odds Changed').first()).toBeVisible();
    await closeSlip(page);
    await expect(card.getByText('Waiting For Odds Makers')).toBeVisible();
    await expect(odds).toHaveCount(0);
  });

  await test.step('the next slate opens them again, and the pick is placed as it was', async () => {
    await page.unrouteAll({ behavior: 'wait' });
    stage.replay.misbehave({ mode: 'none' });
    await expect(odds).toBeVisible({ timeout: 60_000 });
    await openSlip(page);
    await expect(gone).toBeHidden();
    await press(page, 'Place Bet');
    await press(page, 'Confirm Bet');
    await expect(title(page, 'Bet Placed!')).toBeVisible();
  });
});
