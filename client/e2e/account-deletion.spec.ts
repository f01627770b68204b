import { currentUser, login } from '#shared/api/auth.ts';
import { createGroup, deleteGroup } from '#shared/api/groups.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { password, signUp } from './people.ts';
import { dialog, expectToast, pressInDialog } from './screen.ts';
import { expect, test } from './stage.ts';

test('a member reads what a deletion leaves, hands nothing over, and deletes the account', async ({ person }) => {
  const [ann, phone] = [await person(), await person()];
  const { email } = await signUp(ann, 'Ann');
  await ask(phone, login, { body: { email, password } });
  const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const body = { name: 'Sunday League', description: null, joinDeadline: soon(1), endDate: soon(2) };
  const { id } = await ask(ann, createGroup, { body });
  const button = ann.getByRole('button', { name: 'Delete Account' });
  const current = dialog(ann).getByLabel('Current Password');

  await test.step('by the keyboard to the question, and back', async () => {
    await ann.goto('/profile/account');
    await button.focus();
    await ann.keyboard.press('Enter');
    await expect(current).toBeFocused();
    await expectAccessible(ann, 'deletion of an account');
    await ann.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });

  await test.step('a wrong password is said at its field', async () => {
    await button.click();
    await current.fill('wrong horse');
    await pressInDialog(ann, 'Delete Account');
    await expect(current).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('a league of one’s own is named', async () => {
    await current.fill(password);
    await pressInDialog(ann, 'Delete Account');
    await expect(dialog(ann).getByText(/^You own Sunday League\. /)).toBeVisible();
    await ask(ann, deleteGroup, { params: { id } });
  });

  await test.step('without one it ends on the page of visitors, everywhere', async () => {
    await pressInDialog(ann, 'Delete Account');
    await expect(ann).toHaveURL('/');
    await expectToast(ann, 'Account Deleted');
    expect((await phone.request.get(currentUser.path)).status()).toBe(401);
    const answer = await phone.request.post(login.path, { data: { email, password } });
    expect(answer.status()).toBe(401);
  });
});
