import { saveManualOdds } from '#shared/api/admin.ts';
import { showPrice } from '#shared/domain/price.ts';
import { createLeague, join, signUp } from './people.ts';
import { cardOf, footballSlate, moneyline, openSlate, placeSingle, playUntilShown } from './play.ts';
import { dialog, expectLedToSignIn, pressInDialog, toastOf } from './screen.ts';
import { expect, test } from './stage.ts';

/** A price whose implied probability is 20 points from that of the other. */
function movedPrice(price: number): number {
  const before = price > 0 ? 100 / (100 + price) : -price / (100 - price);
  const chance = before > 0.5 ? before - 0.2 : before + 0.2;
  return Math.round(chance > 0.5 ? (-100 * chance) / (1 - chance) : (100 * (1 - chance)) / chance);
}

test('odds moved by 20 points are asked about, and every player sees who moved them and when', async ({
  stage,
  person,
}) => {
  const [ada, bob, visitor] = [await person(), await person(), await person()];
  await stage.grantAdmin((await signUp(ada, 'Ada')).email);
  await signUp(bob, 'Bob');
  const league = await createLeague(ada, 'Sunday League', { reveal: 'started' });
  await join(league, bob);
  const offered = async () => (await footballSlate(ada)).filter(({ moneylineHome }) => moneylineHome !== null);
  await expect.poll(async () => (await offered()).length, { timeout: 40_000 }).toBeGreaterThan(0);
  const [game] = await offered();
  if (!game) throw new Error('no football game has a moneyline');
  const from = game.moneylineHome ?? 0;
  const to = movedPrice(from);
  await placeSingle(ada, league, '100', moneyline(game, 'home'));

  const form = ada.getByRole('article', { name: `${game.awayTeam} at ${game.homeTeam}` });
  const field = form.getByLabel('Home Moneyline', { exact: true });
  const save = form.getByRole('button', { name: 'Save Odds for This Game' });
  const question = form.getByRole('group', { name: 'Save Anyway' });

  await test.step('Ada is asked before they are sent, and may go back', async () => {
    let saves = 0;
    ada.on('request', (sent) => {
      if (sent.url().endsWith(saveManualOdds.path)) saves += 1;
    });
    await ada.goto('/admin-odds');
    await field.fill(String(to), { timeout: 20_000 });
    await save.click();
    await expect(question.getByRole('alert')).toContainText(`Home Moneyline: ${showPrice(from)} (`);
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await ada.keyboard.press('Enter');
    await expect(save).toBeFocused();
    expect(saves).toBe(0);
    await ada.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Save Anyway' }).click();
    await expect(toastOf(ada, 'Odds Saved!')).toBeVisible();
    expect(saves).toBe(1);
  });

  const byAda = cardOf(bob, game).getByRole('button', { name: /^Odds by Ada/ });
  const changes = dialog(bob)
    .getByRole('listitem')
    .filter({ has: bob.getByRole('heading') });

  await test.step('Bob sees her name on the card, and by the keyboard what she moved and when', async () => {
    await openSlate(bob, '/');
    await expect(byAda).toBeVisible();
    await byAda.focus();
    await bob.keyboard.press('Enter');
    await expect(changes).toHaveCount(1);
    await expect(changes).toContainText('Ada');
    await expect(changes.getByText('set the odds')).toBeVisible();
    await expect(changes.getByText(showPrice(from), { exact: true })).toBeVisible();
    await expect(changes.getByText(showPrice(to), { exact: true })).toBeVisible();
    const at = await changes.getByRole('time').getAttribute('datetime');
    expect(Math.abs(Date.parse(at ?? '') - Date.now())).toBeLessThan(120_000);
    await bob.keyboard.press('Escape');
    await expect(byAda).toBeFocused();
  });

  await test.step('a visitor sees the name, and is led to the sign-in by a tap', async () => {
    await openSlate(visitor);
    const named = cardOf(visitor, game).getByRole('button', { name: /^Odds by Ada/ });
    await expectLedToSignIn(visitor, () => named.click());
  });

  await test.step('odds that went back to the feed still lead to their history', async () => {
    await form.getByRole('button', { name: 'Clear' }).click();
    await cardOf(bob, game)
      .getByRole('button', { name: /^Odds were set by hand/ })
      .click();
    await expect(changes).toHaveCount(2);
    await expect(changes.first().getByText("went back to the feed's odds")).toBeVisible();
    await pressInDialog(bob, 'Close');
  });

  await test.step("Ada's ticket is marked among the league's bets on the game", async () => {
    await playUntilShown(bob, stage, game, 'live', 7, 3);
    await cardOf(bob, game).getByRole('button', { name: 'View league bets' }).click();
    await expect(dialog(bob).getByRole('listitem').filter({ hasText: 'Ada' })).toContainText('Set odds on this game');
  });
});
