import type { Page } from '@playwright/test';
import { slateCalls } from '#shared/api/games.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { ask } from './ask.ts';
import { delayRequests } from './delay.ts';
import { createLeague, signUp } from './people.ts';
import { footballGames, footballSlate, openSlip } from './play.ts';
import { expectLedToSignIn } from './screen.ts';
import { amountOf, betsAndBalance, pick, press } from './slip.ts';
import { expect, test } from './stage.ts';

const cards = (page: Page) => page.getByRole('article');

/** The colour that a phone gives its bars above the page. */
const themeColor = (page: Page) => page.locator('meta[name=theme-color][media=all]');

test('a visitor looks around, also while feed and database are in trouble, and is asked to sign in to bet', async ({
  stage,
  person,
}) => {
  const page = await person();
  const signIn = page.getByRole('heading', { name: 'Welcome' });

  await test.step('the landing page and the slate are there before their script, in the chosen theme, and take no tap', async () => {
    await page.addInitScript(() => localStorage.setItem('ching.theme', 'dark'));
    const release = await delayRequests(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'Real games. Play money. Your friends.' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(themeColor(page)).toHaveAttribute('content', '#141a23');
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await page.goto('/games', { waitUntil: 'commit' });
    await expect(page.getByText('NFL will load soon...')).toBeVisible();
    release();
    await expect(page.getByRole('heading', { name: /^Week \d+$/ })).toBeVisible();
  });

  await test.step('an unknown path says so', async () => {
    await page.goto('/nowhere');
    await expect(page.getByText('404 Page Not Found')).toBeVisible();
  });

  await test.step('the profile asks to log in', async () => {
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Your Profile', exact: true })).toBeVisible();
    await expect(page.getByText('Please log in to view your profile.', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Sign In' }).click();
    await expect(signIn).toBeVisible();
  });

  await test.step('the slip may be filled, and placing leads to sign-in', async () => {
    await page.goto('/games');
    await expect(page.getByRole('heading', { name: /^Week \d+$/ })).toBeVisible();
    await cards(page).first().getByRole('button').first().click();
    await openSlip(page);
    await page.getByLabel(/^Amount in Ching/).fill('10');
    await expectLedToSignIn(page, () => page.getByRole('button', { name: 'Place Bet', exact: true }).click());
  });

  await test.step('without a network placing says that it failed', async () => {
    await page.goto('/games');
    await openSlip(page);
    // Chunks come one after another: what the step needs must be there before the network is gone.
    await expect(page.getByRole('button', { name: 'Place Bet', exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeAttached();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Place Bet', exact: true }).click();
    await expect(page.getByText('Failed to place bet', { exact: true })).toBeVisible();
    await page.context().setOffline(false);
  });

  await test.step('a feed that answers rubbish takes nothing off the slate', async () => {
    const rubbish = { NFL: 'html', MLB: 'truncated', NBA: 'empty', Hockey: '500' } as const;
    const days = [slateCalls.MLB, slateCalls.NBA, slateCalls.Hockey];
    const counts = async () => {
      const lists = await Promise.all([footballSlate(page), ...days.map(({ games }) => ask(page, games))]);
      return lists.map(({ length }) => length);
    };
    const before = await counts();
    const sports = Object.keys(rubbish) as (keyof typeof rubbish)[];
    const asked = sports.map((sport) => stage.replay.asked(sport));
    for (const sport of sports) stage.replay.misbehave({ mode: rubbish[sport], sport });
    await expect
      .poll(() => sports.every((sport, at) => stage.replay.asked(sport) > (asked[at] ?? 0)), { timeout: 30_000 })
      .toBe(true);
    await page.goto('/games');
    await expect(cards(page).first()).toBeVisible();
    expect(await counts()).toEqual(before);
  });

  await test.step('without its database the slate says so, and goes on by itself afterwards', async () => {
    await stage.cutDatabase();
    await page.reload();
    await expect(page.getByText('Failed to load NFL games')).toBeVisible();
    await expect(page.getByText('Please try again later')).toBeVisible();
    expect((await page.request.get('/healthz')).status()).toBe(200);
    expect((await page.request.get('/readyz')).status()).toBe(503);
    await stage.restoreDatabase();
    await expect.poll(async () => (await page.request.get('/readyz')).status(), { timeout: 15_000 }).toBe(200);
    await page.reload();
    await expect(cards(page).first()).toBeVisible();
  });
});

test('the switch of the theme follows a system that turns dark while the page is open', async ({ person }) => {
  const page = await person();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/games');
  const switchTo = (theme: 'dark' | 'light') => page.getByRole('button', { name: `Use the ${theme} theme` });
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await expect(switchTo('dark')).toBeVisible();
  const light = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ground).not.toBe(light);
  await switchTo('light').click();
  await expect.poll(ground).toBe(light);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(switchTo('dark')).toBeVisible(); // a choice is above the system
  expect(await ground()).toBe(light);
});

test('a browser that forbids storage has all of it, for as long as the page', async ({ stage, person }) => {
  const page = await person();
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    }),
  );
  await page.goto('/');
  await page.getByRole('button', { name: 'Use the dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(themeColor(page)).toHaveAttribute('content', '#141a23');
  await signUp(page, 'Nora');
  await createLeague(page, 'Sunday League');
  await page.goto('/games');
  const [game] = await footballGames(page, stage, 1);
  if (!game) throw new Error('a game is expected');
  await pick(page, game);
  await openSlip(page);
  await amountOf(page, game.homeName).fill('40');
  await press(page, 'Place Bet');
  await press(page, 'Confirm Bet');
  await expect(page.getByText('Bet Placed!', { exact: true })).toBeVisible();
  expect((await betsAndBalance(page)).available).toBe(fromWhole(960));
});
