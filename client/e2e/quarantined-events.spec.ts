import { expectAccessible } from './accessible.ts';
import { expectFits } from './layout.ts';
import { signUp } from './people.ts';
import { dialog, expectToast, pressInDialog } from './screen.ts';
import { expect, test } from './stage.ts';

test('an event that a feed breaks is shown as it came, and is gone once the feed heals', async ({ stage, person }, {
  project,
}) => {
  test.setTimeout(180_000);
  const ada = await person();
  await ada.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await stage.grantAdmin((await signUp(ada, 'Ada')).email);
  const game = stage.replay.games().find(({ sport }) => sport === 'NFL');
  if (!game) throw new Error('no football game');
  const tile = (name: string) => ada.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });
  const events = ada.getByRole('region', { name: 'Held events of NFL' });
  const raw = events.getByRole('button', { name: `Raw event: Event ${game.id}` });
  const waits = ada.getByRole('region', { name: 'Games that wait' }).getByRole('listitem');

  await test.step('the tiles are quiet while nothing needs somebody', async () => {
    await ada.goto('/admin');
    for (const name of ['0 games wait', '0 feeds to look at', '0 letters failed', '1 admin']) {
      await expect(tile(name)).toBeVisible({ timeout: 40_000 });
    }
    await expect(waits).toHaveCount(0);
  });

  await test.step('a broken event is held, its game waits, and the tiles count both', async () => {
    stage.replay.changeGame(game.id, { isBroken: true });
    await expect(events.getByText('date: is no instant')).toBeVisible({ timeout: 60_000 });
    await expect(events.getByText('NFL: 1 event held')).toBeVisible();
    await expect(tile('1 feed to look at')).toBeVisible();
    await expect(tile('1 game waits')).toBeVisible({ timeout: 40_000 });
    await expect(waits).toHaveCount(1);
    await tile('1 feed to look at').focus();
    await ada.keyboard.press('Enter');
    await expect(ada.getByRole('region', { name: 'Feeds', exact: true })).toBeFocused();
    await expectAccessible(ada, 'a held event');
    await expectFits(ada, 'a held event');
  });

  await test.step('the keyboard opens the event as it came, and copies it', async () => {
    await raw.focus();
    await ada.keyboard.press('Enter');
    await expect(dialog(ada).locator('pre')).toContainText('"date": "to be announced"');
    await expectAccessible(ada, 'a raw event');
    await expectFits(ada, 'a raw event');
    await ada.screenshot({ path: `test-results/raw-event-${project.name}.png` });
    await pressInDialog(ada, 'Copy');
    await expectToast(ada, 'Raw event copied');
    const copied = JSON.parse(await ada.evaluate(() => navigator.clipboard.readText()));
    expect(copied).toMatchObject({ id: game.id, date: 'to be announced' });
    await ada.keyboard.press('Escape');
    await expect(dialog(ada)).toBeHidden();
    await expect(raw).toBeFocused();
  });

  await test.step('it is gone once the feed heals, and a dialog that is open says so the next time', async () => {
    await raw.click();
    await expect(dialog(ada).locator('pre')).toBeVisible();
    stage.replay.changeGame(game.id, { isBroken: false });
    await expect(events).toHaveCount(0, { timeout: 60_000 });
    await expect(dialog(ada).locator('pre')).toBeVisible();
    await ada.keyboard.press('Escape');
    await expect(tile('0 feeds to look at')).toBeVisible();
    await expect(tile('0 games wait')).toBeVisible({ timeout: 40_000 });
  });
});
