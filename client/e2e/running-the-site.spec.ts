import type { Page } from '@playwright/test';
import { updateGroup } from '#shared/api/groups.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { createLeague, signUp } from './people.ts';
import { expectToast, liveTimeout } from './screen.ts';
import { expect, type Stage, test } from './stage.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const log = (page: Page) => part(page, 'What was done').getByRole('listitem');

/** Ada, an admin at /admin, and Bob, who owns a league. */
async function people(stage: Stage, person: () => Promise<Page>) {
  const [ada, bob] = [await person(), await person()];
  const { email } = await signUp(bob, 'Bob');
  const league = await createLeague(bob, 'Office Pool');
  await stage.grantAdmin((await signUp(ada, 'Ada')).email);
  await ada.goto('/admin');
  await expect(part(ada, 'Admins').getByText('(you)')).toBeVisible(liveTimeout);
  return { ada, bob, email, league };
}

test('an admin makes another one by the keyboard, and ends the right from a search', async ({ stage, person }) => {
  const { ada, bob, email } = await people(stage, person);
  const admins = part(ada, 'Admins');

  await test.step('the last admin stays one, and no address is no account', async () => {
    await expect(admins.getByText('The last admin stays one.')).toBeVisible();
    await admins.getByLabel('E-mail or id of an account').fill('nobody@example.com');
    await ada.keyboard.press('Enter');
    await admins.getByRole('button', { name: 'Make Admin' }).click();
    await expect(admins.getByLabel('E-mail or id of an account')).toHaveAccessibleDescription(
      'No account has this address',
    );
  });

  await test.step('Cancel returns the focus to the button', async () => {
    await admins.getByLabel('E-mail or id of an account').fill(email);
    await ada.keyboard.press('Enter');
    await expect(admins.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await ada.keyboard.press('Enter');
    await expect(admins.getByRole('button', { name: 'Make Admin' })).toBeFocused();
  });

  await test.step('Bob becomes one', async () => {
    await ada.keyboard.press('Enter');
    await expect(admins.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await ada.keyboard.press('Tab');
    await ada.keyboard.press('Enter');
    await expectToast(ada, 'Admin Made');
    await expect(admins.getByRole('listitem').filter({ hasText: email })).toBeVisible();
    await expect(log(ada).first()).toContainText('Ada made Bob an admin.');
    await bob.goto('/admin');
    await expect(part(bob, 'Admins').getByText('(you)')).toBeVisible();
    await expectAccessible(ada, 'site');
  });
});

test('an admin ends the right of another from a search, and the page is gone for them', async ({ stage, person }) => {
  const { ada, bob, email } = await people(stage, person);
  await stage.grantAdmin(email);
  await ada.reload();
  await ada.getByLabel('Id, or e-mail of an account').fill(email);
  await ada.keyboard.press('Enter');
  const account = part(ada, 'The account');
  await account.getByRole('button', { name: 'End the right of Bob' }).click();
  await account.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(account.getByRole('button', { name: 'End the right of Bob' })).toBeFocused();
  await ada.keyboard.press('Enter');
  await expect(account.getByRole('alert')).toHaveText('End the admin right of Bob? It ends at once.');
  await account.getByRole('button', { name: 'End Right', exact: true }).click();
  await expectToast(ada, 'Right Ended');
  const make = account.getByRole('button', { name: 'Make an admin of Bob' });
  await expect(make).toBeFocused();
  await make.press('Enter');
  await account.getByRole('button', { name: 'Make Admin', exact: true }).press('Enter');
  await expect(part(ada, 'Admins').getByRole('button', { name: 'End the right of Bob' })).toBeVisible();
  await expect(account.getByRole('button', { name: 'End the right of Bob' })).toBeFocused();
  await ada.keyboard.press('Enter');
  await account.getByRole('button', { name: 'End Right', exact: true }).press('Enter');
  await expect(make).toBeFocused();
  await bob.goto('/admin');
  await expect(bob.getByRole('heading', { name: /not found/i })).toBeVisible();
});

test('an admin who ends the own right is asked, and sees the page no more', async ({ stage, person }) => {
  const { ada, bob, email } = await people(stage, person);
  await stage.grantAdmin(email);
  await ada.reload();
  await part(ada, 'Admins').getByRole('button', { name: 'End the right of Ada' }).click();
  await expect(ada.getByRole('alert')).toHaveText('End your own right? This page closes for you at once.');
  await ada.getByRole('button', { name: 'End Right', exact: true }).click();
  await expect(ada.getByRole('heading', { name: /not found/i })).toBeVisible();
  await bob.goto('/admin');
  await expect(log(bob).first()).toContainText('Ada gave up their admin right.');
});

test('an account and its league are found, with facts and no secrets, and what they did', async ({ stage, person }) => {
  const { ada, bob, email, league } = await people(stage, person);
  await ask(bob, updateGroup, { params: { id: league.id }, body: { announcement: 'Bring cake' } });
  const find = async (text: string) => {
    await ada.getByLabel('Id, or e-mail of an account').fill(text);
    await ada.getByRole('button', { name: 'Search', exact: true }).click();
  };

  await test.step('a name or a join code finds nothing', async () => {
    await find('Bob');
    await expect(ada.getByLabel('Id, or e-mail of an account')).toHaveAccessibleDescription(/whole e-mail address/);
    await find('nobody@example.com');
    await expect(ada.getByText('No account and no league has this.')).toBeVisible();
  });

  await test.step('the account leads to its league, and the league to its owner', async () => {
    await find(email);
    const account = part(ada, 'The account');
    await expect(account.getByText('1 browser', { exact: true })).toBeVisible();
    await expectAccessible(ada, 'account found');
    await account.getByRole('button', { name: 'Show the league Office Pool' }).click();
    const facts = part(ada, 'The league');
    await expect(facts.getByText('1 member', { exact: true })).toBeVisible();
    for (const secret of [league.joinCode, 'Bring cake']) await expect(ada.getByText(secret)).toHaveCount(0);
    await expectAccessible(ada, 'league found');
    await facts.getByRole('button', { name: 'Show the owner Bob' }).click();
    await expect(account).toBeVisible();
  });

  await test.step('what was shown is in the log, which is narrowed by who and by act', async () => {
    await expect(log(ada).first()).toContainText('Ada opened the account of Bob.');
    await part(ada, 'The account').getByRole('button', { name: 'What They Did' }).click();
    await expect(part(ada, 'What was done').getByText('Nothing yet.')).toBeVisible();
    await ada.getByText('Filters: Bob').click();
    await ada.getByLabel('Who').selectOption('command');
    await expect(log(ada)).toHaveText([/A command made Ada an admin\./]);
    await ada.getByLabel('Who').selectOption('');
    await ada.getByLabel('What', { exact: true }).selectOption('league-shown');
    await expect(log(ada)).toHaveText([/Ada opened the league Office Pool\./]);
    await ada.getByLabel('Since').selectOption('7');
    await expect(log(ada)).toHaveCount(1);
  });
});

test('a letter that was given up is sent again', async ({ stage, person }) => {
  const { ada } = await people(stage, person);
  const mail = part(ada, 'Mail and notices that failed');
  await expect(mail.getByText('Every letter was sent.')).toBeVisible();
  await stage.refuseMail('carla@example.com');
  await stage.refuseMail('dan@example.com');
  await ada.reload();
  await expect(mail.getByText('2 given up, 0 tried again.')).toBeVisible();
  await expect(mail.getByText('carla@example.com')).toHaveCount(0);
  await expectAccessible(ada, 'mail that failed');
  await mail.getByRole('button', { name: 'Try again: Your Ching password was changed to c…@example.com' }).click();
  await expectToast(ada, 'Sent Again');
  await expect.poll(async () => (await stage.mails()).join(), { timeout: 60_000 }).toContain('carla@example.com');
  await ada.reload();
  await expect(mail.getByText('1 given up, 0 tried again.')).toBeVisible();
  await expect(log(ada).first()).toContainText('Ada had 1 letter sent again.');
});
