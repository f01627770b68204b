import type { Page } from '@playwright/test';
import { changeNoticeSettings, noticeSettings, wallText } from '#shared/api/notice-settings.ts';
import { pushState } from '#shared/api/push.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { signUp } from './people.ts';
import { allowPushes } from './push.ts';
import { expectToast } from './screen.ts';
import { expect, test } from './stage.ts';

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

test('a member chooses kinds, quiet hours and devices', async ({ stage, person }) => {
  const ann = await person();
  await allowPushes(ann, stage);
  await signUp(ann, 'Ann');

  await test.step('the profile has a switch for this device, and leads to all else', async () => {
    await ann.goto('/profile');
    const toggle = ann.getByRole('switch', { name: /^Notices on this/ });
    await toggle.click();
    await expect(toggle).toBeChecked();
    await ann.getByRole('link', { name: 'Choose what reaches you, and when' }).click();
    await expect(ann).toHaveURL('/profile/notifications');
  });

  await test.step('the inbox has everything and cannot be switched off', async () => {
    await expect(ann.getByRole('checkbox', { name: /, inbox$/ })).toHaveCount(10);
    for (const each of await ann.getByRole('checkbox', { name: /, inbox$/ }).all()) {
      await expect(each).toBeChecked();
      await expect(each).toBeDisabled();
    }
    await expectAccessible(ann, 'notice settings');
  });

  await test.step('boxes are 48 px, and what is tapped is stored', async () => {
    const size = await box(ann, 'Week recap, push').boundingBox();
    expect([size?.width, size?.height]).toEqual([48, 48]);
    await box(ann, 'Week recap, push').check();
    await box(ann, 'Settled bets, push').uncheck();
    await box(ann, 'Settled bets, push').check();
    await box(ann, 'Somebody joined, push').focus();
    await ann.keyboard.press('Space');
    const stored = async () => {
      const { push } = await ask(ann, noticeSettings);
      return [push.recap, push.settled, push.joined];
    };
    await expect.poll(stored).toEqual([true, true, true]);
    await ann.reload();
    await expect(box(ann, 'Week recap, push')).toBeChecked();
  });

  await test.step('quiet hours are of the zone of the browser', async () => {
    await expect(ann.getByText('Your time, UTC.')).toBeVisible(); // the zone of the stage's browsers
    await expect(ann.getByLabel('From').locator('option:checked')).toHaveText('10:00 PM');
    await ann.getByLabel('Until').selectOption('7:30 AM');
    const stored = async () => {
      const { quietHours, timeZone } = await ask(ann, noticeSettings);
      return [quietHours && wallText(quietHours.until), timeZone];
    };
    await expect.poll(stored).toEqual(['07:30', 'UTC']);
    await ask(ann, changeNoticeSettings, { body: { timeZone: 'Europe/Berlin' } }); // as another browser of hers does
    await ann.reload();
    await expect(ann.getByText('Your time, Berlin.')).toBeVisible();
    await ann.getByRole('button', { name: 'Use the time of UTC' }).click();
    await expect.poll(stored).toEqual(['07:30', 'UTC']);
    await ann.getByRole('switch', { name: 'Quiet hours' }).click();
    await expect(ann.getByLabel('Until')).toHaveCount(0);
    await expect.poll(stored).toEqual([null, 'UTC']);
  });

  await test.step('a device is removed', async () => {
    await expect(ann.getByText(/^This browser: /)).toBeVisible();
    await ann.getByRole('button', { name: /^Remove / }).press('Enter');
    await expectToast(ann, 'Device Removed');
    await expect(ann.getByText('Nothing is pushed to any device yet.')).toBeVisible();
    await expect(ann.getByRole('heading', { level: 1, name: 'Notifications' })).toBeFocused();
    expect((await ask(ann, pushState)).devices).toEqual([]);
  });
});
