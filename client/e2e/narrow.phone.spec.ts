import { enterJordan, settleSeven } from './jordan.ts';
import { expectFits, showMillions } from './narrow.ts';
import { openSlip } from './play.ts';
import { expect, test } from './stage.ts';

test('on a phone of 320 px no page scrolls sideways and no amount is cut, a million neither', async ({
  stage,
  person,
}) => {
  const jordan = await enterJordan(person);
  const { page, sunday } = jordan;
  await settleSeven(stage, jordan);
  await showMillions(page);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/my-bets', '/leaderboard', `/league/${sunday.id}`, '/profile']) {
    await page.goto(path);
    await expectFits(page);
  }
  await page.goto('/');
  await page.getByRole('button', { name: /^Ridgebacks moneyline/ }).click();
  await openSlip(page);
  await page.getByLabel('Amount in Ching for Ridgebacks ML').fill('1000000');
  await expect(page.getByText('2,200,000 Ching')).toBeVisible();
  await page.getByRole('button', { name: 'Place Bet', exact: true }).click();
  await expectFits(page);
});
