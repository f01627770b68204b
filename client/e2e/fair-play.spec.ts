import type { Page } from '@playwright/test';
import { currentUser } from '#shared/api/auth.ts';
import { listGroups } from '#shared/api/groups.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { delayRequests } from './delay.ts';
import { expectFits } from './layout.ts';
import { createLeague, onlyLeague, signUp } from './people.ts';
import { footballGames, footballSlate, moneyline, openSlip, type PlayedGame, placeSingle } from './play.ts';
import { dialog, expectToast, pressInDialog, toastOf } from './screen.ts';
import { amountOf, pick, press, seeSlate } from './slip.ts';
import { expect, type Stage, test } from './stage.ts';

test('an owner chooses Fair play, adjusts it, and reads the rules on the league’s page', async ({ person }) => {
  const page = await person();
  await signUp(page, 'olga');
  await page.goto('/leaderboard');
  await page.getByRole('button', { name: 'Create League' }).first().click();
  await page.getByLabel('League Name').fill('Sunday League');
  await page.getByRole('radio', { name: 'Fair play' }).check();
  await page.getByText('Adjust', { exact: true }).click();
  await page.getByLabel('Most in open bets').selectOption('50% of the balance');
  await expect(page.getByRole('radio', { name: 'Fair play' })).not.toBeChecked();
  await expectAccessible(page, 'the options');
  await expectFits(page, 'the options');
  await pressInDialog(page, 'Create League');
  await expect(page).toHaveURL(/\/league\//);
  await page.getByRole('button', { name: 'View Details' }).click();
  await expect(page.getByText('Rules: Rules of its own')).toBeVisible();
  await expect(page.getByText('At most 50% of your balance may be in open bets, but always 10.')).toBeVisible();
  await expect(page.getByText('Parlays have up to 6 legs.')).toBeVisible();
  await expectAccessible(page, 'the rules of a league');
  await expectFits(page, 'the rules of a league');

  await test.step('until the first bet the settings change them', async () => {
    await page.getByRole('button', { name: 'League Settings' }).click();
    await page.getByRole('radio', { name: 'Fair play' }).check();
    await pressInDialog(page, 'Save Changes');
    await expect(page.getByText('Rules: Fair play')).toBeVisible();
  });
});

test('the options stay open until a tap closes them, also when they become a preset again', async ({ person }) => {
  const page = await person();
  await signUp(page, 'olga');
  await page.goto('/leaderboard');
  await page.getByRole('button', { name: 'Create League' }).first().click();
  await dialog(page).getByText('Adjust', { exact: true }).click();
  const rescue = dialog(page).getByLabel('Rescue');
  await rescue.selectOption('100 Ching');
  await expect(page.getByRole('radio', { name: 'Classic' })).not.toBeChecked();
  await rescue.focus();
  await rescue.selectOption('None');
  await expect(page.getByRole('radio', { name: 'Classic' })).toBeChecked();
  await expect(rescue).toBeVisible();
  await expect(rescue).toBeFocused();
  await dialog(page).getByText('Adjust', { exact: true }).click();
  await expect(rescue).toBeHidden();
});

/** Opens the slate with a single on the slip, in a league of Fair play. */
async function enterFairLeague(page: Page, stage: Stage): Promise<PlayedGame> {
  await signUp(page, 'finn');
  await createLeague(page, 'Fair League', { fairPlay: { ...presets.fairPlay, rescue: '250' } });
  await page.goto('/');
  await seeSlate(page);
  const [game] = await footballGames(page, stage, 1);
  if (!game) throw new Error('there is nothing to bet on');
  await pick(page, game);
  await openSlip(page);
  return game;
}

test('the slip says what the cap refuses before it sends, and Max goes up to it', async ({ stage, person }) => {
  const page = await person();
  const game = await enterFairLeague(page, stage);
  const refusal = 'Fair play: at most 25% of your balance may be in open bets. You can stake 250 more.';
  await expect(page.getByText('You can stake', { exact: true }).locator('..')).toContainText('250');
  await amountOf(page, game.homeName).fill('251');
  await expect(page.getByText(refusal)).toBeVisible();
  await press(page, 'Place Bet');
  await expect(page.getByRole('button', { name: 'Confirm Bet' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Max/ }).click();
  await expect(amountOf(page, game.homeName)).toHaveValue('250');
  await expect(page.getByText(refusal)).toHaveCount(0);
});

/** Records from now on where the button that places the bet is while it may be pressed. Returns what reads the places. */
async function placesOfPlace(page: Page): Promise<() => Promise<string[]>> {
  const places = await page.evaluateHandle(() => {
    const found = new Set<string>();
    const read = () => {
      const buttons = [...document.querySelectorAll('button:not([aria-disabled=true])')];
      const button = buttons.find((one) => one.textContent === 'Place Bet');
      const box = button?.getBoundingClientRect();
      if (box) found.add(`${box.x}, ${box.y}, ${box.width} x ${box.height}`);
      requestAnimationFrame(read);
    };
    read();
    return found;
  });
  return () => places.evaluate((found) => [...found]);
}

test('after a reload Place waits for account and leagues, and nothing moves it from under a tap', async ({
  stage,
  person,
}) => {
  const page = await person();
  const game = await enterFairLeague(page, stage);
  await amountOf(page, game.homeName).fill('100');
  await stage.ageLeague(await onlyLeague(page), 2);
  const releaseAccount = await delayRequests(page, `**${currentUser.path}`);
  const releaseLeagues = await delayRequests(page, `**${listGroups.path}`);
  await page.reload();
  await seeSlate(page);
  await openSlip(page);
  const place = page.getByRole('button', { name: 'Place Bet' });
  const confirm = page.getByRole('button', { name: 'Confirm Bet' });
  /** Enter and a tap say that Place waits, and open nothing. */
  const expectToWaitFor = async (words: string) => {
    await expect(place).toBeDisabled();
    for (const trigger of [() => amountOf(page, game.homeName).press('Enter'), () => place.dispatchEvent('click')]) {
      await trigger();
      await expectToast(page, 'One Moment', words);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(toastOf(page, 'One Moment')).toHaveCount(0);
    }
    await expect(confirm).toHaveCount(0);
  };
  await expectToWaitFor('Your account is still loading.');
  const leaguesWanted = page.waitForRequest(`**${listGroups.path}`);
  releaseAccount();
  await leaguesWanted; // only a member's page asks for them
  await expectToWaitFor('Your leagues are still loading.');
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  const places = await placesOfPlace(page);
  releaseLeagues();
  await expect(place).toBeEnabled();
  await expect(page.getByText(/ to count this week/)).toBeVisible();
  await expect(page.getByText(/^Wins: /)).toBeVisible();
  expect(await places()).toHaveLength(1);
  await place.click();
  await expect(confirm).toBeEnabled();
});

test('what another tab staked meanwhile is judged by the server, and said in its words', async ({ stage, person }) => {
  const page = await person();
  const game = await enterFairLeague(page, stage);
  await amountOf(page, game.homeName).fill('100');
  await press(page, 'Place Bet');
  await expect(page.getByRole('button', { name: 'Confirm Bet' })).toBeVisible();

  const other = (await footballSlate(page)).find(({ awayTeamName }) => awayTeamName === game.awayName);
  if (!other) throw new Error('the game has left the slate');
  await placeSingle(page, await onlyLeague(page), '200', moneyline(other, 'away'));
  await page.getByRole('button', { name: 'Confirm Bet' }).click();
  const refusal = 'Fair play: at most 25% of your balance may be in open bets. You can stake 50 more.';
  await expect(page.getByText(refusal).first()).toBeVisible();
  await expect(amountOf(page, game.homeName)).toHaveValue('100');
  const [after] = await ask(page, listGroups);
  expect([after?.available, after?.pending]).toEqual([80_000, 20_000]);
});
