import { signUp } from './people.ts';
import { expect, test } from './stage.ts';

test.use({ changesGames: false });

test('the bars lead where they say, and How to Play has its sections', async ({ person }) => {
  const page = await person();

  await test.step('visitors are led to the login entry, and back after signing in', async () => {
    await page.goto('/how-to-play');
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(page).toHaveURL(/\?next=%2Fhow-to-play$/);
    await page.goto('/api/login?next=%2Fmy-bets');
    await expect(page).toHaveURL(/\?next=%2Fmy-bets$/);
    await page.goto('/games');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Ching', exact: true })).toHaveAttribute(
      'href',
      '/',
    );
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Log out' })).toHaveCount(0);
  });

  await signUp(page, 'Cleo');
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Cleo');
  await page.getByRole('banner').getByRole('link', { name: 'Ching: How to Play' }).click();

  await test.step('How to Play', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'How to Play' })).toBeVisible();
    const sections = [
      'What is Ching',
      'Leagues and Groups',
      'Available Sports',
      'Types of Bets',
      'How to Place Bets',
      'Understanding Odds and Payouts',
      'Leaderboards',
      'Tips',
    ];
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(sections);
    await expect(page.getByText('+150 on 100 wins 150 profit, 250 total return.')).toBeVisible();
    await expect(page.getByText('-110 means bet 110 to win 100 profit, 210 total return.')).toBeVisible();
    const rules = page.getByRole('table').getByRole('row');
    await expect(rules.filter({ hasText: 'Hockey' })).toContainText('Overtime and shoot-out are included');
    await expect(rules.filter({ hasText: 'Soccer' })).toContainText('90 minutes plus stoppage only');
    await expect(page.getByText(/^Simulated games are played/)).toHaveCount(0); // this journey plays real games
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  const bar = page.getByRole('navigation', { name: 'Main' });
  const enter = (name: string) => bar.getByRole('link', { name, exact: true }).click();

  await test.step('the main bar', async () => {
    for (const [name, path] of [
      ['Leaderboard', /\/leaderboard$/],
      ['My Bets', /\/my-bets$/],
      ['Profile', /\/profile$/],
      ['Games', /:\d+\/$/],
    ] as const) {
      await enter(name);
      await expect(page).toHaveURL(path);
      await expect(bar.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    }
  });

  await test.step('a page opens at its top, with its title and the focus on its heading; Back leads to where one was', async () => {
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
    const scrolled = () => page.evaluate(() => scrollY);
    await page.getByRole('banner').getByRole('link', { name: 'Ching: How to Play' }).click();
    await expect(heading('How to Play')).toBeFocused();
    await page.evaluate(() => scrollTo(0, 400));
    await enter('My Bets');
    await expect(heading('My Betting History')).toBeFocused();
    await expect(page).toHaveTitle('My Betting History · Ching');
    expect(await scrolled()).toBe(0);
    await page.getByRole('link', { name: 'See the games' }).click();
    await expect(heading(/^Week \d+$/)).toBeFocused();
    await expect(page).toHaveTitle('Games · Ching');
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveTitle('How to Play · Ching');
    await expect.poll(scrolled).toBe(400);
    await expect(heading('How to Play')).not.toBeFocused();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(page).toHaveTitle('Ching');
  });
});

test('a part of the client that does not load says so, and loads when it is asked for again', async ({ person }) => {
  const page = await person();
  await signUp(page, 'Cleo');
  await page.goto('/how-to-play');
  await expect(page.getByRole('heading', { level: 1, name: 'How to Play' })).toBeVisible();
  const bar = page.getByRole('navigation', { name: 'Main' });
  const enter = (name: string) => bar.getByRole('link', { name, exact: true }).click();

  await test.step('a page whose code does not come says so between the bars, and comes when it is asked for again', async () => {
    const missing = page.getByRole('alert').filter({ hasText: 'This page did not load' });
    for (const part of ['my-bets', 'profile'])
      await page.route(`**/assets/${part}-page-*.js`, (route) => route.abort());
    await enter('My Bets');
    await expect(missing).toContainText('You may be offline, or Ching was updated meanwhile.');
    await expect(page.getByRole('banner')).toContainText('Cleo');
    await enter('Profile');
    await expect(page).toHaveURL(/\/profile$/);
    await expect(missing).toBeVisible();
    await enter('Leaderboard');
    await expect(page.getByText('No Leagues Yet')).toBeVisible();
    await page.unroute('**/assets/profile-page-*.js');
    await enter('Profile');
    await expect(page.getByRole('heading', { name: "Cleo's Profile" })).toBeVisible();
    await enter('My Bets');
    await expect(missing).toBeVisible();
    await page.unroute('**/assets/my-bets-page-*.js');
    await missing.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'My Betting History' })).toBeVisible();
  });

  await test.step('a page that a newer release no longer has is loaded anew with that release', async () => {
    const gone = '**/assets/leaderboard-page-*.js';
    await page.route(gone, (route) => route.fulfill({ status: 404, body: '' }));
    await page.reload();
    await enter('Leaderboard');
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await loaded;
    await expect(page.getByText('This page did not load')).toBeVisible();
    await page.unroute(gone);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('No Leagues Yet')).toBeVisible();
  });

  await test.step('a dialog whose code does not come says so, and opens when it is asked for again', async () => {
    const form = '**/assets/join-league-form-*.js';
    await page.route(form, (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Join League' }).first().click();
    const missing = page.getByRole('alert').filter({ hasText: 'This did not load' });
    await expect(missing).toBeVisible();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(missing).toBeHidden();
    await page.getByRole('button', { name: 'Join League' }).first().click();
    await expect(missing).toBeVisible();
    await page.unroute(form);
    await missing.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('dialog').getByLabel('Join Code')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });
});
