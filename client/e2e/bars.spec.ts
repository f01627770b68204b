import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { delayRequests } from './delay.ts';
import { createLeague, signUp } from './people.ts';
import { openSlate, openSlip } from './play.ts';
import { dialog as dialogOf } from './screen.ts';
import { closeSlip, press } from './slip.ts';
import { expect, test } from './stage.ts';

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
    const form = '**/assets/idle-*.js';
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

/** The top edge of the element, in whole pixels of the window. */
async function topOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return Math.round(box?.y ?? Number.NaN);
}

/** Lists links and buttons of the bars that overlap, are cut, or lie out of their bar. Runs in the page. */
function misfitsOfBars(): string[] {
  const found: string[] = [];
  for (const bar of document.querySelectorAll('#root > header, #root > div > nav')) {
    const parts = [...bar.querySelectorAll('a, button')].filter((part) => part.checkVisibility());
    const boxes = parts.map((part) => part.getBoundingClientRect());
    for (const [at, box] of boxes.entries()) {
      const name = parts[at]?.textContent ?? '';
      if (box.left < 0 || box.right > bar.getBoundingClientRect().right + 0.5) found.push(`${name} is out of view`);
      const { scrollWidth = 0, clientWidth = 0 } = parts[at] ?? {};
      if (scrollWidth > clientWidth + 1) found.push(`${name} is cut`);
      for (const other of boxes.slice(at + 1)) {
        const isBeside = other.left >= box.right - 0.5 || other.right <= box.left + 0.5;
        if (!isBeside && other.top < box.bottom - 0.5 && other.bottom > box.top + 0.5) found.push(`${name} is covered`);
      }
    }
  }
  return found;
}

test('a member on a slow line sees bars and the slate, keys lead past them, and large text fits', async ({
  person,
}) => {
  const page = await person();
  await signUp(page, 'Bartholomew');
  await openSlate(page, '/');
  const landing = page.getByRole('heading', { name: /^Real games/ });
  const leaderboard = page.getByRole('link', { name: 'Leaderboard', exact: true });
  const loadMark = page.getByRole('status').filter({ hasText: /NFL|available for betting/ });

  await test.step('before its script a page shows its bars, and the slate its outline', async () => {
    const release = await delayRequests(page, '**/assets/*.js');
    await page.goto('/leaderboard', { waitUntil: 'commit' });
    await expect(leaderboard).toHaveCount(1); // once the stylesheet hides one of the two bars
    await expect(leaderboard).toHaveAttribute('aria-current', 'page');
    await page.goto('/', { waitUntil: 'commit' });
    await expect(loadMark).toHaveText('NFL will load soon...');
    await expect(leaderboard).toHaveCount(1);
    await expect(page.getByRole('button')).toHaveCount(0);
    const places = () => Promise.all([loadMark, leaderboard, page.getByRole('banner')].map(topOf));
    const before = await places();
    const releaseUser = await delayRequests(page, '**/api/auth/user');
    const releaseSlip = await delayRequests(page, '**/assets/bet-slip-*.js');
    release();
    await expect(page.getByRole('article').first()).toBeVisible(); // games load while the user does
    await expect(landing).toHaveCount(0);
    const slip = page.locator('#bet-slip', { hasText: 'Bet Slip' });
    await expect(slip).toHaveCount(0);
    await expectAccessible(page, 'the slate before its slip');
    releaseSlip();
    await expect(slip).toBeVisible();
    const [status = 0, ...bars] = await places();
    expect(bars).toEqual(before.slice(1));
    expect(Math.abs(status - (before[0] ?? 0))).toBeLessThanOrEqual(2);
    releaseUser();
    await expect(page.getByRole('banner')).toContainText('Bartholomew');
    expect(await places()).toEqual([status, ...bars]);
  });

  await test.step('the first links lead to the content and to the slip, and leave the address alone', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('link', { name: 'Skip to the bet slip' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#bet-slip')).toBeFocused();
    await expect(page).toHaveURL(/:\d+\/$/);
  });

  await test.step('? opens the list of shortcuts, which How to Play links to', async () => {
    await page.keyboard.press('?');
    await expect(dialogOf(page).getByRole('heading', { name: 'Keyboard shortcuts' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
    await expect(page.locator('#bet-slip')).toBeFocused();
    await page.goto('/how-to-play');
    await press(page, 'Keyboard shortcuts');
    await expect(dialogOf(page)).toContainText('Opens this list');
  });

  await test.step('the bars fit at every width, with text of up to twice the size', async () => {
    await page.goto('/');
    await expect(page.getByRole('banner')).toContainText('Bartholomew');
    const found: string[] = [];
    const browser = await page.context().newCDPSession(page);
    for (const percent of [100, 125, 150, 200]) {
      for (const width of [320, 390, 820, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        await browser.send('Page.setFontSizes', { fontSizes: { standard: (16 * percent) / 100 } });
        for (const misfit of await page.evaluate(misfitsOfBars)) found.push(`${percent} % at ${width} px: ${misfit}`);
      }
    }
    expect(found).toEqual([]);
  });
});

test('the page remembers where one was, and Back closes a dialog before it leaves', async ({ person }) => {
  const page = await person();
  await signUp(page, 'Cleo');
  await createLeague(page, 'Sunday League');
  await createLeague(page, 'Office Pool');
  const last = await createLeague(page, 'Family');
  await page.goto('/profile');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Games' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  const tab = (name: string | RegExp) => page.getByRole('tab', { name, exact: true });
  const selected = (name: string | RegExp) => expect(tab(name)).toHaveAttribute('aria-selected', 'true');
  const entries = () => page.evaluate(() => history.length);

  await test.step('sport and filter stand in the address, and come back with Back and with a reload', async () => {
    const before = await entries();
    await tab('Soccer').click();
    await tab(/^Upcoming/).click();
    await expect(page).toHaveURL(/\/\?sport=Soccer&filter=Upcoming$/);
    expect(await entries()).toBe(before);
    await page.reload();
    await selected('Soccer');
    await selected(/^Upcoming/);
    // Not the end of the page: the height of cards that were never on screen is an estimate.
    const scrolled = 300;
    await page.evaluate((top) => scrollTo(0, top), scrolled);
    await bar.getByRole('link', { name: 'My Bets' }).click();
    await expect(page.getByRole('heading', { name: 'My Betting History' })).toBeFocused();
    await page.goBack();
    await selected('Soccer');
    await selected(/^Upcoming/);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
    await tab(/^All/).click();
    await tab('NFL').click();
    await expect(page).toHaveURL(/:\d+\/$/);
  });

  await test.step('Back closes a dialog and stays, Forward opens none, and the history does not grow', async () => {
    const open = page.getByRole('button', { name: 'Join League' }).first();
    await open.click();
    await expect(dialogOf(page).getByLabel('Join Code')).toBeFocused();
    const longest = await entries();
    await page.goBack();
    await expect(dialogOf(page)).toBeHidden();
    await expect(open).toBeFocused();
    await page.goForward();
    await atRest(page);
    await expect(dialogOf(page)).toBeHidden();
    for (const _ of [1, 2]) {
      await open.click();
      await page.keyboard.press('Escape');
      await expect(dialogOf(page)).toBeHidden();
      await atRest(page);
    }
    expect(await entries()).toBe(longest);
  });

  await test.step('Back leads from the question to the slip, and from the slip to the games', async () => {
    await page.getByRole('article').first().getByRole('button').first().click();
    await openSlip(page);
    await page.getByLabel(/^Amount in Ching/).fill('10');
    const isSheet = await dialogOf(page).isVisible();
    await press(page, 'Place Bet');
    await expect(page.getByRole('dialog', { name: /^Confirm/ })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog', { name: /^Confirm/ })).toBeHidden();
    if (isSheet) {
      await expect(page.getByRole('dialog', { name: /^Bet Slip/ })).toBeVisible();
      await page.goBack();
    }
    await expect(dialogOf(page)).toBeHidden();
    await closeSlip(page);
    await page.goBack();
    await expect(page).toHaveURL(/\/profile$/);
  });

  await test.step('on a phone a cut row of tabs or leagues leads on, and shows the chosen one', async () => {
    const isPhone = (page.viewportSize()?.width ?? 0) < 560;
    await page.goto('/');
    const sports = page.getByRole('tablist', { name: 'Sport' });
    await expect(sports).toBeVisible();
    const more = page.locator('div').filter({ has: sports }).getByRole('button', { name: 'More tabs' }).first();
    await expect(more).toBeVisible({ visible: isPhone });
    if (!isPhone) return;
    await expect(tab('Hockey')).not.toBeInViewport();
    await more.click();
    await expect(tab('Hockey')).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'First tabs' }).first().click();
    await expect(tab('NFL')).toBeInViewport({ ratio: 1 });
    await page.goto('/?sport=Hockey');
    await expect(tab('Hockey')).toBeInViewport({ ratio: 1 });
    await page.goto(`/leaderboard?league=${last.id}`);
    await expect(page.getByRole('button', { name: /^Family/ })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'First leagues' }).click();
    await expect(page.getByRole('button', { name: /^Sunday League/ })).toBeInViewport({ ratio: 1 });
  });
});

test('a link to the open page leads to its top and adds no entry, so that Back leads to the page before', async ({
  person,
}) => {
  const page = await person();
  await signUp(page, 'Cleo');
  await page.goto('/how-to-play');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Bets', exact: true }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'My Betting History' })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/how-to-play$/);
  const heading = page.getByRole('heading', { level: 1, name: 'How to Play' });
  await expect(heading).toBeVisible();
  await page.evaluate(() => scrollTo(0, 400));
  await page.getByRole('banner').getByRole('link', { name: 'Ching: How to Play' }).click();
  await expect(heading).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

/** Waits until the browser has left the history entry of a closed dialog. */
async function atRest(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? 0)).toBe(0);
}
