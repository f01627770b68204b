import { currentUser, forgotPassword, logout } from '#shared/api/auth.ts';
import { ask } from './ask.ts';
import { delayRequests } from './delay.ts';
import { password, signUp } from './people.ts';
import { signIn, toastOf } from './screen.ts';
import { expect, test } from './stage.ts';

test('Ann forgets her password, follows the mail, and is in again; each failure is explained', async ({
  stage,
  person,
}) => {
  const page = await person();
  const { email } = await signUp(page, 'Ann');
  await ask(page, logout);

  await test.step('she asks for a link; the page has no top bar', async () => {
    await page.goto('/forgot-password');
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot Password' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign In' })).toHaveCount(0);
    const send = page.getByRole('button', { name: 'Send Reset Link' });
    await expect(send).toBeDisabled();
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(forgotPassword.path)) sent += 1;
    });
    await page.getByLabel('Email').fill('ann');
    await send.click();
    await expect(page.getByLabel('Email')).toHaveJSProperty('validity.typeMismatch', true);
    await page.getByLabel('Email').fill(email);
    const release = await delayRequests(page, '**/api/auth/forgot-password');
    await send.click();
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    release();
    await expect(toastOf(page, 'Email Sent')).toContainText(
      'If an account exists with that email, a password reset link has been sent.',
    );
    await expect(page.getByText('Check your inbox and your spam folder. The link expires in 1 hour.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Return to Sign In' })).toBeVisible();
    expect(sent).toBe(1); // the browser's own validation blocked the first click
  });

  // The worker creates the file first and then writes the mail.
  await expect.poll(() => stage.mails()).toEqual([expect.stringContaining('/reset-password?token=')]);
  const [mail = ''] = await stage.mails();
  expect(mail).toContain(`To: ${email}`);
  const [, token = ''] = /\/reset-password\?token=([\w-]+)/.exec(mail) ?? [];
  const link = `/reset-password?token=${token}`;

  await test.step('the form of the mailed link refuses what cannot be', async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'Reset Password' })).toBeVisible();
    await expect(page).toHaveURL('/reset-password');
    expect(await page.evaluate('navigation.entries().map(({ url }) => url).join()')).not.toContain(token);
    const submit = page.getByRole('button', { name: 'Reset Password' });
    await expect(submit).toBeDisabled();
    await page.getByLabel('New Password', { exact: true }).fill('abcde');
    await expect(submit).toBeDisabled();
    await page.getByLabel('Confirm New Password').fill('abcdef');
    await submit.click();
    await expect(toastOf(page, 'Password Mismatch')).toContainText('Passwords do not match. Please try again.');
    await page.getByLabel('Confirm New Password').fill('abcde');
    await submit.click();
    await expect(toastOf(page, 'Password Too Short')).toContainText('Password must be at least 6 characters long.');
  });

  await test.step('after a reload, without the token, the page says to open the link again', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Reset Password' })).toBeVisible();
    await expect(page.getByText('Open the link in your e-mail again.')).toBeVisible();
    await expect(page.getByText('invalid or has expired')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Request New Reset Link' })).toBeVisible();
    await page.goto(link);
  });

  await test.step('a password of six characters is taken', async () => {
    await page.getByLabel('New Password', { exact: true }).fill('six666');
    await page.getByLabel('Confirm New Password').fill('six666');
    const release = await delayRequests(page, '**/api/auth/reset-password');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByRole('button', { name: 'Resetting...' })).toBeDisabled();
    release();
    await expect(page.getByRole('heading', { name: 'Password Reset Complete' })).toBeVisible();
    await expect(toastOf(page, 'Password Reset Successful')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Password Reset Complete' })).toBeVisible();
    await page.getByRole('button', { name: 'Go to Sign In' }).click();
    await signIn(page, email, password);
    await expect(toastOf(page, 'Invalid email or password')).toBeVisible();
    await signIn(page, email, 'six666');
    await expect(page.getByRole('tab', { name: 'NFL' })).toBeVisible();
  });

  await test.step('the link works once', async () => {
    await page.goto(link);
    await page.getByLabel('New Password', { exact: true }).fill('another horse');
    await page.getByLabel('Confirm New Password').fill('another horse');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(toastOf(page, 'Reset Failed')).toContainText(
      'Failed to reset password. The link may be expired or invalid.',
    );
  });
});

test('a link of Ann that is opened while Bob is signed in signs Bob out', async ({ stage, person }) => {
  const page = await person();
  const { email } = await signUp(page, 'Ann', `${'a'.repeat(60)}@example.com`);
  const second = await page.context().newPage();

  await test.step('she asks for the link on a phone of 320 px, and the long address fits', async () => {
    await ask(page, logout);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByRole('main').getByText(email)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  await expect.poll(() => stage.mails()).toEqual([expect.stringContaining('/reset-password?token=')]);
  const [mail = ''] = await stage.mails();
  const [link = ''] = /\/reset-password\?token=[\w-]+/.exec(mail) ?? [];
  const bob = await signUp(page, 'Bob');
  await second.goto('/profile');
  await expect(second.getByRole('heading', { name: "Bob's Profile" })).toBeVisible();

  await test.step('the page says so before', async () => {
    await page.goto(link);
    await expect(page.getByText(`You are signed in as ${bob.email}.`)).toBeVisible();
    await page.getByLabel('New Password', { exact: true }).fill('six666');
    await page.getByLabel('Confirm New Password').fill('six666');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('Your new password is set, and you are signed out everywhere.')).toBeVisible();
  });

  await test.step('nobody is signed in then, in no tab, and Ann signs in with her new password', async () => {
    await expect(second.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    expect((await page.request.get(currentUser.path)).status()).toBe(401);
    await page.getByRole('button', { name: 'Go to Sign In' }).click();
    await signIn(page, email, 'six666');
    await expect(page.getByRole('banner')).toContainText('Ann');
  });
});

test('a reset without a valid link, for an unknown address or on a broken server is explained', async ({
  stage,
  person,
}) => {
  const page = await person();

  await test.step('no token', async () => {
    await page.goto('/reset-password');
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
    await expect(page.getByText('This password reset link is invalid or has expired.')).toBeVisible();
    await page.getByRole('button', { name: 'Request New Reset Link' }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
  });

  await test.step('a token of blanks', async () => {
    await page.goto('/reset-password?token=%20');
    await page.getByLabel('New Password', { exact: true }).fill('six666');
    await page.getByLabel('Confirm New Password').fill('six666');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(toastOf(page, 'Invalid Link')).toContainText('This password reset link is invalid.');
  });

  await test.step('an address that nobody has is answered like any other, and nobody is mailed', async () => {
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(toastOf(page, 'Email Sent')).toBeVisible();
    await page.getByRole('link', { name: 'Return to Sign In' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    // Mails are sent in the order of their requests: once Ann's is there, an earlier one would be too.
    const { email } = await signUp(page, 'Ann');
    await ask(page, forgotPassword, { body: { email } });
    await ask(page, logout);
    await expect.poll(() => stage.mails()).toEqual([expect.stringContaining(`To: ${email}`)]);
  });

  await test.step('a server that can say what is wrong', async () => {
    await stage.cutDatabase();
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByLabel('Email').fill('ann@example.com');
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(toastOf(page, 'Error')).toContainText('The database cannot be reached. Please try again.');
    await stage.restoreDatabase();
  });

  await test.step('a server in trouble that says nothing', async () => {
    await page.route('**/api/auth/*-password', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill('ann@example.com');
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(toastOf(page, 'Error')).toContainText('Failed to send reset email');
  });
});
