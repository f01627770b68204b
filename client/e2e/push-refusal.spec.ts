import type { Page } from '@playwright/test';
import { pushState } from '#shared/api/push.ts';
import { ask } from './ask.ts';
import { launchOptions } from './browser.ts';
import { password } from './people.ts';
import { closeReceipt, footballGames } from './play.ts';
import { signIn } from './screen.ts';
import { enter, placePick, press, seeSlate, sunday, three } from './slip.ts';
import { expect, test } from './stage.ts';

test.use({ launchOptions: launchOptions(process.env.WHOLE_CHROMIUM_PATH) });

const question = (page: Page) => page.getByText(/tell you when it settles\?/);

test('a player who says no is never asked again, on any device', async ({ stage, person }) => {
  const page = await person();
  await enter(page, 'bob', sunday);
  const [first, second, third] = three(await footballGames(page, stage, 3));

  await test.step('no is stored, and the browser asks nothing', async () => {
    await placePick(page, first, '10');
    await expect(question(page)).toBeVisible();
    await press(page, 'No thanks');
    await expect(page.getByText('You will not be asked again. Your profile has a switch for it.')).toBeFocused();
    expect(await ask(page, pushState)).toMatchObject({ isWanted: false, devices: [] });
    expect(await page.evaluate(() => Notification.permission)).not.toBe('granted');
    await closeReceipt(page);
  });

  await test.step('the next receipt does not ask, also after a reload', async () => {
    await page.reload();
    await seeSlate(page);
    const answered = page.waitForResponse(`**${pushState.path}`);
    await placePick(page, second, '10');
    await answered;
    await expect(question(page)).toBeHidden();
    await closeReceipt(page);
  });

  await test.step('nor does another device', async () => {
    const other = await person();
    await other.goto('/');
    await signIn(other, 'bob@example.com', password);
    await seeSlate(other);
    const answered = other.waitForResponse(`**${pushState.path}`);
    await placePick(other, third, '10');
    await answered;
    await expect(question(other)).toBeHidden();
  });
});
