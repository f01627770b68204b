import type { Page } from '@playwright/test';
import { leaderboard, listGroups, regenerateCode } from '#shared/api/groups.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { ask } from './ask.ts';
import { createLeague, join, onlyLeague, password, signUp } from './people.ts';
import { expectToast, failNext, signIn } from './screen.ts';
import { expect, test } from './stage.ts';

const joinButton = (page: Page) => page.getByRole('button', { name: 'Join Sunday League' });

/** Counts the taps on buttons and links, over all pages of the tab. A tap into a field is typing. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  let taps = 0;
  await page.exposeFunction('countTap', () => {
    taps += 1;
  });
  await page.addInitScript(() => {
    addEventListener(
      'click',
      ({ target }) => {
        const isControl = target instanceof Element && target.closest('button, a') !== null;
        if (isControl) (window as unknown as { countTap: () => void }).countTap();
      },
      { capture: true },
    );
  });
  return async () => taps;
}

test('a link leads a stranger through sign-up into the league, in at most four taps', async ({ person }) => {
  const [ann, eve] = [await person(), await person()];
  await signUp(ann, 'Ann');
  const { id, joinCode } = await createLeague(ann, 'Sunday League', { description: 'Loser buys the wings.' });
  const taps = await countTaps(eve);

  await test.step('the link shows the league before anything is asked', async () => {
    await eve.goto(`/join/${joinCode}`);
    await expect(eve.getByRole('heading', { level: 1, name: 'Sunday League' })).toBeVisible();
    await expect(eve).toHaveTitle('Join Sunday League · Ching');
    await expect(eve.getByText('run by Ann T.')).toBeVisible();
    await expect(eve.getByText(/^1 member, week 1 of \d+$/)).toBeVisible();
    await expect(eve.getByText('Loser buys the wings.')).toBeVisible();
    await expect(eve.getByRole('definition')).toHaveCount(7);
    await expect(joinButton(eve)).toBeInViewport({ ratio: 1 });
    expect(await ask(ann, leaderboard, { params: { id } })).toHaveLength(1);
  });

  await test.step('the account is made in the form that the button opens, which has the focus', async () => {
    await joinButton(eve).click();
    await expect(eve.getByRole('heading', { name: 'Create your account' })).toBeInViewport();
    await expect(eve.getByLabel('First Name')).toBeFocused();
    await eve.keyboard.type('Eve');
    await eve.getByLabel('Email').fill('eve@example.com');
    await eve.getByLabel('Password', { exact: true }).fill(password);
    await eve.locator('form').getByRole('button', { name: 'Create Account' }).click();
    await expect(eve).toHaveURL(`/join/${joinCode}`);
    await expect(eve.getByText('You join as Eve')).toBeVisible();
    expect(await ask(eve, listGroups)).toEqual([]);
  });

  await test.step('one tap joins, and Back does not lead to the invitation again', async () => {
    await joinButton(eve).click();
    await expectToast(eve, 'Joined League', 'You have successfully joined the league!');
    await expect(eve).toHaveURL(`/league/${id}`);
    await expect(eve.getByRole('list', { name: 'League Leaderboard' }).getByText('Eve')).toBeVisible();
    expect(await taps()).toBeLessThanOrEqual(4);
    const rows = await ask(eve, leaderboard, { params: { id } });
    expect(rows.map(({ balance }) => balance)).toEqual([fromWhole(1_000), fromWhole(1_000)]);
    await eve.goto(`/join/${joinCode}`);
    await expect(eve).toHaveURL(`/league/${id}`);
  });
});

test('who has an account signs in and is back at the invitation; a member is led to the league', async ({ person }) => {
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  const league = await createLeague(ann, 'Sunday League');
  const { email } = await signUp(bob, 'Bob');
  await bob.context().clearCookies();
  await bob.goto(`/join/${league.joinCode.toLowerCase()}`);
  await bob.getByRole('link', { name: 'I have an account' }).click();
  await expect(bob.getByLabel('Email')).toBeFocused();
  await signIn(bob, email, password);
  await expect(bob).toHaveURL(`/join/${league.joinCode}`);
  await failNext(bob, 'POST', /\/api\/groups\/join$/);
  await joinButton(bob).click();
  await expectToast(bob, 'Error', 'Failed to join league');
  await join(league, bob); // in another tab
  await joinButton(bob).click();
  await expectToast(bob, 'Error', 'You are already a member of this league');
  await expect(bob).toHaveURL(`/league/${league.id}`);
});

test('who forgot the password comes back to the invitation by the mailed link', async ({ person, stage }) => {
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  const league = await createLeague(ann, 'Sunday League');
  const { email } = await signUp(bob, 'Bob');
  await bob.context().clearCookies();
  await bob.goto(`/join/${league.joinCode}`);
  await bob.getByRole('link', { name: 'I have an account' }).click();
  await bob.getByRole('link', { name: 'Forgot password?' }).click();
  await bob.getByLabel('Email').fill(email);
  await bob.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(bob.getByText('Check your inbox')).toBeVisible();
  await expect.poll(() => stage.mails()).toEqual([expect.stringMatching(/\/reset-password\?token=/)]);
  const [mail = ''] = await stage.mails();
  const [path = ''] = /\/reset-password\?\S+/.exec(mail) ?? [];

  const phone = await person(); // the mail is read in another browser
  await phone.goto(path);
  await phone.getByLabel('New Password', { exact: true }).fill('new horse');
  await phone.getByLabel('Confirm New Password').fill('new horse');
  await phone.getByRole('button', { name: 'Reset Password' }).click();
  await expect(phone.getByRole('heading', { name: 'Password Reset Complete' })).toBeVisible();
  await phone.reload();
  await phone.getByRole('button', { name: 'Go to Sign In' }).click();
  await expect(phone.getByLabel('Email')).toBeFocused();
  await signIn(phone, email, 'new horse');
  await expect(phone).toHaveURL(`/join/${league.joinCode}`);
  await joinButton(phone).click();
  await expect(phone).toHaveURL(`/league/${league.id}`);
});

test('a replaced link, a closed league and a server in trouble say so, each in words', async ({ person, stage }) => {
  const [ann, eve, bob] = [await person(), await person(), await person()];
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const { id, joinCode } = await createLeague(ann, 'Sunday League');

  await test.step('the link dies while it is open, and the tap says so', async () => {
    await bob.goto(`/join/${joinCode}`);
    await expect(joinButton(bob)).toBeVisible();
    await ask(ann, regenerateCode, { params: { id } });
    await joinButton(bob).click();
    await expectToast(bob, 'Error', 'No league has this join code');
    await eve.goto(`/join/${joinCode}`);
    for (const page of [bob, eve]) {
      await expect(page.getByRole('heading', { name: 'This link leads to no league' })).toBeVisible();
      await expect(page).toHaveTitle('Invitation · Ching');
    }
  });

  const { joinCode: renewed } = await onlyLeague(ann);

  await test.step('too many tries, and a lost machine, are said, and can be tried again', async () => {
    const refusal = { message: 'This league cannot be reached at the moment. Nothing is lost.', code: 'x' };
    const calls = '**/api/groups/invite/*';
    let asked = 0;
    await eve.route(calls, (route) => {
      asked += 1;
      return route.fulfill({ status: 503, json: refusal });
    });
    await eve.goto(`/join/${renewed}`);
    await expect(eve.getByText(refusal.message)).toBeVisible();
    const before = asked;
    const again = eve.getByRole('button', { name: 'Try Again' });
    await again.click();
    await expect.poll(() => asked).toBeGreaterThan(before);
    await eve.unroute(calls);
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 2_000 }); // the page asks again by itself, too
      await expect(joinButton(eve)).toBeVisible({ timeout: 2_000 });
    }).toPass();
  });

  await test.step('after the deadline the league shows its name and why', async () => {
    await stage.endLeague({ id }, 1);
    await eve.reload();
    await expect(eve.getByRole('heading', { level: 1, name: 'Sunday League' })).toBeVisible();
    await expect(eve.getByText('The join deadline for this league has passed')).toBeVisible();
    await expect(eve.getByText('Ann')).toHaveCount(0);
    await expect(joinButton(eve)).toHaveCount(0);
  });
});
