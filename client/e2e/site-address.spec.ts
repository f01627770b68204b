import { signUp } from './people.ts';
import { footballSlate } from './play.ts';
import { expect, test } from './stage.ts';

test('the open game stands in the address, for a reload and for Back', async ({ stage, person }) => {
  test.setTimeout(120_000);
  const ada = await person();
  await stage.grantAdmin((await signUp(ada, 'Ada')).email);
  await expect.poll(() => footballSlate(ada), { timeout: 40_000 }).not.toEqual([]);
  const [game] = await footballSlate(ada);
  if (!game) throw new Error('no football game');
  const name = `${game.awayTeamName} at ${game.homeTeamName}`;
  const heading = ada.getByRole('region', { name }).getByRole('heading', { level: 2 });
  const find = async () => {
    await ada.getByRole('button', { name: 'Correct or Void Another Game' }).click();
    await ada.getByRole('searchbox', { name: 'Find a game' }).fill(game.homeTeamName);
  };
  const row = ada.getByRole('button', { name: new RegExp(name) });

  await test.step('Back closes it, and returns the focus to its row', async () => {
    await ada.goto('/admin');
    await find();
    await row.click();
    await expect(heading).toBeFocused();
    expect(new URL(ada.url()).searchParams.get('game')).toBe(game.id);
    await ada.goBack();
    await expect(heading).toBeHidden();
    await expect(row).toBeFocused();
    expect(new URL(ada.url()).search).toBe('');
  });

  await test.step('so does Wait, without a further entry of the history', async () => {
    const before = await ada.evaluate(() => history.length);
    await ada.keyboard.press('Enter');
    await expect(heading).toBeFocused();
    await ada.getByRole('button', { name: 'Wait' }).click();
    await expect(row).toBeFocused();
    expect(new URL(ada.url()).search).toBe('');
    expect(await ada.evaluate(() => history.length)).toBe(before);
  });

  await test.step('a reload leads to it, and so does its address', async () => {
    await row.click();
    await expect(heading).toBeFocused();
    await ada.reload();
    await expect(heading).toBeVisible();
    await ada.getByRole('button', { name: 'Wait' }).click();
    await expect(heading).toBeHidden();
    await ada.goto(`/admin?game=${encodeURIComponent(game.id)}`);
    await expect(heading).toBeVisible();
    await ada.getByRole('button', { name: 'Wait' }).click();
    await expect(heading).toBeHidden();
    expect(new URL(ada.url()).search).toBe('');
  });

  await test.step('an address of no game says so', async () => {
    await ada.goto('/admin?game=espn:none');
    await expect(ada.getByText('There is no such game.')).toBeVisible();
    await ada.getByRole('button', { name: 'Close' }).click();
    await expect(ada.getByText('There is no such game.')).toBeHidden();
  });
});
