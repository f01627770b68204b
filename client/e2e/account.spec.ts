import { currentUser, login } from '#shared/api/auth.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { password, signUp } from './people.ts';
import { expectToast } from './screen.ts';
import { expect, test } from './stage.ts';

test('a member signs out another browser, and changes names and password', async ({ person }) => {
  const [ann, phone] = [await person(), await person()];
  const { email } = await signUp(ann, 'Ann');
  await ask(phone, login, { body: { email, password } });

  await test.step('the profile leads to the account', async () => {
    await ann.goto('/profile');
    await ann.getByRole('link', { name: /^Names, password/ }).click();
    await expect(ann).toHaveURL('/profile/account');
    await expect(ann.getByText(/^This browser: /)).toBeVisible();
    await expectAccessible(ann, 'account');
  });

  await test.step('the other browser is signed out by the keyboard', async () => {
    await ann.getByRole('button', { name: /^Sign out there/ }).focus();
    await ann.keyboard.press('Enter');
    await expectToast(ann, 'Signed Out There');
    await expect(ann.getByRole('button', { name: /^Sign out there/ })).toHaveCount(0);
    expect((await phone.request.get(currentUser.path)).status()).toBe(401);
  });

  await test.step('names are saved', async () => {
    await ann.getByLabel('First Name').fill('Anna');
    await ann.getByRole('button', { name: 'Save Names' }).click();
    await expectToast(ann, 'Names Saved');
    expect(await ask(ann, currentUser)).toMatchObject({ firstName: 'Anna' });
  });

  await test.step('a wrong password is said at its field, the right one changes it', async () => {
    const form = ann.getByRole('region', { name: 'Password', exact: true });
    const current = form.getByLabel('Current Password', { exact: true });
    await current.fill('wrong horse');
    await ann.getByLabel('New Password', { exact: true }).fill('battery staple');
    await ann.getByRole('button', { name: 'Change Password' }).click();
    await expect(current).toHaveAttribute('aria-invalid', 'true');
    await expect(current).toBeFocused();
    await current.fill(password);
    await ann.getByRole('button', { name: 'Change Password' }).click();
    await expectToast(ann, 'Password Changed');
    await ask(phone, login, { body: { email, password: 'battery staple' } });
  });
});
