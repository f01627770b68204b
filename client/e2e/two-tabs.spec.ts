import type { Page } from '@playwright/test';
import { currentUser, login } from '#shared/api/auth.ts';
import { startingBalance } from '#shared/domain/money.ts';
import { ask } from './ask.ts';
import { createLeague, join, password, signUp } from './people.ts';
import { footballGames, openSlip } from './play.ts';
import { expectToast, signIn } from './screen.ts';
import { amountOf, betsAndBalance, closeSlip, pick, press, seeSlate, title } from './slip.ts';
import { expect, test } from './stage.ts';

test.use({ changesGames: false });

const name = (page: Page, words: string) => page.getByRole('banner').getByText(words, { exact: true });
const landing = (page: Page) => page.getByRole('heading', { name: 'Welcome' });

test('two people use one browser: no tab acts for another person, and no slip stays behind', async ({
  stage,
  person,
}) => {
  const [tab, elsewhere] = [await person(), await person()];
  const ann = await signUp(tab, 'Ann');
  const bob = await signUp(elsewhere, 'Bob');
  await join(await createLeague(tab, 'Sunday League'), elsewhere);
  await tab.goto('/');
  await seeSlate(tab);
  const [game] = await footballGames(tab, stage, 1);
  if (!game) throw new Error('the replay has no football game');

  const fillSlip = async () => {
    await pick(tab, game);
    await openSlip(tab);
    await amountOf(tab, game.homeName).fill('100');
  };
  const expectEmptySlip = async () => {
    await seeSlate(tab);
    await openSlip(tab);
    await expect(title(tab, 'Your slip is empty')).toBeVisible();
    await closeSlip(tab);
  };

  await test.step('a tab that was opened for Ann places nothing once Bob is signed in, says so and starts anew as Bob', async () => {
    await fillSlip();
    await press(tab, 'Place Bet');
    // As in a browser whose tabs receive no messages of each other.
    await ask(tab, login, { body: { email: bob.email, password } });
    await press(tab, 'Confirm Bet');
    await expectToast(tab, 'Account Changed');
    await expect(name(tab, 'Bob')).toBeVisible();
    await expectEmptySlip();
    expect(await betsAndBalance(tab)).toEqual({ bets: [], available: startingBalance });
    expect(await betsAndBalance(elsewhere)).toEqual({ bets: [], available: startingBalance });
    await ask(elsewhere, login, { body: { email: ann.email, password } });
    expect(await betsAndBalance(elsewhere)).toEqual({ bets: [], available: startingBalance });
  });

  const second = await tab.context().newPage();
  await second.goto('/profile');

  await test.step('signing out in one tab reaches the other, and takes the slip along', async () => {
    await fillSlip();
    await second.getByRole('button', { name: 'Log out' }).click();
    await expect(landing(second)).toBeVisible();
    await expectToast(tab, 'Signed Out', 'You signed out in another tab.');
    await expect(landing(tab)).toBeVisible();
  });

  await test.step('signing in in one tab reaches the other', async () => {
    await signIn(second, ann.email, password);
    await expect(name(second, 'Ann')).toBeVisible();
    await expect(name(tab, 'Ann')).toBeVisible();
    await expectEmptySlip();
  });

  await test.step('a slip outlives the end of its session', async () => {
    await fillSlip();
    await tab.context().clearCookies();
    await tab.goto('/');
    await signIn(tab, ann.email, password);
    await seeSlate(tab);
    await openSlip(tab);
    await expect(amountOf(tab, game.homeName)).toHaveValue('100');
    await closeSlip(tab);
  });

  await test.step('it does not wait for somebody else', async () => {
    await tab.context().clearCookies();
    await tab.goto('/?next=%2Fgames');
    await signIn(tab, bob.email, password);
    await expect(name(tab, 'Bob')).toBeVisible();
    await expect(tab).toHaveURL('/games');
    await expectEmptySlip();
    await expect(second.getByRole('banner').getByText('Bob', { exact: true })).toBeVisible();
  });
});

test('a tab that is still loading the account follows a sign-out in another tab', async ({ person }) => {
  const tab = await person();
  await signUp(tab, 'Ann');
  const second = await tab.context().newPage();
  await second.goto('/profile');
  let isAnswered = false;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await tab.route(
    `**${currentUser.path}`,
    async (route) => {
      const response = await route.fetch();
      isAnswered = true;
      await released;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await tab.goto('/profile');
  await expect.poll(() => isAnswered).toBe(true);
  await second.getByRole('button', { name: 'Log out' }).click();
  await expect(landing(second)).toBeVisible();
  release();
  await expect(tab.getByText('Please log in to view your profile.')).toBeVisible();
  await expect(name(tab, 'Ann')).toHaveCount(0);
});
