import { expectAccessible } from './accessible.ts';
import { expectFits } from './layout.ts';
import { createLeague, join, signUp } from './people.ts';
import { footballSlate, moneyline, placeSingle, play, playUntilShown } from './play.ts';
import { liveTimeout } from './screen.ts';
import { expect, test } from './stage.ts';

test('a season that has ended is on the shelf, and rivals see who was right', async ({ stage, person }) => {
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const league = await createLeague(ann, 'Sunday League');
  await join(league, bob);
  const game = (await footballSlate(ann)).find(({ moneylineHome }) => moneylineHome !== null);
  if (!game) throw new Error('a game with odds is expected');
  await placeSingle(ann, league, '100', moneyline(game, 'away'));
  await placeSingle(bob, league, '60', moneyline(game, 'home'));
  const shelf = bob.getByRole('region', { name: 'Shelf' });

  await test.step('what nobody has earned yet stays grey and says so', async () => {
    await bob.goto(`/league/${league.id}`);
    await bob.getByRole('button', { name: 'Ann', exact: true }).first().click();
    await bob.getByRole('link', { name: /^Form: / }).click();
    await expect(shelf.getByRole('listitem').filter({ hasText: 'Champion' })).toContainText('nobody yet');
    await expect(bob.getByRole('region', { name: 'You against Ann' })).toContainText('Never yet on opposite sides');
    await expectAccessible(bob, 'an empty shelf');
    await expectFits(bob, 'an empty shelf');
  });

  await test.step('a result shows who was right on the open page', async () => {
    await playUntilShown(ann, stage, game, 'live', 7, 0);
    play(stage, game, 'final', 24, 20);
    const rivals = bob.getByRole('region', { name: 'You against Ann' });
    await expect(rivals).toContainText('Opposite sides, who was right: you 1, Ann 0', liveTimeout);
  });

  await test.step('the end of the season brings its title, its week and a line with its balance', async () => {
    await stage.endLeague(league);
    await expect(shelf.getByRole('link', { name: /2nd of 2/ })).toBeVisible({ timeout: 60_000 });
    await expect(shelf.getByRole('listitem').filter({ hasText: 'Champion' })).toContainText('not yet');
    await expect(bob.getByRole('region', { name: 'You against Ann' })).toContainText('Weeks out-earned: you 1, Ann 0');
    await expectAccessible(bob, 'a rival');
    await expectFits(bob, 'a rival');
  });

  await test.step('the own shelf on Profile leads to the frozen page, also by the keyboard', async () => {
    await bob.goto('/profile');
    const season = shelf.getByRole('link', { name: /Champion, 1st of 2.*Sunday League · 1 week won/ });
    await expect(season).toBeVisible();
    await shelf.getByText('One by one').focus();
    await bob.keyboard.press('Enter');
    await expect(
      shelf
        .getByRole('listitem')
        .filter({ hasText: /^Week won/ })
        .last(),
    ).toContainText('Sunday League · Week 1');
    await expectAccessible(bob, 'a shelf');
    await expectFits(bob, 'a shelf');
    await season.focus();
    await bob.keyboard.press('Enter');
    await expect(bob).toHaveURL(new RegExp(`/league/${league.id}$`));
    await expect(bob.getByRole('heading', { level: 1, name: 'Sunday League' })).toBeVisible();
  });
});
