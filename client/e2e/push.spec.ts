import { login } from '#shared/api/auth.ts';
import { pushState } from '#shared/api/push.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { launchOptions } from './browser.ts';
import { password } from './people.ts';
import { closeReceipt, footballGames, footballSlate, play } from './play.ts';
import { allowPushes, notificationsOf, pushDelivery, pushed, tapNotification } from './push.ts';
import { enter, placePick, sunday, three } from './slip.ts';
import { expect, test } from './stage.ts';

test.use({ launchOptions: launchOptions(process.env.WHOLE_CHROMIUM_PATH) });

const question = /Shall this (phone|browser) tell you when it settles\?/;

test('a player says yes under the first receipt, and a push leads to the settled bet', async ({ stage, person }) => {
  test.setTimeout(300_000);
  const page = await person();
  await allowPushes(page, stage);
  await enter(page, 'ann', sunday);
  await stage.endQuietHours();
  const [game, other] = three(await footballGames(page, stage, 3));
  await test.step('the question comes with the first receipt, with two equal buttons', async () => {
    await placePick(page, game, '100');
    await expect(page.getByText(question)).toBeVisible();
    const [no, yes] = [
      page.getByRole('button', { name: 'No thanks' }),
      page.getByRole('button', { name: 'Yes, tell me' }),
    ];
    const [first, second] = [await no.boundingBox(), await yes.boundingBox()];
    expect([second?.width, second?.height]).toEqual([first?.width, first?.height]);
    expect(await no.getAttribute('class')).toBe(await yes.getAttribute('class'));
    await expectAccessible(page, 'the question');
    expect(
      await page.evaluate(() => navigator.serviceWorker.getRegistration()),
      'no worker before a yes',
    ).toBeUndefined();
    await yes.click();
  });

  await test.step('a yes makes this browser a device, and the question a switch', async () => {
    const toggle = page.getByRole('switch', { name: 'Tell me when it settles' });
    await expect(toggle).toBeChecked();
    await expect(page.getByText(/^On this (phone|browser); change it in your profile\.$/)).toBeFocused();
    expect(await ask(page, pushState)).toMatchObject({ isWanted: true, devices: [{ isThisBrowser: true }] });
    await closeReceipt(page);
    await placePick(page, other, '100');
    await expect(page.getByText(question)).toBeHidden();
    await expect(toggle).toBeChecked();
    await closeReceipt(page);
  });

  await test.step('the settled bet is pushed to it, encrypted, and shown once', async () => {
    const slate = await footballSlate(page);
    const view = slate.find(({ id }) => id === `espn:${game.id}`);
    if (!view) throw new Error('the game is not on the slate');
    play(stage, view, 'final', 30, 10);
    const [message] = await pushed(stage, 1);
    expect(message).toMatchObject({
      version: 1,
      isNews: true,
      title: expect.stringMatching(/^\w+: 1 bet settled, \+\d+$/),
    });
    const deliver = await pushDelivery(page);
    await deliver(message);
    expect(await notificationsOf(page)).toMatchObject([{ title: message?.title, silent: false, renotify: true }]);
    await deliver(message); // as from a worker that died before it stored the answer
    expect(await notificationsOf(page)).toMatchObject([{ title: message?.title, silent: true, renotify: false }]);
    await deliver({ ...message, version: 2, title: 'Two bets settled', isNews: true });
    expect(await notificationsOf(page)).toMatchObject([{ title: 'Two bets settled', renotify: true }]);
    await deliver(message); // late
    expect(await notificationsOf(page)).toMatchObject([{ title: 'Two bets settled', silent: true }]);
  });

  await test.step('a tap opens the place that it speaks of, within this site only', async () => {
    const [{ path } = {}] = await pushed(stage, 1);
    await tapNotification(page);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    const deliver = await pushDelivery(page);
    await deliver({
      id: 'evil',
      version: 1,
      tag: 'evil',
      isNews: true,
      title: 'Evil',
      body: '',
      path: '//evil.example/a',
    });
    expect(await notificationsOf(page)).toMatchObject([{ title: 'Evil' }]);
    await tapNotification(page);
    await expect(page).toHaveURL(`${stage.url}/`);
  });

  await test.step('after signing out nothing is pushed to it any more', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('button', { name: 'Sign In' }).first()).toBeVisible();
    await ask(page, login, { body: { email: 'ann@example.com', password } });
    expect(await ask(page, pushState)).toMatchObject({ isWanted: true, devices: [] });
  });
});
