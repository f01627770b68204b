import { currentUser, login } from '#shared/api/auth.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { password, signUp } from './people.ts';
import { expectToast } from './screen.ts';
import { expect, type Stage, test } from './stage.ts';

/** The path of the link in the one mail with this subject. */
async function linkIn(stage: Stage, subject: string, path: RegExp): Promise<string> {
  const found = async () => (await stage.mails()).filter((mail) => mail.includes(`Subject: ${subject}`));
  await expect.poll(async () => (await found()).length, { timeout: 60_000 }).toBe(1);
  return path.exec((await found())[0] ?? '')?.[0] ?? '';
}

test('a member changes the address, and the owner of the one before undoes it', async ({ stage, person }) => {
  const [ann, mailbox] = [await person(), await person()];
  const { email } = await signUp(ann, 'Ann');
  const wanted = `new.${email}`;

  await test.step('the account asks for the password, and sends a letter', async () => {
    await ann.goto('/profile/account');
    await ann.getByLabel('New Email').fill(wanted);
    const current = ann.getByLabel('Current Password').first();
    await current.fill('wrong horse');
    await current.press('Enter');
    await expect(current).toHaveAttribute('aria-invalid', 'true');
    await current.fill(password);
    await current.press('Enter');
    await expectToast(ann, 'Letter Sent');
    await expect(ann.getByText(`We sent a letter to ${wanted}; open its link within a day.`)).toBeVisible();
    await expectAccessible(ann, 'account with a letter on its way');
  });

  await test.step('its link needs no sign-in and a tap', async () => {
    await mailbox.goto(await linkIn(stage, 'Confirm your new address for Ching', /\/confirm-email\?token=[\w.-]+/));
    await expect(mailbox).toHaveURL('/confirm-email');
    await expectAccessible(mailbox, 'confirm a new address');
    expect((await ask(ann, currentUser)).email).toBe(email);
    await mailbox.getByRole('button', { name: 'Yes, Use This Address' }).click();
    await expect(mailbox.getByText('Your address is changed.')).toBeVisible();
    expect((await ask(ann, currentUser)).email).toBe(wanted);
  });

  await test.step('the address of before gets the account back, with a new password', async () => {
    await mailbox.goto(await linkIn(stage, 'Your Ching account has another address', /\/undo-email\?token=[\w.-]+/));
    await expect(mailbox).toHaveURL('/undo-email');
    await expectAccessible(mailbox, 'undo a change of address');
    await mailbox.getByLabel('New Password').fill('battery staple');
    await mailbox.keyboard.press('Enter');
    await expect(mailbox.getByText('Your address is back.')).toBeVisible();
    expect((await ann.request.get(currentUser.path)).status()).toBe(401);
    await ask(mailbox, login, { body: { email, password: 'battery staple' } });
  });

  await test.step('a link that is not valid says so', async () => {
    await mailbox.goto('/undo-email');
    await expect(mailbox.getByText(/^This link is not valid any more/)).toBeVisible();
    await mailbox.goto('/confirm-email?token=guessed');
    await mailbox.getByRole('button', { name: 'Yes, Use This Address' }).click();
    await expect(mailbox.getByText(/^This link is not valid any more/)).toBeVisible();
  });
});
