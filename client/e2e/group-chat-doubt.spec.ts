import { leagueChat, saveChat } from '#shared/api/chat.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { createLeague, signUp } from './people.ts';
import { endAWonWeek } from './recaps.ts';
import { dialog, expectToast, pressInDialog } from './screen.ts';
import { expect, test } from './stage.ts';

test('an owner decides about a recap that may not have reached the chat', async ({ stage, person }) => {
  const { chat } = stage;
  const ann = await person();
  await signUp(ann, 'Ann');
  const league = await createLeague(ann, 'Sunday League');
  await ask(ann, saveChat, { params: { id: league.id }, body: { service: 'slack', address: chat.slack } });
  const doubts = async () => (await ask(ann, leagueChat, { params: { id: league.id } })).chat?.doubts.length;
  const doubt = dialog(ann).getByRole('group', { name: 'The recap of week 1 may not have reached the chat.' });
  const settings = ann.getByRole('button', {
    name: 'League Settings, 1 message may not have reached your group chat',
  });

  await test.step('the league and its settings lead to it', async () => {
    chat.answerWith(504);
    await endAWonWeek(stage, ann, league);
    await expect.poll(doubts, { timeout: 60_000 }).toBe(1);
    await ann.goto(`/league/${league.id}`);
    await expect(settings).toBeVisible();
    await ann.screenshot({ path: test.info().outputPath('league.png') });
    await settings.click();
    await expect(dialog(ann).getByText('1 message may not have reached your group chat.')).toBeVisible();
    await dialog(ann).getByRole('button', { name: 'Group Chat' }).scrollIntoViewIfNeeded();
    await ann.screenshot({ path: test.info().outputPath('settings.png') });
    await pressInDialog(ann, 'Group Chat');
    await expect(doubt).toBeVisible();
    await expect(dialog(ann).getByText('It is tried again.')).toHaveCount(0);
    await ann.screenshot({ path: test.info().outputPath('doubt.png') });
    await expectAccessible(ann, 'a message in doubt');
  });

  await test.step('posting it again fails, and then it arrives', async () => {
    chat.answerWith(500);
    await doubt.getByRole('button', { name: 'Post it again' }).click();
    await expectToast(ann, 'Not Posted', 'Slack has trouble of its own.');
    await expect(doubt.getByRole('button', { name: 'Post it again' })).toBeFocused();
    chat.answerWith(200);
    await doubt.getByRole('button', { name: 'Post it again' }).click();
    await expectToast(ann, 'Posted Again', 'Slack took it: The recap of week 1.');
    await expect(doubt).toHaveCount(0);
    await expect(dialog(ann).getByRole('button', { name: 'Back to Settings' })).toBeFocused();
    expect(new Set(chat.texts()).size).toBe(1);
    expect(chat.texts()).toHaveLength(3);
    await pressInDialog(ann, 'Back to Settings');
    await expect(dialog(ann).getByText('may not have reached')).toHaveCount(0);
    await pressInDialog(ann, 'Cancel');
    await expect(ann.getByRole('button', { name: 'League Settings', exact: true })).toBeVisible();
  });

  await test.step('another one is there, and no message goes out', async () => {
    chat.answerWith(504);
    await endAWonWeek(stage, ann, league);
    await expect.poll(doubts, { timeout: 60_000 }).toBe(1);
    chat.answerWith(200);
    const second = dialog(ann).getByRole('group', { name: 'The recap of week 2 may not have reached the chat.' });
    await ann.goto(`/league/${league.id}`);
    await settings.click();
    await pressInDialog(ann, 'Group Chat');
    await second.getByRole('button', { name: 'It is there' }).press('Enter');
    await expect(second).toHaveCount(0);
    await expect(dialog(ann).getByRole('button', { name: 'Back to Settings' })).toBeFocused();
    expect(chat.texts()).toHaveLength(4);
  });
});
