import { expectAccessible } from './accessible.ts';
import { footballGames } from './play.ts';
import { serviceWorkerOf } from './push.ts';
import { enter, placePick, press, sunday, three } from './slip.ts';
import { expect, test } from './stage.ts';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

test('the browser finds an app to install, and the profile offers it once the browser does', async ({ person }) => {
  const page = await person();
  await enter(page, 'ann', sunday);

  await test.step('the manifest is whole, by the browser itself', async () => {
    const client = await page.context().newCDPSession(page);
    const { errors, url } = await client.send('Page.getAppManifest');
    expect([errors, new URL(url).pathname]).toEqual([[], '/manifest.webmanifest']);
    const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });

  await test.step('the offer of the browser is shown on the profile, and used once', async () => {
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Your form' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Install' })).toBeHidden();
    await page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => document.body.setAttribute('data-asked', String(offer.defaultPrevented)),
      });
      dispatchEvent(offer);
    });
    await expect(page.getByRole('heading', { name: 'Ching as an app' })).toBeVisible();
    await expectAccessible(page, 'install hint');
    await press(page, 'Install');
    await expect(page.locator('body')).toHaveAttribute('data-asked', 'true');
    await expect(page.getByRole('button', { name: 'Install' })).toBeHidden();
  });
});

test('on an iPhone the steps to install come first, and only once', async ({ stage, person }) => {
  const page = await person();
  await page.addInitScript((userAgent) => {
    Object.defineProperty(navigator, 'userAgent', { get: () => userAgent });
    for (const name of ['PushManager', 'Notification'] as const) Reflect.deleteProperty(window, name);
  }, iphone);
  await enter(page, 'cleo', sunday);
  const [first, second] = three(await footballGames(page, stage, 3));
  const steps = page.getByRole('heading', { name: 'On an iPhone, two steps first' });
  await placePick(page, first, '10');
  await expect(steps).toBeVisible();
  await expect(page.getByText(/tell you when/)).toBeHidden();
  await expectAccessible(page, 'steps to install');
  await press(page, 'Not now');
  await expect(steps).toBeHidden();
  await press(page, 'Pick another');
  await placePick(page, second, '10');
  await expect(steps).toBeHidden();
  await page.goto('/profile');
  await expect(steps).toBeVisible(); // there they are found again
});

test('an installed app without a network says so, and caches no page', async ({ person }) => {
  const page = await person();
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
  await enter(page, 'dora', sunday);
  await serviceWorkerOf(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await expectAccessible(page, 'offline');
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: /Dora/i }).first()).toBeVisible();
});
