import { listGroups } from '#shared/api/groups.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { expectFits } from './layout.ts';
import { password } from './people.ts';
import { signIn } from './screen.ts';
import { seeSlate } from './slip.ts';
import { expect, test } from './stage.ts';

test('a long statement opens at its end and leads back sheet by sheet, also by the address', async ({
  stage,
  person,
}) => {
  test.setTimeout(300_000);
  const email = await stage.addHistory(1_000, password);
  const page = await person();
  await page.goto('/');
  await signIn(page, email, password);
  await seeSlate(page);
  const [membership] = await ask(page, listGroups);
  const id = membership?.group.id;
  await page.goto(`/league/${id}/statement`);
  const last = /^Sheet (\d+) of \1$/;
  await expect(page.getByText(last).first()).toBeVisible();
  const [, sheets] = last.exec((await page.getByText(last).first().textContent()) ?? '') ?? [];
  await page.getByRole('link', { name: 'Earlier entries' }).first().click();
  await expect(page.getByText(`Sheet ${Number(sheets) - 1} of ${sheets}`).first()).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(101);
  await expectAccessible(page, 'statement of several sheets');
  await expectFits(page, 'statement of several sheets');
  await page.goto(`/league/${id}/statement?sheet=1`);
  await expect(page.getByRole('row').nth(1)).toContainText('1 ·');
  await expect(page.getByRole('link', { name: 'Earlier entries' })).toHaveCount(0);

  await test.step('another sheet begins at its top, and Back leads to where the last one was left', async () => {
    const heading = page.getByRole('heading', { level: 1, name: 'My statement' });
    const later = page.getByRole('link', { name: 'Later entries' }).last();
    await later.click();
    await expect(page.getByText(`Sheet 2 of ${sheets}`).first()).toBeVisible();
    await expect(heading).toBeFocused();
    await expect(page.getByRole('row').nth(1)).toContainText('101 ·');
    await expect(page.getByRole('row').nth(1)).toBeInViewport();
    await page.goBack();
    await expect(page.getByRole('row').nth(1)).toContainText('1 ·');
    await expect(later).toBeInViewport();
  });
});
