import type { Page } from '@playwright/test';
import { createLeague, signUp } from './people.ts';
import { endAWonWeek } from './recaps.ts';
import { dialog, expectToast, pressInDialog } from './screen.ts';
import { expect, test } from './stage.ts';

async function openChat(page: Page, leagueId: string): Promise<void> {
  await page.goto(`/league/${leagueId}`);
  await page.getByRole('button', { name: 'League Settings' }).click();
  await pressInDialog(page, 'Group Chat');
  await expect(dialog(page).getByRole('heading', { name: 'Group Chat' })).toBeVisible();
}

test('an owner adds a group chat, to which a test and the recap come, and removes it', async ({ stage, person }) => {
  const { chat } = stage;
  const ann = await person();
  await signUp(ann, 'Ann');
  const league = await createLeague(ann, 'Sunday League');

  await test.step('an address of another service is refused beside its field', async () => {
    await openChat(ann, league.id);
    await dialog(ann).getByLabel('Webhook address').fill('https://example.com/services/1/2/3');
    await pressInDialog(ann, 'Save Group Chat');
    await expect(dialog(ann).getByLabel('Webhook address')).toBeFocused();
  });

  await test.step('the right one is saved, and shown by its end alone', async () => {
    await dialog(ann).getByLabel('Webhook address').fill(chat.slack);
    await pressInDialog(ann, 'Save Group Chat');
    await expectToast(ann, 'Group Chat Saved');
    await expect(dialog(ann).getByText('On: Slack')).toBeVisible();
    await expect(dialog(ann)).toContainText('/…abcd');
    await expect(dialog(ann).getByLabel('Webhook address')).toHaveValue('');
    await ann.screenshot({ path: test.info().outputPath('saved.png') });
  });

  await test.step('a test arrives, and one that does not says why', async () => {
    await pressInDialog(ann, 'Send a Test');
    await expectToast(ann, 'Test Sent');
    expect(chat.texts()).toEqual([expect.stringContaining('A test from Sunday League')]);
    chat.answerWith(500);
    await pressInDialog(ann, 'Send a Test');
    await expectToast(ann, 'Test Not Sent', 'Slack has trouble of its own.');
    chat.answerWith(200);
  });

  await test.step('the recap of a frozen week arrives once, with the link to it', async () => {
    await endAWonWeek(stage, ann, league);
    const recaps = () => chat.texts().filter((text) => text.includes('Ann wins the week')).length;
    await expect.poll(recaps, { timeout: 60_000 }).toBe(1);
    expect(chat.texts().at(-1)).toContain(`/league/${league.id}?view=weeks&week=`);
  });

  await test.step('it is removed after a question', async () => {
    await openChat(ann, league.id);
    await pressInDialog(ann, 'Remove');
    await expect(dialog(ann).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await pressInDialog(ann, 'Cancel');
    await expect(dialog(ann).getByRole('button', { name: 'Remove', exact: true })).toBeFocused();
    await expect(dialog(ann).getByText('On: Slack')).toBeVisible();
    await pressInDialog(ann, 'Remove');
    await pressInDialog(ann, 'Remove Group Chat');
    await expectToast(ann, 'Group Chat Removed');
    await expect(dialog(ann).getByRole('button', { name: 'Send a Test' })).toHaveCount(0);
    await expect(dialog(ann).getByRole('button', { name: 'Back to Settings' })).toBeFocused();
  });
});
