import { setTextSize } from './layout.ts';
import { footballGames, openSlip } from './play.ts';
import { enter, pick, sunday } from './slip.ts';
import { expect, test } from './stage.ts';

test('with text of 200 % no league on the slip lies over the next', async ({ stage, person }) => {
  const page = await person();
  const leagues = Array.from({ length: 8 }, (_, at) => ({ ...sunday, name: `Sunday League ${at}` }));
  await enter(page, 'finn', ...leagues);
  const [game] = await footballGames(page, stage, 1);
  if (!game) throw new Error('there is nothing to bet on');
  await pick(page, game);
  await openSlip(page);
  await setTextSize(page, 32);
  await page.getByRole('button', { name: /^Bet in/ }).click();
  const choices = page.getByRole('dialog').locator('label', { has: page.getByRole('radio') });
  await expect(choices).toHaveCount(8);
  const overflows = await choices.evaluateAll((labels) =>
    labels.map((label) => label.scrollHeight - label.clientHeight),
  );
  expect(overflows).toEqual(leagues.map(() => 0));
});
