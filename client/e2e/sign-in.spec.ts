import type { Locator, Page } from '@playwright/test';
import { register } from '#shared/api/auth.ts';
import { ask } from './ask.ts';
import { openSlip } from './play.ts';
import { expectToast } from './screen.ts';
import { expect, test } from './stage.ts';

const text = (page: Page, words: string) => page.getByText(words, { exact: true });
const form = (page: Page) => page.locator('form');

async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
}

async function submit(page: Page, name: 'Sign In' | 'Create Account'): Promise<void> {
  await form(page).getByRole('button', { name, exact: true }).click();
}

/** The background of the first of these controls, once it has changed to that of its present state. */
const groundOf = (controls: Locator) =>
  controls.first().evaluate(async (control) => {
    await Promise.allSettled(control.getAnimations().map(({ finished }) => finished));
    return getComputedStyle(control).backgroundColor;
  });

async function onSlate(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /^Week \d+$/ })).toBeVisible();
}

test('a visitor reads what Ching is, signs up, out and in again', async ({ person }) => {
  const page = await person();

  await test.step('the landing page says what Ching is', async () => {
    await page.goto('/');
    for (const name of ['What is Ching?', 'Available Sports', 'Types of Bets']) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    }
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password');
    await expect(page.getByRole('navigation')).toHaveCount(0);
  });

  await test.step('a password that is too short is not sent', async () => {
    await page.getByRole('button', { name: 'Create Account' }).click();
    await fillIn(page, { 'First Name': 'Jordan', 'Last Name': 'Reed', Email: 'jordan@example.com', Password: 'short' });
    await submit(page, 'Create Account');
    await expect(page.getByLabel('Password')).toHaveJSProperty('validity.tooShort', true);
    expect((await page.request.get('/api/auth/user')).status()).toBe(401);
  });

  await test.step('what was typed as e-mail stays with the other form', async () => {
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByLabel('Email')).toHaveValue('jordan@example.com');
    await page.getByRole('button', { name: 'Create Account' }).click();
  });

  await test.step('a new account is signed in and on the slate', async () => {
    await fillIn(page, { 'First Name': 'Jordan', Password: 'correct horse' });
    await submit(page, 'Create Account');
    await expect(text(page, 'Account created!')).toBeVisible();
    await onSlate(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByRole('banner')).toContainText('Jordan');
  });

  await test.step('logging out leads to the landing page', async () => {
    await expect(text(page, 'Account created!')).toBeHidden(); // the toast covers the top bar of a phone
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(page).toHaveURL('/');
    expect((await page.request.get('/api/auth/user')).status()).toBe(401);
  });

  await test.step('an address has one account', async () => {
    await page.getByRole('button', { name: 'Create Account' }).click();
    await fillIn(page, { Email: 'jordan@example.com', Password: 'correct horse' });
    await submit(page, 'Create Account');
    await expectToast(page, 'Error', 'An account with this email already exists');
    const email = page.getByLabel('Email');
    await expect(email).toHaveAccessibleDescription('An account with this email already exists');
    await expect(email).toBeFocused();
    await page.getByRole('button', { name: 'Sign In' }).click();
  });

  await test.step('a wrong password is refused in the words of the server, and may be shown', async () => {
    const password = page.getByLabel('Password', { exact: true });
    await fillIn(page, { Email: 'jordan@example.com', Password: 'wrong horse' });
    await submit(page, 'Sign In');
    await expectToast(page, 'Error', 'Invalid email or password');
    await expect(password).toHaveAccessibleDescription('Invalid email or password');
    await expect(password).toBeFocused();
    await page.getByRole('button', { name: 'Show Password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(password).toHaveValue('wrong horse');
  });

  await test.step('a failure without words, and no answer at all, have words of their own', async () => {
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: '' }));
    await submit(page, 'Sign In');
    await expectToast(page, 'Error', 'Something went wrong. Please try again.');
    await page.unroute('**/api/auth/login');
    await page.route('**/api/auth/login', (route) => route.abort());
    await submit(page, 'Sign In');
    await expectToast(page, 'Error', 'Unable to connect. Please try again.');
    await page.unroute('**/api/auth/login');
  });

  await test.step('the right password leads to the slate', async () => {
    await fillIn(page, { Password: 'correct horse' });
    await submit(page, 'Sign In');
    await expect(text(page, 'Welcome back!')).toBeVisible();
    await onSlate(page);
  });

  await test.step('logging out leads to / even when nobody answers, and then deletes nothing', async () => {
    await page.evaluate(() => localStorage.setItem('ching.unanswered', '{"a bet":"its key"}'));
    await page.goto('/my-bets');
    await expect(page.getByRole('heading', { name: 'My Betting History' })).toBeVisible();
    await page.route('**/api/auth/logout', (route) => route.abort());
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/');
    await page.unroute('**/api/auth/logout');
    await onSlate(page);
    expect(await page.evaluate(() => localStorage.getItem('ching.unanswered'))).toBe('{"a bet":"its key"}');
  });
});

test('a member is not taken for a visitor while it is not known who is signed in', async ({ person }) => {
  const page = await person();
  await ask(page, register, {
    body: { email: 'jordan@example.com', password: 'correct horse', firstName: 'Jordan', lastName: 'Reed' },
  });
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to load your account' });
  let asked = 0;
  await page.route('**/api/auth/user', async (route) => {
    asked += 1;
    if (asked === 1) await route.fulfill({ status: 503, body: '' });
    else await route.fallback();
  });

  for (const [path, heading] of [
    ['/', /^Week \d+$/],
    ['/games', /^Week \d+$/],
    ['/my-bets', 'My Betting History'],
    ['/profile', "Jordan's Profile"],
    ['/league/none', 'League'],
  ] as const) {
    await test.step(`${path} says that the account did not load, asks once, and again on a tap`, async () => {
      asked = 0;
      await page.goto(path);
      await expect(failed).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Welcome' })).toHaveCount(0);
      expect(asked).toBe(1);
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await expect(page.getByRole('banner')).toContainText('Jordan');
      await expect(page).toHaveURL(path);
      expect(asked).toBe(2);
    });
  }

  await test.step('the odds page lets nobody in, and sends nobody away', async () => {
    asked = 0;
    await page.goto('/admin-odds');
    await expect(failed).toBeVisible();
    await expect(text(page, 'Admin Access Required')).toHaveCount(0);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(text(page, 'Admin Access Required')).toBeVisible();
  });
});

test('a visitor is led to sign in, and back to the page they came from', async ({ person }) => {
  const page = await person();
  await page.goto('/');
  await ask(page, register, {
    body: { email: 'jordan@example.com', password: 'correct horse', firstName: 'Jordan', lastName: 'Reed' },
  });
  await page.context().clearCookies();

  await test.step('a page for members leads to the login entry, and there after signing in', async () => {
    const entry = page.waitForRequest('**/api/login?next=%2Fmy-bets');
    await page.goto('/my-bets');
    await entry;
    await expect(page).toHaveURL('/?next=%2Fmy-bets');
    await fillIn(page, { Email: 'jordan@example.com', Password: 'correct horse' });
    await submit(page, 'Sign In');
    await expect(page.getByRole('heading', { name: 'My Betting History' })).toBeVisible();
    await expect(page).toHaveURL('/my-bets');
  });

  await test.step('who is signed in is led to the page at once', async () => {
    for (const entry of ['/api/login?next=%2Fprofile', '/?next=%2Fprofile']) {
      await page.goto(entry);
      await expect(page).toHaveURL('/profile');
    }
    await page.goto('/my-bets');
    await expect(page.getByText('No bets placed yet')).toBeVisible(); // Refresh would join a request that still runs
  });

  await test.step('an expired session shows a toast, and the page is left half a second later', async () => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.context().clearCookies();
    const entry = page.waitForRequest('**/api/login?next=%2Fmy-bets');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(text(page, 'Unauthorized')).toBeVisible();
    await expect(text(page, 'You are logged out. Logging in again...')).toBeVisible();
    await page.clock.runFor(499);
    await expect(page).toHaveURL('/my-bets');
    await page.clock.runFor(1);
    await entry;
    await page.clock.resume();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  });

  await test.step('a slip that was filled by a visitor is there after signing in', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Look at the games first' }).click();
    await onSlate(page);
    await page.getByRole('article').first().getByRole('button').first().click();
    await page.emulateMedia({ forcedColors: 'active' }); // they replace every background that the page itself has
    expect(await groundOf(page.getByRole('button', { pressed: true }))).not.toBe(
      await groundOf(page.getByRole('button', { pressed: false })),
    );
    expect(await groundOf(page.getByRole('tab', { selected: true }))).not.toBe(
      await groundOf(page.getByRole('tab', { selected: false })),
    );
    await page.emulateMedia({ forcedColors: null });
    await openSlip(page);
    await page.getByLabel(/^Amount in Ching/).fill('25');
    // The page leaves by a timer.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await page.getByRole('button', { name: 'Place Bet', exact: true }).click();
    await expect(text(page, 'You are logged out. Logging in again...')).toBeVisible();
    await page.clock.resume();
    await expect(page).toHaveURL('/?next=%2Fgames');
    await fillIn(page, { Email: 'jordan@example.com', Password: 'correct horse' });
    await submit(page, 'Sign In');
    await expect(page).toHaveURL('/games');
    await onSlate(page);
    await openSlip(page);
    await expect(page.getByLabel(/^Amount in Ching/)).toHaveValue('25');
  });
});
